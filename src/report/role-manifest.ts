import { printJson } from '../model/json-text.js';
import type { RbacReport, ReadRole } from '../model/rbac-report.js';
import { shellWord } from '../model/shell-word.js';
import { yamlText } from '../model/yaml-text.js';
import { printable } from './safe-text.js';

const NAME = 'gitdrift';

/** The roles as JSON that kubectl applies: a ClusterRole, or a List where there are several. Ends with a line break. */
export function jsonRoles({ roles }: RbacReport): string {
  const [first, ...others] = roles.map(clusterRole);
  return `${printJson(others.length === 0 ? first : { apiVersion: 'v1', kind: 'List', items: [first, ...others] }, 2)}\n`;
}

/** The roles as YAML that kubectl applies, a document for each cluster, with how to bind them and what they leave out. */
export function yamlRoles({ roles }: RbacReport): string {
  return roles.map(yamlRole).join('---\n');
}

function clusterRole({ rules }: ReadRole): object {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: NAME }, rules };
}

function yamlRole({ cluster, context, rules, notes }: ReadRole): string {
  const named = context === undefined ? '' : ` (context ${context})`;
  const flag = context === undefined ? '' : ` --context=${shellWord(context)}`;
  const comments = [
    `What gitdrift reads${cluster === undefined ? '' : ` in ${cluster}${named}`}: get and list, and nothing else (docs/rbac.md).`,
    `Bind it: kubectl${flag} create clusterrolebinding ${NAME} --clusterrole=${NAME} --serviceaccount=NAMESPACE:NAME`,
    ...notes.map((note) => `Note: ${note}.`),
  ];
  const list = (values: readonly string[]): string => `[${values.map(yamlText).join(', ')}]`;
  const lines = rules.flatMap((rule) =>
    Object.entries(rule).map(([key, values], at) => `${at === 0 ? '  - ' : '    '}${key}: ${list(values)}`),
  );
  return `${[
    ...comments.map((text) => `# ${printable(text)}`),
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    `metadata: {name: ${NAME}}`,
    'rules:',
    ...lines.map(printable),
  ].join('\n')}\n`;
}
