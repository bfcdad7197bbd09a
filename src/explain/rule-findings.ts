import type { Policy, WriterRule } from '../model/policy.js';
import type { ApplicationReport, Finding } from '../model/report.js';
import { placeOf } from './policy-place.js';
import { tooBroad } from './too-broad.js';

/** What a run looked at. */
interface RuleWorld {
  readonly policy: Policy;
  readonly applications: readonly ApplicationReport[];
  readonly catalogue: readonly WriterRule[];
  /** Only some of the objects were looked at, so that a rule that matched nothing says nothing. */
  readonly selected: boolean;
  /** False with `--no-ignore-rules`. */
  readonly ignoreRules: boolean;
}

/** What is to be said of the policy's rules as such: those that take in too much, and those that matched nothing. */
export function ruleFindings({ policy, applications, catalogue, selected, ignoreRules }: RuleWorld): Finding[] {
  const used = new Set(
    applications.flatMap(({ resources }) =>
      resources.flatMap(({ drift, ignored, undeclared }) =>
        [...drift, ...ignored, ...undeclared].map(({ explanation }) => explanation.rule),
      ),
    ),
  );
  return (policy.rules ?? []).flatMap((rule): Finding[] => {
    const place = placeOf(policy, rule.id);
    const broad = tooBroad(rule, catalogue);
    const isOff = selected || (rule.effect === 'ignore' && !ignoreRules);
    return [
      ...(broad.length === 0
        ? []
        : [
            {
              ...({ code: 'rule-too-broad', severity: 'warning', ...place } as const),
              message: `the rule ${rule.id} takes in more than it should: ${broad.join('; ')}`,
            },
          ]),
      ...(used.has(rule.id) || isOff
        ? []
        : [
            {
              ...({ code: 'rule-matched-nothing', severity: 'note', ...place } as const),
              message: `the rule ${rule.id} matched no difference${rule.only === undefined ? '' : `: ${LIVE_ONLY}`}`,
            },
          ]),
    ];
  });
}

const LIVE_ONLY =
  'only: live takes what Git is known not to have changed, which --base, the last synced revision or the last apply tell';

/** Rules that took a change of Git out of the comparison of an application's objects. */
export function hiddenChanges(policy: Policy, { resources }: ApplicationReport): Finding[] {
  const own = new Set((policy.rules ?? []).map(({ id }) => id));
  return resources.flatMap(({ group, version, kind, namespace, name, ignored }) =>
    ignored.flatMap(({ path, explanation }): Finding[] => {
      const { rule, gitChanged } = explanation;
      if (gitChanged !== true || rule === undefined || !own.has(rule)) return [];
      return [
        {
          code: 'rule-hides-git-change',
          severity: 'warning',
          resource: { group, version, kind, namespace, name },
          path,
          message: `the rule ${rule} ignores a change that Git makes here: only: live would keep it for what live alone changed`,
        },
      ];
    }),
  );
}
