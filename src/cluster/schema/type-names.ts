import type { TypeSchema } from '../../model/schema.js';

const MODULES = [
  /^io\.k8s\.api\.([a-z0-9]+)\.(v[a-z0-9]+)\.(\w+)$/,
  /^io\.k8s\.apimachinery\.pkg\.apis\.([a-z0-9]+)\.(v[a-z0-9]+)\.(\w+)$/,
  /^io\.k8s\.[a-z-]+\.pkg\.apis\.([a-z0-9]+)\.(v[a-z0-9]+)\.(\w+)$/,
];

/**
 * The name of a type in our bundles: `core/v1.PodSpec` for `io.k8s.api.core.v1.PodSpec`, `meta/v1.ObjectMeta` for
 * apimachinery's; a name of any other shape stays as it is.
 */
export function shortTypeName(openApiName: string): string {
  for (const module of MODULES) {
    const match = module.exec(openApiName);
    if (match) return `${match[1]}/${match[2]}.${match[3]}`;
  }
  return openApiName;
}

/** True for a type that is compiled into Kubernetes, so that the rules of Go types hold for it. */
export function isGoType(openApiName: string): boolean {
  return /^io\.k8s\.(api|apimachinery|kube-aggregator|apiextensions-apiserver|metrics)\./.test(openApiName);
}

/** Go types with a JSON form of their own, which OpenAPI tells only by their names. */
const SPECIAL_TYPES: Readonly<Record<string, TypeSchema>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { kind: 'scalar', type: 'quantity' },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { kind: 'scalar', type: 'int-or-string' },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': { kind: 'scalar', type: 'time' },
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': { kind: 'scalar', type: 'micro-time' },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Duration': { kind: 'scalar', type: 'duration' },
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': { kind: 'any' },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Patch': { kind: 'any' },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { kind: 'any' },
};

/** The schema of a Go type that marshals itself, or undefined for an ordinary one. */
export function specialType(openApiName: string): TypeSchema | undefined {
  return Object.hasOwn(SPECIAL_TYPES, openApiName) ? SPECIAL_TYPES[openApiName] : undefined;
}
