import type { Finding } from '../model/report.js';
import type { ResourceRef } from '../model/resource.js';
import type { Writer } from '../model/writer.js';

/** A field that desired declares, live has as declared, and entries name. Its owners are sorted, the earliest first. */
export interface HeldField {
  readonly path: string;
  readonly owners: readonly HeldBy[];
  readonly origin?: NonNullable<Finding['origin']>;
}

interface HeldBy {
  readonly writer: Writer;
  /** True where the entry is the GitOps manager's that applies this desired state. */
  readonly gitops: boolean;
}

/**
 * Fields that a person, a script or an unknown program wrote and that equal Git now: the value was put back, or Git took
 * it over afterwards, and the ownership stuck. One finding for each writer.
 */
export function stuckOwnership(resource: ResourceRef, held: readonly HeldField[]): Finding[] {
  const byWriter = new Map<string, { readonly writer: Writer; readonly fields: HeldField[] }>();
  for (const field of held) {
    if (field.owners.some(({ gitops }) => gitops)) continue;
    for (const { writer } of field.owners.filter((owner) => STICKS.has(owner.writer.category))) {
      const key = JSON.stringify([writer.manager, writer.operation, writer.subresource]);
      const group = byWriter.get(key) ?? { writer, fields: [] };
      byWriter.set(key, group);
      group.fields.push(field);
    }
  }
  return [...byWriter.values()].map(({ writer, fields }) => {
    const [first] = fields;
    const one = fields.length === 1;
    return {
      code: 'ownership-stuck',
      severity: 'note',
      resource,
      ...(first === undefined ? {} : { path: first.path }),
      message: `equal to Git${
        one ? '' : `, and so are ${fields.length - 1} more: ${listed(fields.slice(1))}`
      }, so ${one ? 'it is' : 'they are'} no drift; but recorded as written by ${writer.name} (${writer.manager}${writtenAt(writer)}) and not by the GitOps tool: a server-side apply of another value is refused unless it forces conflicts`,
      ...(first?.origin === undefined ? {} : { origin: first.origin }),
    };
  });
}

const STICKS: ReadonlySet<Writer['category']> = new Set(['manual', 'unknown']);

/** Fields that two GitOps tools hold: while both declare one value nothing moves, and the first to change it starts a fight. */
export function twoGitopsTools(resource: ResourceRef, held: readonly HeldField[]): Finding[] {
  const shared = held.map((field) => ({ field, tools: toolsOf(field) })).filter(({ tools }) => tools.length > 1);
  const [first] = shared;
  if (first === undefined) return [];
  const more =
    shared.length === 1 ? '' : `, and ${shared.length - 1} more: ${listed(shared.slice(1).map((one) => one.field))}`;
  return [
    {
      code: 'overlapping-writers',
      severity: 'warning',
      resource,
      path: first.field.path,
      message: `${first.tools.join(' and ')} both hold it${more}: both apply the same value today, and each will undo the other's as soon as one of them changes it`,
      ...(first.field.origin === undefined ? {} : { origin: first.field.origin }),
      fix: {
        message:
          'declare the object, or these fields of it, in one of the two only; the other one gives a field up when its next apply leaves it out',
      },
    },
  ];
}

/** The GitOps managers of a field, for people; entries of one tool under several names count once. */
function toolsOf({ owners }: HeldField): string[] {
  const names = owners
    .filter(({ writer }) => writer.category === 'gitops')
    .map(({ writer }) => writer.name.split(',')[0] ?? writer.name);
  return [...new Set(names)].sort();
}

function writtenAt({ time }: Writer): string {
  return time === undefined ? '' : `, at the latest ${time}`;
}

const SHOWN = 3;

function listed(fields: readonly HeldField[]): string {
  const more = fields.length > SHOWN ? ` and ${fields.length - SHOWN} more` : '';
  return `${fields
    .slice(0, SHOWN)
    .map(({ path }) => path)
    .join(', ')}${more}`;
}
