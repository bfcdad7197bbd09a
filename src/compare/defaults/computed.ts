import { digString, field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { enclosing, type Level, mapAt, rootOf } from './level.js';

/** The object in which the server fills something in. */
export interface Subject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** A value that the server computes from the fields around; undefined where it fills nothing in. */
export type Compute = (level: Level) => JsonValue | undefined;

/** The entries that the server adds to a map of this level; entries that are there already are never replaced. */
export type Entries = (level: Level, subject: Subject) => JsonObject;

/**
 * The tag that decides on the pull policy: `latest` where neither tag nor digest is given, '' for a bare digest.
 * Source: kubernetes pkg/util/parsers/parsers.go ParseImageName.
 */
function decidingTag(image: string): string {
  const at = image.indexOf('@');
  const named = at < 0 ? image : image.slice(0, at);
  const tag = /:([^:/]+)$/.exec(named)?.[1] ?? '';
  return tag === '' && at < 0 ? 'latest' : tag;
}

function pullPolicy(image: JsonValue | undefined): JsonValue {
  return decidingTag(typeof image === 'string' ? image : '') === 'latest' ? 'Always' : 'IfNotPresent';
}

function templateLabels(level: Level): JsonObject | undefined {
  const labels = ['spec', 'template', 'metadata', 'labels'].reduce<JsonValue | undefined>(field, rootOf(level).object);
  return isObject(labels) ? labels : undefined;
}

function nonEmpty(value: JsonObject | undefined): JsonObject | undefined {
  return value && Object.keys(value).length > 0 ? value : undefined;
}

function isFilled(value: JsonValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
}

/** Default limits of a container: what is said, then max. */
function limitsWithMax(level: Level): JsonObject {
  return { ...mapAt(level, 'max'), ...mapAt(level, 'default') };
}

/** By the names that `compute` of defaults.yaml uses. */
export const COMPUTED: Readonly<Record<string, Compute>> = {
  pullPolicyOfImage: (level) => pullPolicy(field(level.object, 'image')),
  pullPolicyOfReference: (level) => pullPolicy(field(level.object, 'reference')),

  hostPortOfHostNetwork: (level) =>
    field(enclosing(level, 'core/v1.PodSpec')?.object, 'hostNetwork') === true
      ? field(level.object, 'containerPort')
      : undefined,

  emptyDirWithoutSource: (level) => {
    const sources = Object.keys(level.object).filter((key) => key !== 'name' && key !== 'emptyDir');
    return sources.length === 0 ? {} : undefined;
  },

  labelsOfTemplate: (level) => nonEmpty(templateLabels(level)),
  jobBackoffLimit: (level) => (field(level.object, 'backoffLimitPerIndex') === undefined ? 6 : 2147483647),

  networkPolicyTypes: (level) => (isFilled(field(level.object, 'egress')) ? ['Ingress', 'Egress'] : ['Ingress']),

  lowerCaseKind: (level) => digString(level.object, 'kind')?.toLowerCase(),
  kindWithList: (level) => {
    const kind = digString(level.object, 'kind');
    return kind === undefined ? undefined : `${kind}List`;
  },
};

/** By the names that `entries` of defaults.yaml uses. */
export const ENTRIES: Readonly<Record<string, Entries>> = {
  limitsWithoutRequest: (level) => mapAt(level, 'limits'),

  namespaceNameLabel: (_, { name }) => ({ 'kubernetes.io/metadata.name': name }),

  // Not at the template's own metadata.
  labelsOfObjectFromTemplate: (level) => (level.up?.level.up ? {} : (templateLabels(level) ?? {})),

  jobNameLabels: (_, { name }) => ({ 'batch.kubernetes.io/job-name': name, 'job-name': name }),

  containerDefaultLimits: limitsWithMax,
  containerDefaultRequests: (level) => ({ ...mapAt(level, 'min'), ...limitsWithMax(level) }),
};
