import { digString, field, isObject, type JsonValue } from '../model/json.js';

const KUSTOMIZATION = 'this is a kustomization: give its folder as the path, or use --renderer kustomize';
const VALUES = 'this looks like the values of a Helm chart: give the chart as the path and this file with --values';
const CHART = 'this is a Helm chart: give its folder as the path, or use --renderer helm';

/** What a file that is no Kubernetes object most likely is, and what to do about it; undefined where nothing tells. */
export function looksLike(value: JsonValue, file: string): string | undefined {
  return byName(file.slice(file.lastIndexOf('/') + 1)) ?? byContent(value);
}

function byName(name: string): string | undefined {
  if (/^(kustomization\.ya?ml|Kustomization)$/.test(name)) return KUSTOMIZATION;
  if (/^values.*\.ya?ml$/.test(name)) return VALUES;
  if (name === 'Chart.yaml') return CHART;
  if (/^(docker-)?compose(\.[\w-]+)?\.ya?ml$/.test(name))
    return 'this is a compose file, which Kubernetes does not read';
  if (name === 'package.json' || name === 'tsconfig.json')
    return 'this file configures a program; leave it out of the path';
  return undefined;
}

function byContent(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  if (digString(value, 'apiVersion')?.startsWith('kustomize.config.k8s.io/')) return KUSTOMIZATION;
  const has = (...names: readonly string[]): boolean => names.every((name) => field(value, name) !== undefined);
  if (has('openapi') || has('swagger')) return 'this is an OpenAPI document, no manifest';
  if (has('$schema', 'properties')) return 'this is a JSON Schema, no manifest';
  if (!has('kind') && /^v[12]$/.test(digString(value, 'apiVersion') ?? '') && has('name', 'version')) return CHART;
  if (has('apiVersion') || has('kind')) return undefined;
  if (has('resources') && Array.isArray(field(value, 'resources')))
    return 'this looks like a kustomization: its file has to be named kustomization.yaml';
  if (has('replicaCount') || isObject(field(value, 'image'))) return VALUES;
  return undefined;
}
