/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The hidden first word by which the scripts ask for candidates: what follows are the words up to the cursor. */
export const ASK = '__complete';

/**
 * The script that a shell loads. It asks the program itself, so that it fits whatever version is installed; each reads the
 * lines of `completionAnswer`.
 */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of gitdrift for bash. Load it with: source <(gitdrift completion bash)
__gitdrift_complete() {
  local word line files lead i=1 directive=0
  local -a words
  words=()
  # bash splits words at = and :, the program does not.
  while [ "$i" -le "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[i]}"
    if [ "\${#words[@]}" -gt 0 ] && { [[ "$word" == [=:] ]] || [[ "\${COMP_WORDS[i - 1]}" == [=:] ]]; }; then
      words[\${#words[@]}-1]="\${words[\${#words[@]}-1]}$word"
    else
      words[\${#words[@]}]="$word"
    fi
    i=$((i + 1))
  done
  word="\${words[\${#words[@]}-1]}"
  # What readline will replace begins after the last of them.
  lead="\${word%"\${word##*[=:]}"}"
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :*) directive="\${line#:}" ;;
      *)
        line="\${line%%$'\\t'*}"
        COMPREPLY[\${#COMPREPLY[@]}]="\${line#"$lead"}"
        ;;
    esac
  done < <(gitdrift ${ASK} "\${words[@]}" 2>/dev/null)
  if [ $((directive & 4)) -eq 0 ]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r files; do
      COMPREPLY[\${#COMPREPLY[@]}]="$files"
    done < <(compgen -f -- "\${word#"$lead"}")
  fi
  if [ $((directive & 2)) -ne 0 ]; then compopt -o nospace 2>/dev/null; fi
  return 0
}
complete -F __gitdrift_complete gitdrift kubectl-gitdrift
`,
  zsh: `#compdef gitdrift kubectl-gitdrift
# Completion of gitdrift for zsh. Load it with: source <(gitdrift completion zsh)
# or save it as _gitdrift in a folder of $fpath.
_gitdrift() {
  local line directive=0
  local -a answers candidates space
  answers=("\${(@f)$(gitdrift ${ASK} "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  for line in "\${answers[@]}"; do
    if [[ "$line" == :* ]]; then
      directive="\${line#:}"
    elif [[ -n "$line" ]]; then
      # _describe reads a colon as the end of the word.
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${(M)line:#*$'\\t'*}:+:\${line#*$'\\t'}}")
    fi
  done
  ((directive & 2)) && space=(-S '')
  if ((\${#candidates})); then
    _describe -t gitdrift gitdrift candidates "\${space[@]}"
  elif ! ((directive & 4)); then
    compset -P '*='
    _files
  fi
}
if [[ "\${funcstack[1]}" == _gitdrift ]]; then
  _gitdrift "$@"
else
  compdef _gitdrift gitdrift kubectl-gitdrift
fi
`,
  fish: `# Completion of gitdrift for fish. Load it with: gitdrift completion fish | source
function __gitdrift_ask
    set -l words (commandline -opc) (commandline -ct)
    gitdrift ${ASK} $words[2..-1] 2>/dev/null
end
function __gitdrift_no_files
    set -l directive (string replace ':' '' -- (__gitdrift_ask)[-1])
    contains -- "$directive" 4 6
end
complete -c gitdrift -c kubectl-gitdrift -e
complete -c gitdrift -n __gitdrift_no_files -f -a '(__gitdrift_ask | string match -v ":*")'
`,
};
