import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { code, page, table } from './table.js';

interface Rule {
  readonly [key: string]: unknown;
  readonly reason: string;
  readonly source?: string;
}

/** The data files of rules, each list with what it is about. */
const LISTS: readonly (readonly [file: string, list: string, title: string, about: string])[] = [
  [
    'explain/rules',
    'rules',
    'What may differ',
    'Explained or ignored; a policy file adds to them, `--no-ignore-rules` counts what they ignore.',
  ],
  [
    'explain/asked-for',
    'askedFor',
    'What an object asks for itself',
    'Explained where the mark that asks for it is there.',
  ],
  [
    'explain/sensitive-fields',
    'sensitive',
    'Where an unknown writer counts',
    'An undeclared field that an unknown manager wrote here is unexplained, elsewhere a note.',
  ],
  ['explain/accounts', 'accounts', 'Accounts of the audit log', 'What an account that wrote says of the program.'],
  ['explain/accounts', 'front-ends', 'Front ends', 'Accounts under which people act through a program.'],
  ['compare/marks', 'marks', 'Marks of controllers', 'Bookkeeping that is never drift.'],
  ['compare/semantics', 'unordered', 'Lists whose order means nothing', 'Compared as bags.'],
  ['compare/semantics', 'replacedByPatch', 'Replaced as a whole', 'By a client-side apply.'],
  ['compare/semantics', 'unions', 'One of several', 'Fields of which only one may stand.'],
  ['compare/semantics', 'immutable', 'Immutable fields', 'A sync that changes them is refused.'],
  ['compare/defaults/defaults', 'defaults', 'Defaults that the server computes', 'Beside those of OpenAPI.'],
  ['compare/defaults/defaults', 'allocated', 'Chosen by the cluster', 'Values that Git cannot know.'],
  ['compare/defaults/defaults', 'bookkeeping', 'Bookkeeping', "The server's own notes."],
  ['gitops/argocd/exclusions', 'always', 'What Argo CD never looks at', ''],
  ['gitops/argocd/exclusions', 'shipped', 'What Argo CD leaves out as shipped', ''],
];

/** docs/reference/rules.md: every shipped rule with its reason and source. */
export function rulesPage(): string {
  return page(
    'Shipped rules',
    'The rules that gitdrift judges by, each with a reason and where it can be read.',
    LISTS.map(([file, list, title, about]) => {
      const rules = (load(readFileSync(sourceFile(file), 'utf8')) as Readonly<Record<string, readonly Rule[]>>)[list];
      if (rules === undefined) throw new Error(`${file}.yaml has no list ${list}`);
      const rows = rules.map((rule) => [code(String(rule.id ?? '')), where(rule), rule.reason, rule.source ?? '']);
      return [`## ${title}`, ...(about === '' ? [] : [about]), table(['rule', 'where', 'reason', 'source'], rows)].join(
        '\n\n',
      );
    }),
  );
}

/** docs/reference/writers.md: the catalogue of writers. */
export function writersPage(): string {
  const rules = load(readFileSync(sourceFile('ownership/catalogue'), 'utf8')) as readonly Rule[];
  return page(
    'Writers',
    'Which field managers are known, in this order: the first that fits names the writer. `gitdrift writers` prints them with those of a policy file.',
    [
      table(
        ['manager', 'writer', 'category', 'sure', 'reason', 'source'],
        rules.map((rule) => [
          where(rule),
          `${String(rule.name)}${rule.alsoMeans === undefined ? '' : `; also ${String(rule.alsoMeans)}`}`,
          String(rule.category),
          String(rule.confidence ?? 'likely'),
          rule.reason,
          rule.source ?? '',
        ]),
      ),
    ],
  );
}

const sourceFile = (name: string): URL => new URL(`../../../src/${name}.yaml`, import.meta.url);
const NOT_WHERE = ['id', 'reason', 'source', 'name', 'alsoMeans', 'category', 'confidence', 'code'];

/** What a rule is about: every key that says no reason, as the data has it. */
function where(rule: Rule): string {
  return Object.entries(rule)
    .filter(([key]) => !NOT_WHERE.includes(key))
    .map(([key, value]) => `${key} ${code(written(value))}`)
    .join('; ');
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { group, kind, ...rest } = value as Readonly<Record<string, unknown>>;
  if (Object.keys(rest).length === 0 && group !== undefined)
    return [kind ?? '*', group].filter((part) => part !== '').join('.');
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${written(inner)}`)
    .join(', ');
}
