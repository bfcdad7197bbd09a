import { isArray } from '../../model/json.js';
import type { HealthCase, PolicyHealthRule } from '../../model/policy.js';
import { HEALTH_ORDER } from '../../model/status.js';
import { type Checked, choice, invalid, items, mapping, required, text } from './checked-value.js';
import { fieldPattern } from './field-pattern.js';
import { kindSelector } from './kind-selector.js';

/** A rule of `health:`. Throws `config` with place and line for whatever cannot be used. */
export function healthRule(at: Checked): PolicyHealthRule {
  const found = mapping(at, ['kinds', 'lua', 'cases', 'otherwise', 'reason'] as const);
  const kinds = required(at, found.kinds, 'kinds', 'whose health it judges');
  const selectors = items(kinds).map((kind) => kindSelector(kind));
  if (selectors.length === 0) throw invalid(kinds, 'is empty', 'name a kind: [{group: example.com, kind: Warehouse}]');
  if ((found.lua === undefined) === (found.cases === undefined)) {
    throw invalid(at, 'has to have either lua or cases', 'write cases: [...], or lua: a script as Argo CD has them');
  }
  if (found.lua !== undefined && found.otherwise !== undefined) {
    throw invalid(found.otherwise, 'says nothing beside lua', 'return a status at the end of the script');
  }
  return {
    kinds: selectors,
    judge: found.lua === undefined ? judgedByCases(found) : { kind: 'lua', script: text(found.lua) },
    reason: text(required(at, found.reason, 'reason', 'why these objects are judged in this way')),
  };
}

function judgedByCases({
  cases,
  otherwise,
}: {
  readonly cases?: Checked;
  readonly otherwise?: Checked;
}): PolicyHealthRule['judge'] {
  const read = items(cases).map(healthCase);
  if (cases !== undefined && read.length === 0) {
    throw invalid(cases, 'is empty', 'write a case: [{condition: Ready, is: "True", health: Healthy}]');
  }
  // In doubt not Healthy.
  return {
    kind: 'cases',
    cases: read,
    otherwise: otherwise === undefined ? 'Progressing' : choice(otherwise, HEALTH_ORDER),
  };
}

function healthCase(at: Checked): HealthCase {
  const { path, condition, is, health, message } = mapping(at, [
    'path',
    'condition',
    'is',
    'health',
    'message',
  ] as const);
  const asked = path ?? condition;
  if (asked === undefined || (path !== undefined && condition !== undefined)) {
    throw invalid(at, 'has to name a path or a condition', "write path: '.status.phase', or condition: Ready");
  }
  return {
    of: path === undefined ? { condition: text(asked) } : { path: fieldPattern(asked, false, '.status.phase') },
    is: wanted(required(at, is, 'is', 'the values that it holds for')),
    health: choice(required(at, health, 'health', HEALTH_ORDER.join(', ')), HEALTH_ORDER),
    ...(message === undefined ? {} : { message: text(message) }),
  };
}

/** One value or a list of them; null is a field that is absent. */
function wanted(at: Checked): readonly (string | null)[] {
  const values = isArray(at.value) ? items(at) : [at];
  if (values.length === 0) throw invalid(at, 'is empty', 'name the values that the case holds for');
  return values.map((one) => {
    const { value } = one;
    if (value === null || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
    throw invalid(one, 'has to be a text, a number, true, false or null', 'name a field that holds such a value');
  });
}
