import type { FluxChart, FluxHelmRelease, FluxStatus } from '../../model/flux.js';
import { dig, field, isObject, type JsonObject } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { isTrue, objects, optional, text, texts } from '../argocd/text-fields.js';
import { fluxInvalid, readCommon, readFluxStatus, readIgnoreRules, readReference } from './read-common.js';
import { shortReleaseName } from './release-name.js';

/** The group of HelmReleases, and of the labels and annotations that their controller reads. */
export const HELM_GROUP = 'helm.toolkit.fluxcd.io';

/** Reads a Flux HelmRelease; `where` names the file or the cluster in messages. Throws `manifest-invalid`. */
export function readHelmRelease(object: KubernetesObject, where: string): FluxHelmRelease {
  const { common, spec } = readCommon(object, { group: HELM_GROUP, kind: 'HelmRelease', where });
  const chart = readChart(field(spec, 'chart'), common.namespace);
  const chartRef = readReference(field(spec, 'chartRef'), common.namespace);
  if (chart === undefined && chartRef.name === '') {
    throw fluxInvalid(`the HelmRelease ${common.name} in ${where} names no chart (spec.chart or spec.chartRef)`);
  }
  const values = field(spec, 'values');
  const mode = text(spec, 'driftDetection', 'mode');
  const whole =
    text(spec, 'releaseName') ||
    (common.targetNamespace === '' ? common.name : `${common.targetNamespace}-${common.name}`);
  return {
    kind: 'helmrelease',
    ...common,
    releaseName: shortReleaseName(whole),
    releaseNamespace: common.targetNamespace || common.namespace,
    storageNamespace: text(spec, 'storageNamespace') || common.namespace,
    ...(chart === undefined ? {} : { chart }),
    ...(chart === undefined ? { chartRef } : {}),
    values: isObject(values) ? values : {},
    valuesFrom: objects(field(spec, 'valuesFrom')).map((entry) => ({
      kind: text(entry, 'kind'),
      name: text(entry, 'name'),
      key: text(entry, 'valuesKey') || 'values.yaml',
      targetPath: text(entry, 'targetPath'),
      optional: isTrue(entry, 'optional'),
      literal: isTrue(entry, 'literal'),
    })),
    postRenderers: objects(field(spec, 'postRenderers')).flatMap((entry) => {
      const kustomize = field(entry, 'kustomize');
      return isObject(kustomize) ? [kustomize] : [];
    }),
    driftDetection: mode === 'enabled' || mode === 'warn' ? mode : 'disabled',
    ignore: readIgnoreRules(dig(spec, 'driftDetection', 'ignore'), 'spec.driftDetection.ignore'),
    status: readStatus(object),
  };
}

function readChart(template: unknown, namespace: string): FluxChart | undefined {
  const spec = field(template as JsonObject | undefined, 'spec');
  if (!isObject(spec) || text(spec, 'chart') === '') return undefined;
  return {
    chart: text(spec, 'chart'),
    version: text(spec, 'version') || '*',
    source: readReference(field(spec, 'sourceRef'), namespace),
    valuesFiles: texts(field(spec, 'valuesFiles')),
    ignoreMissingValuesFiles: isTrue(spec, 'ignoreMissingValuesFiles'),
    perRevision: text(spec, 'reconcileStrategy') === 'Revision',
  };
}

function readStatus(object: KubernetesObject): FluxStatus {
  const last = dig(object, 'status', 'history', 0);
  return {
    ...readFluxStatus(object),
    ...optional('appliedRevision', text(last, 'chartVersion')),
    ...optional('lastReconciled', text(last, 'lastDeployed')),
    ...optional('lastStatus', text(last, 'status')),
  };
}
