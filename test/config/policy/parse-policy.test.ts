import { readFileSync } from 'node:fs';
import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/config/policy/parse-policy.js';
import { GitdriftError } from '../../../src/model/errors.js';

const parse = (text: string) => parsePolicy(text, 'gitdrift.yaml');

const SYNC = `apiVersion: gitdrift.io/v1
writers:
  # Our labeler.
  - manager: team-sync
    operation: Apply
    kinds: [{ group: "", kind: Namespace }]
    paths: ['.metadata.labels["team.example/owner"]']
    category: operator
    name: the team's labeler
    reason: it labels every Namespace with its owner
  - manager: { prefix: "release-" }
    subresource: ""
    tracking: flux
    category: deployer
    name: the release pipeline
    confidence: possible
    alsoMeans: a person who runs it by hand
    reason: its jobs are called release-<number>
    source: team handbook
`;

/** Sentence and hint of the error that a policy must have. */
function fault(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof GitdriftError) return `${error.code}: ${error.message} | ${error.hint}`;
    throw error;
  }
  return 'no error';
}

describe('the policy file', () => {
  it('adds writers to the catalogue', () => {
    expect(parse(SYNC)).toEqual({
      file: 'gitdrift.yaml',
      writers: [
        {
          manager: 'team-sync',
          operation: 'Apply',
          kinds: [{ group: '', kind: 'Namespace' }],
          paths: ['.metadata.labels["team.example/owner"]'],
          category: 'operator',
          name: "the team's labeler",
          reason: 'it labels every Namespace with its owner',
        },
        {
          manager: { prefix: 'release-' },
          subresource: '',
          tracking: 'flux',
          category: 'deployer',
          name: 'the release pipeline',
          confidence: 'possible',
          alsoMeans: 'a person who runs it by hand',
          reason: 'its jobs are called release-<number>',
          source: 'team handbook',
        },
      ],
    });
    expect(parse('apiVersion: gitdrift.io/v1').writers).toEqual([]);
  });

  const writer = (lines: string): string =>
    `apiVersion: gitdrift.io/v1\nwriters:\n  - manager: team-sync\n    category: operator\n    name: labeler\n    reason: ours\n${lines}`;

  it('has the format of the shipped catalogue', () => {
    const shipped = load(readFileSync(new URL('../../../src/ownership/catalogue.yaml', import.meta.url), 'utf8'));
    const text = dump({ apiVersion: 'gitdrift.io/v1', writers: shipped });
    expect(parse(text).writers).toEqual(shipped);
  });

  it.each<[string, string, RegExp]>([
    ['a comment alone', '# nothing\n', /^config: gitdrift\.yaml/],
    ['nothing in it', '', /^config: gitdrift\.yaml is no YAML: .*empty/],
    ['no mapping', '- a\n', /the policy has to be a mapping/],
    ['no YAML', 'apiVersion: [\n', /gitdrift\.yaml:\d+ is no YAML: /],
    ['a key twice', `${SYNC}writers: []\n`, /is no YAML: duplicated mapping key/],
    [
      'another version',
      'apiVersion: gitdrift.io/v2',
      /:1: apiVersion cannot be "gitdrift\.io\/v2" \| did you mean gitdrift\.io\/v1\?/,
    ],
    [
      'an unknown key',
      'apiVersion: gitdrift.io/v1\nwriter: []\n',
      /:2: writer is no key that a policy knows \| did you mean writers\?/,
    ],
    [
      'a part for later, misspelt',
      'apiVersion: gitdrift.io/v1\nrule: []\n',
      /:2: rule is no key .* did you mean rules/,
    ],
    ['writers that are no list', 'apiVersion: gitdrift.io/v1\nwriters: team-sync\n', /:2: writers has to be a list/],
    [
      'a misspelt key',
      writer('    catgory: operator\n'),
      /:7: writers\[0\]\.catgory is no key .* did you mean category\?/,
    ],
    [
      'no reason',
      'apiVersion: gitdrift.io/v1\nwriters:\n  - {manager: a, category: operator, name: b}\n',
      /:3: writers\[0\] has no reason/,
    ],
    [
      'an unknown category',
      writer('').replace('operator', 'human'),
      /:4: writers\[0\]\.category cannot be "human" \| choose one of gitops, /,
    ],
    ['an unknown tool', writer('    tracking: argo\n'), /:7: writers\[0\]\.tracking cannot be "argo"/],
    ['an empty list of paths', `${SYNC}    paths: []\n`, /:\d+: writers\[1\]\.paths is empty/],
    ['an empty list of kinds', `${SYNC}    kinds: []\n`, /:\d+: writers\[1\]\.kinds is empty/],
    ['a kind without a name', `${SYNC}    kinds: [{}]\n`, /writers\[1\]\.kinds\[0\] names neither group nor kind/],
    [
      'a manager that YAML reads as a number',
      writer('').replace(/manager: [^\n,]*/, 'manager: 12'),
      /writers\[0\]\.manager has to be a name, a prefix or a pattern/,
    ],
    ['a number for a name', writer('').replace('labeler', '7'), /:5: writers\[0\]\.name has to be a text/],
    ['no field path', writer("    paths: ['.spec[']\n"), /:7: writers\[0\]\.paths\[0\] is no field path/],
    [
      'two kinds of name',
      writer('').replace('team-sync', '{prefix: a, pattern: b}'),
      /writers\[0\]\.manager has to be a name, a prefix or a pattern/,
    ],
    [
      'an expression that can take for ever',
      writer('').replace('team-sync', '{pattern: "(a+)+$"}'),
      /:3: writers\[0\]\.manager\.pattern cannot be used: .*group/,
    ],
    [
      'an expression that is none',
      writer('').replace('team-sync', '{pattern: "["}'),
      /manager\.pattern cannot be used/,
    ],
  ])('is refused with %s', (_, text, expected) => {
    expect(fault(text)).toMatch(expected);
  });
});
