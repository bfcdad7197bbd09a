import type { Finding } from '../model/report.js';
import type { ResourceRef } from '../model/resource.js';
import type { WithheldReason, WithheldValue } from '../model/withheld.js';

const WHY: Readonly<Record<WithheldReason, string>> = {
  encrypted: 'encrypted with SOPS',
  placeholder: 'a placeholder that another tool fills in',
  random: 'another one in each rendering',
};

/** How many paths a sentence names. */
const SHOWN = 5;

/** `3 values not compared: 2 encrypted with SOPS, 1 a placeholder …`; undefined where all values were compared. */
export function withheldMessage(values: readonly WithheldValue[]): string | undefined {
  if (values.length === 0) return undefined;
  const reasons = (['encrypted', 'placeholder', 'random'] as const)
    .map((reason) => ({ reason, n: values.filter((value) => value.reason === reason).length }))
    .filter(({ n }) => n > 0);
  const why = reasons.map(({ reason, n }) => (reasons.length === 1 ? WHY[reason] : `${n} ${WHY[reason]}`)).join(', ');
  return `${values.length === 1 ? '1 value' : `${values.length} values`} not compared: ${why}`;
}

/** What a reader of "Synced" has to know: of these values only that live has them was compared. */
export function withheldFindings(resource: ResourceRef, values: readonly WithheldValue[]): readonly Finding[] {
  const random = values.filter(({ reason }) => reason === 'random');
  return [
    ...notCompared(
      resource,
      values.filter(({ reason }) => reason !== 'random'),
    ),
    ...randomInRender(resource, random),
  ];
}

function notCompared(resource: ResourceRef, values: readonly WithheldValue[]): readonly Finding[] {
  const message = withheldMessage(values);
  if (message === undefined) return [];
  return [
    {
      code: 'values-not-compared',
      severity: 'note',
      resource,
      message: `${message}; live has ${listed(values)}, with whatever value`,
    },
  ];
}

function randomInRender(resource: ResourceRef, values: readonly WithheldValue[]): readonly Finding[] {
  if (values.length === 0) return [];
  const [it, is] = values.length === 1 ? ['it', 'is'] : ['they', 'are'];
  const restarts = values.some(({ path }) => path.startsWith('.spec.template.')) ? ' and restarts the pods' : '';
  const [only] = values;
  return [
    {
      code: 'random-in-render',
      severity: 'warning',
      resource,
      ...(values.length === 1 && only !== undefined ? { path: only.path } : {}),
      message: `each rendering gives another value of ${listed(values)}: ${it} ${is} not compared, and every sync that renders writes ${it === 'it' ? 'it' : 'them'} anew${restarts}`,
    },
  ];
}

function listed(values: readonly WithheldValue[]): string {
  const paths = [...new Set(values.map(({ path }) => path))];
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  return `${paths.slice(0, SHOWN).join(', ')}${more}`;
}
