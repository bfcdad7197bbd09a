import type { FieldDrift } from '../model/drift.js';
import type { Advice, FieldBelow, ObjectOutcome, Standing } from '../model/explain-report.js';
import { singleQuoted } from '../model/shell-word.js';

export interface AdviceInput {
  /** `KIND/NAME` as typed. */
  readonly object: string;
  readonly path: string;
  /** What else was typed, quoted for a shell. */
  readonly rest: string;
  readonly standing: Standing;
  readonly entry: FieldDrift | undefined;
  readonly outcome: ObjectOutcome;
  readonly secret: boolean;
  readonly below: readonly FieldBelow[];
  /** True where an autoscaler wrote the live value. */
  readonly scaled: boolean;
  /** True where an autoscaler sets what Git declares here, whoever wrote the live value: `adopt` then leaves it to that. */
  readonly targeted: boolean;
}

/** What can be done about a field, the commands written out; empty where nothing has to be done. */
export function fieldAdvice(input: AdviceInput): readonly Advice[] {
  switch (input.standing) {
    case 'drift':
      return ofDrift(input);
    case 'undeclared':
      return ofUndeclared(input);
    case 'ignored':
      return [
        {
          message: 'nothing: a rule says that it may differ. To count it all the same',
          command: line('explain', input, '--no-ignore-rules'),
        },
      ];
    case 'equal':
    case 'same-in-other-words':
      return input.scaled ? [dropFromGit(input)] : [];
    case 'fields-below':
      return ofBelow(input);
    case 'not-compared':
      return ofObject(input);
    default:
      return [];
  }
}

function ofDrift(input: AdviceInput): readonly Advice[] {
  const { entry, secret } = input;
  const { code } = entry?.explanation ?? { code: '' };
  if (code === 'hpa-controls-replicas') return [dropFromGit(input)];
  if (code === 'unknown-field') {
    return [{ message: 'correct the manifest; the line goes with', command: line('adopt', input) }];
  }
  if (code === 'git-ahead') return [{ message: 'sync: nobody changed live, it only has not followed Git yet' }];
  return [input.targeted ? dropFromGit(input) : keep(input, secret), putBack(input)];
}

const dropFromGit = (input: AdviceInput): Advice => ({
  message: 'leave it to the autoscaler: take the field out of Git, and do not sync before that',
  command: line('adopt', input),
});

function keep(input: AdviceInput, secret: boolean): Advice {
  const gone = input.entry?.live === undefined;
  if (secret) {
    return { message: `to keep what live has, change it in Git by hand: values of Secrets are never printed` };
  }
  return {
    message: gone
      ? 'to keep it out, take it out of Git; this prints the patch'
      : 'to keep what live has, put it into Git; this prints the patch',
    command: line('adopt', input),
  };
}

function putBack({ entry }: AdviceInput): Advice {
  return entry?.explanation.code === 'immutable-field'
    ? { message: 'to have what Git says, delete and create the object again: the server refuses the change' }
    : { message: 'to have what Git says, sync; what a sync does is said above' };
}

function ofUndeclared(input: AdviceInput): readonly Advice[] {
  const { entry, secret } = input;
  if (input.scaled) return [{ message: 'nothing: Git leaves it to the autoscaler' }];
  if (entry?.explanation.status === 'explained')
    return [{ message: 'nothing: it is accounted for, and a sync leaves it' }];
  const declare: Advice = secret
    ? { message: 'to declare it, write it into Git by hand: values of Secrets are never printed' }
    : { message: 'to declare it, put it into Git; this prints the patch', command: line('adopt', input) };
  const leave =
    entry?.explanation.status === 'unexplained'
      ? 'if it is not wanted, remove it from live: a sync does not'
      : undefined;
  return [declare, ...(leave === undefined ? [] : [{ message: leave }])];
}

function ofBelow(input: AdviceInput): readonly Advice[] {
  const differing = input.below.filter(({ standing }) => standing === 'drift' || standing === 'undeclared');
  const [first] = differing;
  if (first === undefined) return [];
  return [{ message: 'to know more of one of them', command: line('explain', { ...input, path: first.path }) }];
}

function ofObject({ outcome, object, path, rest }: AdviceInput): readonly Advice[] {
  if (outcome === 'live-only') {
    return [
      {
        message: 'not compared with Git: name the desired state as the last argument',
        command: line('explain', { object, path, rest: rest === '' ? 'PATH' : `PATH ${rest}` }),
      },
    ];
  }
  if (outcome === 'missing') return [{ message: 'find out why the object is gone before a sync creates it again' }];
  return [];
}

function line(
  command: 'explain' | 'adopt',
  input: Pick<AdviceInput, 'object' | 'path' | 'rest'>,
  ...flags: string[]
): string {
  return ['gitdrift', command, input.object, singleQuoted(input.path), ...flags, input.rest]
    .filter((word) => word !== '')
    .join(' ');
}
