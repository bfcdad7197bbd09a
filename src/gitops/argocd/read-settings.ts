import type { ArgoIgnoreRule } from '../../model/argo-application.js';
import type { ArgoHealthScript, ArgoResourceFilter, ArgoSettings, KnownTypeField } from '../../model/argo-settings.js';
import { field, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import exclusionData from './exclusions.yaml';
import { readIgnoreRule } from './ignore-rule.js';
import { type Customization, readCustomizations } from './read-customizations.js';
import { readSettingYaml } from './setting-yaml.js';
import { objects, text, textMap, texts } from './text-fields.js';

const EXCLUSIONS = exclusionData as Readonly<Record<'always' | 'shipped', readonly JsonObject[]>>;

/** Kinds that Argo CD never looks at, whatever the settings say. */
export const ALWAYS_EXCLUDED: readonly ArgoResourceFilter[] = EXCLUSIONS.always.map(readFilter);

const TRACKING_METHODS = ['annotation', 'label', 'annotation+label'] as const;

/**
 * Reads the ConfigMaps argocd-cm and argocd-cmd-params-cm; what they do not say, or the ConfigMap that is not there, is as
 * Argo CD ships it. Never throws: what cannot be read is told in `faults`.
 */
export function readSettings(argocdCm?: KubernetesObject, parameters?: KubernetesObject): ArgoSettings {
  const values = textMap(field(argocdCm, 'data'));
  const faults: string[] = [];
  const warnings: string[] = [];
  const customizations = readCustomizations(values, faults);
  const compare = readSettingYaml(values, 'resource.compareoptions', faults);
  const method = text(values, 'application.resourceTrackingMethod');
  return {
    trackingMethod: TRACKING_METHODS.find((known) => known === method) ?? 'annotation',
    instanceLabelKey: text(values, 'application.instanceLabelKey') || 'app.kubernetes.io/instance',
    installationId: text(values, 'installationID'),
    exclusions: readFilters(values, 'resource.exclusions', faults) ?? EXCLUSIONS.shipped.map(readFilter),
    inclusions: readFilters(values, 'resource.inclusions', faults) ?? [],
    ignoreResourceStatus: statusOption(field(compare, 'ignoreResourceStatusField')),
    ignoreAggregatedRoles: field(compare, 'ignoreAggregatedRoles') === true,
    serverSideDiff: text(parameters, 'data', 'controller.diff.server.side') === 'true',
    ignoreDifferences: customizations.flatMap(ignoreRule),
    knownTypeFields: Object.fromEntries(
      customizations.flatMap((one) => (one.knownTypeFields === undefined ? [] : [[one.key, knownTypes(one)]])),
    ),
    healthScripts: customizations.flatMap(healthScript),
    globalProjects: objects(readSettingYaml(values, 'globalProjects', warnings)).map((entry) => ({
      project: text(entry, 'projectName'),
      labelSelector: field(entry, 'labelSelector'),
    })),
    values,
    faults,
    warnings,
  };
}

function readFilters(
  values: Readonly<Record<string, string>>,
  key: string,
  faults: string[],
): readonly ArgoResourceFilter[] | undefined {
  if (values[key] === undefined) return undefined;
  return objects(readSettingYaml(values, key, faults)).map(readFilter);
}

function readFilter(entry: JsonObject): ArgoResourceFilter {
  return {
    apiGroups: texts(field(entry, 'apiGroups')),
    kinds: texts(field(entry, 'kinds')),
    clusters: texts(field(entry, 'clusters')),
  };
}

/** An unquoted `off` is the boolean false of YAML 1.1; words that Argo CD does not know count as `all`. */
function statusOption(value: JsonValue | undefined): 'all' | 'crd' | 'none' {
  if (value === false || value === 'none' || value === 'off' || value === 'false') return 'none';
  return value === 'crd' ? 'crd' : 'all';
}

function ignoreRule({ key, origin, ignoreDifferences }: Customization): ArgoIgnoreRule[] {
  if (ignoreDifferences === undefined) return [];
  return [{ ...readIgnoreRule(ignoreDifferences, origin.ignoreDifferences), ...groupAndKind(key), overrideKey: key }];
}

function knownTypes({ knownTypeFields }: Customization): readonly KnownTypeField[] {
  return objects(knownTypeFields).map((entry) => ({ field: text(entry, 'field'), type: text(entry, 'type') }));
}

function healthScript({ key, health, useOpenLibs }: Customization): ArgoHealthScript[] {
  if (health === undefined || health === '') return [];
  return [{ ...groupAndKind(key), script: health, useOpenLibs }];
}

/** `apps/Deployment`; a key without a slash is a kind of the core group. */
function groupAndKind(key: string): { readonly group: string; readonly kind: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { group: '', kind: key } : { group: key.slice(0, slash), kind: key.slice(slash + 1) };
}
