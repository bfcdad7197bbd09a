/**
 * Why a declared value is not compared: SOPS encrypted it, it is a placeholder that another tool fills in at the
 * apply, or every rendering gives another one. That its field is there is compared all the same.
 */
export type WithheldReason = 'encrypted' | 'placeholder' | 'random';

/** One such value; `path` is printed. */
export interface WithheldValue {
  readonly path: string;
  readonly reason: WithheldReason;
}

/** What stands in a report where such a value would. */
export const WITHHELD_TEXTS: Readonly<Record<WithheldReason, string>> = {
  encrypted: '(encrypted value)',
  placeholder: '(value of a placeholder)',
  random: '(another value each time)',
};

/** True for a text that a report holds in place of a value that was not compared. */
export function isWithheldText(text: unknown): boolean {
  return Object.values(WITHHELD_TEXTS).some((withheld) => withheld === text);
}

/** True for a value as SOPS writes it (getsops/sops aes/cipher.go): `ENC[AES256_GCM,data:…,iv:…,tag:…,type:str]`. */
export function isEncrypted(text: unknown): text is string {
  return typeof text === 'string' && /^ENC\[AES256_GCM,[^\]]*\]$/.test(text);
}

/** `<path:kv/data/catalog#password>` of argocd-vault-plugin, `ref+vault://…` of vals; also within a text. */
const ANYWHERE = /<path:[^<>]+>|\b(?:secret)?ref\+[a-z0-9]+:\/\//;

/** `${VAR}` of envsubst and Flux, `{{ … }}` of templates, in one line: files of many lines have a use for them. */
const IN_ONE_LINE = /^[^\n]*(?:\$\{[A-Za-z_][^{}\n]*\}|\{\{[^{}\n]+\}\})[^\n]*\n?$/;

/** True for the value of a Secret that is, or holds, a placeholder which another tool fills in. */
export function isPlaceholder(text: string): boolean {
  return ANYWHERE.test(text) || IN_ONE_LINE.test(text);
}
