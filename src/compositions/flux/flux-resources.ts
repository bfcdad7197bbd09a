import { withOverride } from '../../explain/override.js';
import { type CompiledFluxRules, fluxRuleFor } from '../../gitops/flux/ignore-rules.js';
import { whySkipped } from '../../gitops/flux/modes.js';
import { isDropped, ownersOf } from '../../gitops/flux/takeover.js';
import type { Explanation, FieldDrift, Next } from '../../model/drift.js';
import { toPointer } from '../../model/field-path.js';
import type { FluxApplication } from '../../model/flux.js';
import { parsePath } from '../../model/parse-path.js';
import type { ResourceReport } from '../../model/report.js';
import { refKey } from '../../model/resource.js';
import type { ComparedResource, Judging } from '../application/resource-report.js';
import { withNext } from '../controllers/with-next.js';
import { withForce } from './flux-force.js';
import type { NoLongerDeclared } from './flux-live.js';

/** What the judging of one object asks for beside the object. */
export interface FluxJudging {
  readonly application: FluxApplication;
  readonly rules: CompiledFluxRules;
  readonly now: Date;
  /** Of a HelmRelease: the next reconcile upgrades it. */
  readonly upgradePending: boolean;
}

/** One object's report by Flux's yardstick: what it leaves alone, what its rules ignore, and what it does next. */
export function fluxResource(own: ResourceReport, compared: ComparedResource, judging: FluxJudging): ResourceReport {
  const { application, now } = judging;
  const live = compared.kind === 'compared' ? compared.object : undefined;
  const { object: desired } = compared.desired;
  // An upgrade does not ask whether drift detection looks at the object.
  const why = judging.upgradePending ? undefined : whySkipped(application, desired, live);
  const ignored = live === undefined ? own : withoutIgnored(own, compared, judging);
  const judged = why === undefined ? ignored : skipped(ignored, why);
  const controller = { kind: controllerKind(application), object: application.object };
  const next = withDroppedWords(withNext(withInventory(judged, application), { desired, live }, controller, { now }));
  if (why !== undefined) return withNextOf(next, { code: 'stays', message: `Flux leaves the object alone: ${why}` });
  if (judging.upgradePending && !application.suspended) return withNextOf(next, UPGRADED);
  return withForce(next, application, desired);
}

/** What explains a missing object: Flux lists what it ever applied. */
function withInventory(resource: ResourceReport, { kind, status }: FluxApplication): ResourceReport {
  if (resource.outcome !== 'missing' || resource.explanation?.code !== 'missing-object') return resource;
  if (kind !== 'kustomization' || status.inventory === undefined) return resource;
  const applied = status.inventory.some((ref) => refKey(ref) === refKey(resource));
  const explanation: Explanation = applied
    ? {
        status: 'unexplained',
        code: 'missing-object',
        message: 'the inventory of the Kustomization names it: Flux applied it, and somebody deleted it',
      }
    : {
        status: 'explained',
        code: 'not-applied-yet',
        message:
          'the inventory of the Kustomization does not name it: Git has moved on, and Flux has not applied it yet',
      };
  return { ...resource, explanation };
}

/** A field of kubectl's goes although Git says nothing about it: the explanation must not say that it stays. */
function withDroppedWords(resource: ResourceReport): ResourceReport {
  const undeclared = resource.undeclared.map((entry): FieldDrift => {
    if (entry.next?.code === 'stays' || !isDropped(ownersOf(entry))) return entry;
    const message = entry.explanation.message.replace(STAYS, 'desired says nothing about it, and Flux drops it');
    return { ...entry, explanation: { ...entry.explanation, message } };
  });
  return { ...resource, undeclared };
}

/** The words of explain/undeclared.ts. */
const STAYS = /desired says nothing about it, so a sync leaves it/;

function controllerKind({ kind }: FluxApplication): 'flux-kustomization' | 'flux-helmrelease' {
  return kind === 'kustomization' ? 'flux-kustomization' : 'flux-helmrelease';
}

const UPGRADED: Next = {
  code: 'reverted-at-reconcile',
  message:
    'set at the next reconcile, which upgrades the release: chart or values are others than those of the release',
};

/** What happens to the declared part of an object, said once for all of it. */
function withNextOf(resource: ResourceReport, next: Next): ResourceReport {
  return {
    ...resource,
    ...(resource.next === undefined ? {} : { next }),
    drift: resource.drift.map((entry) => ({ ...entry, next })),
    ignored: resource.ignored.map((entry) => ({ ...entry, next })),
  };
}

