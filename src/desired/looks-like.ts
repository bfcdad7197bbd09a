import { field, isObject, type JsonValue } from '../model/json.js';

/** What a file that is no Kubernetes object most likely is, and what to do about it; undefined where nothing tells. */
export function looksLike(value: JsonValue, file: string): string | undefined {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (/^kustomization\.ya?ml$|^Kustomization$/.test(name)) {
    return 'this is a kustomization: give its folder as the path, or use --renderer kustomize';
  }
  if (/^values.*\.ya?ml$/.test(name))
    return 'this looks like the values of a Helm chart: give the chart as the path and this file with --values';
  if (name === 'Chart.yaml') return 'this is a Helm chart: give its folder as the path, or use --renderer helm';
  if (/^(docker-)?compose\.ya?ml$/.test(name)) return 'this is a compose file, which Kubernetes does not read';
  if (isObject(value) && Object.hasOwn(value, 'openapi')) return 'this is an OpenAPI document';
  if (isObject(value) && field(value, 'apiVersion') === undefined && Object.hasOwn(value, 'resources')) {
    return 'this looks like a kustomization: its file has to be named kustomization.yaml';
  }
  return undefined;
}
