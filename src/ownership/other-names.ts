import { type FieldPath, fieldElement, startsWith } from '../model/field-path.js';
import { apiVersionOf, type Gvk, parseApiVersion } from '../model/resource.js';

/** Another path under which an entry may name the same thing; `whole` where it stands for more than was asked for. */
export interface OtherName {
  readonly at: FieldPath;
  readonly whole: boolean;
}

interface Rename {
  readonly group: string;
  readonly kind: string;
  /** Confines the rename to entries at that version, or to all but it; absent is any. */
  readonly entryVersion?: string | { readonly not: string };
  readonly asked: FieldPath;
  readonly recorded: FieldPath;
  /** True where what lies below keeps its path; else the recorded field stands for all of it. */
  readonly keepsBelow?: true;
  readonly source: string;
}

const path = (...names: readonly string[]): FieldPath => names.map(fieldElement);

const HPA = { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' } as const;
const HPA_SOURCE = 'kubernetes pkg/apis/autoscaling/v1/conversion.go';
const METRICS = path('spec', 'metrics');
const BEHAVIOR = path('spec', 'behavior');
const CPU = path('spec', 'targetCPUUtilizationPercentage');
const METRICS_MARK = path('metadata', 'annotations', 'autoscaling.alpha.kubernetes.io/metrics');
const BEHAVIOR_MARK = path('metadata', 'annotations', 'autoscaling.alpha.kubernetes.io/behavior');

/** An HPA asked for at v2 with an entry at v1, and the other way round. */
function hpa(atV1: FieldPath, atV2: FieldPath): readonly Rename[] {
  return [
    { ...HPA, entryVersion: 'v1', asked: atV2, recorded: atV1, source: HPA_SOURCE },
    { ...HPA, entryVersion: { not: 'v1' }, asked: atV1, recorded: atV2, source: HPA_SOURCE },
  ];
}

/** Nothing is guessed: a path that is not here means the same under every version, or is not found. */
const RENAMES: readonly Rename[] = [
  {
    group: '',
    kind: 'Secret',
    // The server moves stringData into data after it has recorded the fields, so the data key itself stays unowned.
    asked: path('data'),
    recorded: path('stringData'),
    keepsBelow: true,
    source: 'kubernetes pkg/apis/core/v1/conversion.go; seen on 1.36',
  },
  ...hpa(CPU, METRICS),
  ...hpa(METRICS_MARK, METRICS),
  ...hpa(BEHAVIOR_MARK, BEHAVIOR),
];

/** Every other path under which an entry recorded at `entryApiVersion` may name `asked` of an object fetched as `gvk`. */
export function otherNames(gvk: Gvk, entryApiVersion: string, asked: FieldPath): readonly OtherName[] {
  return RENAMES.filter((rename) => applies(rename, gvk, entryApiVersion) && startsWith(asked, rename.asked)).map(
    (rename) =>
      rename.keepsBelow
        ? { at: [...rename.recorded, ...asked.slice(rename.asked.length)], whole: false }
        : { at: rename.recorded, whole: asked.length > rename.asked.length },
  );
}

/** The paths of an object fetched as `gvk` that `recorded` of an entry at `entryApiVersion` stands for; often none. */
export function liveNames(gvk: Gvk, entryApiVersion: string, recorded: FieldPath): readonly FieldPath[] {
  return RENAMES.filter(
    (rename) =>
      applies(rename, gvk, entryApiVersion) &&
      startsWith(recorded, rename.recorded) &&
      (rename.keepsBelow || recorded.length === rename.recorded.length),
  ).map((rename) => [...rename.asked, ...recorded.slice(rename.recorded.length)]);
}

function applies(rename: Rename, gvk: Gvk, entryApiVersion: string): boolean {
  if (rename.group !== gvk.group || rename.kind !== gvk.kind) return false;
  if (rename.entryVersion === undefined) return true;
  if (entryApiVersion === apiVersionOf(gvk)) return false;
  const { group, version } = parseApiVersion(entryApiVersion);
  if (group !== gvk.group) return false;
  return typeof rename.entryVersion === 'string'
    ? version === rename.entryVersion
    : version !== rename.entryVersion.not && gvk.version === 'v1';
}