/** An object that Flux does not apply: it differs, and that does not count. */
function skipped(resource: ResourceReport, why: string): ResourceReport {
  const message = `Flux leaves the object alone: ${why}`;
  if (resource.outcome === 'missing') {
    const explanation = { status: 'explained', code: 'skipped-by-flux', message } as const;
    return { ...resource, outcome: 'not-compared', sync: 'None', health: null, message, explanation };
  }
  if (resource.outcome !== 'compared') return resource;
  const entries = resource.drift.map(
    (entry): FieldDrift => ({ ...entry, explanation: { status: 'explained', code: 'skipped-by-flux', message } }),
  );
  return {
    ...resource,
    sync: 'None',
    message: [resource.message, message].filter((text) => text !== undefined).join('; '),
    drift: [],
    ignored: sorted([...resource.ignored, ...entries]),
  };
}

/** The report with those differences set apart that a rule of Flux takes out of the comparison. */
function withoutIgnored(own: ResourceReport, compared: ComparedResource, judging: FluxJudging): ResourceReport {
  // An upgrade sets what drift detection ignores, too.
  if (compared.kind !== 'compared' || judging.rules.rules.length === 0 || judging.upgradePending) return own;
  const { object: live } = compared;
  const { object: desired } = compared.desired;
  // A Kustomization's rules look at the object as it would be, a HelmRelease's at the one of the release.
  const target = judging.application.kind === 'kustomization' ? live : desired;
  const drift: FieldDrift[] = [];
  const ignored: FieldDrift[] = [...own.ignored];
  for (const entry of own.drift) {
    const path = parsePath(entry.path);
    const rule = fluxRuleFor(judging.rules.rules, target, [
      entry.pointer,
      toPointer(path, live),
      toPointer(path, desired),
    ]);
    if (rule === undefined) drift.push(entry);
    else {
      const message = `${rule.origin} takes it out of Flux's comparison (${rule.path || '/'})`;
      const explanation = { status: 'explained', code: 'ignored-by-rule', message, rule: rule.origin } as const;
      ignored.push({ ...entry, explanation, next: { code: 'stays', message: IGNORED } });
    }
  }
  if (drift.length === own.drift.length) return own;
  const sync = own.sync === 'OutOfSync' && drift.length === 0 ? 'Synced' : own.sync;
  return { ...own, sync, drift, ignored: sorted(ignored) };
}

const IGNORED = 'it triggers no apply; one for another reason leaves it to its owner, or keeps the live value';

function sorted(entries: readonly FieldDrift[]): readonly FieldDrift[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

const ONLY_AN_UPGRADE =
  'nothing that upgrades the release was found: the next upgrade (another chart version or other values) deletes it';

/** The report of a live object that Flux applied and that is no longer declared; a record of the policy may explain it. */
export function extraneousResource(
  application: FluxApplication,
  { ref, kept }: NoLongerDeclared,
  upgradePending: boolean,
  { overrides }: Judging,
): ResourceReport {
  const whose = application.kind === 'kustomization' ? 'the inventory names it' : 'the stored release holds it';
  const bare = { ...ref, health: null, drift: [], ignored: [], undeclared: [] } as const;
  if (kept !== undefined) {
    return {
      ...bare,
      outcome: 'not-compared',
      sync: 'None',
      message: `${whose}, and it is no longer declared; Flux leaves it: ${kept}`,
      explanation: { status: 'explained', code: 'not-pruned-by-flux', message: `Flux does not delete it: ${kept}` },
      next: { code: 'stays', message: `the next reconcile forgets the object and leaves it: ${kept}` },
    };
  }
  const when = application.suspended ? 'once it is resumed, a reconcile' : 'the next reconcile';
  const how = application.kind === 'kustomization' ? 'prunes it' : 'upgrades the release and deletes it';
  return {
    ...bare,
    outcome: 'extraneous',
    sync: 'OutOfSync',
    requiresPruning: true,
    explanation: withOverride(
      {
        status: 'unexplained',
        code: 'extraneous-object',
        message: `${whose}, and it is no longer declared: it was taken out of Git and not pruned yet`,
      },
      { ref, path: [] },
      overrides,
    ),
    next:
      application.kind === 'helmrelease' && !upgradePending
        ? { code: 'stays-until-sync', message: ONLY_AN_UPGRADE }
        : { code: 'removed-at-sync', message: `${when} ${how}` },
  };
}
