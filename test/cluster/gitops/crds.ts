import { inject } from 'vitest';
import { kubectlOk } from '../../controlplane/kubectl.js';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
/** An object whose fields are nobody's business here. */
const anything: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const map: Schema = { type: 'object', additionalProperties: text };
const list = (items: Schema): Schema => ({ type: 'array', items });
/** A struct: what it does not list is dropped without a word, as by the real definitions. */
const struct = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });
/** Known fields beside which others are kept. */
const open = (properties: Readonly<Record<string, Schema>>): Schema => ({ ...anything, properties });

interface Definition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly spec: Schema;
  /** Applications and projects of Argo CD have none: their controllers write the whole object. */
  readonly statusSubresource: boolean;
  /** What stands beside spec and status. */
  readonly more?: Readonly<Record<string, Schema>>;
}

function definition({ group, version, kind, plural, spec, statusSubresource, more = {} }: Definition): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: struct({ spec, status: anything, ...more }) },
          ...(statusSubresource ? { subresources: { status: {} } } : {}),
        },
      ],
    },
  };
}

/** Argo CD before 3.1 knows no `automated.enabled`. */
function automated(enabled: boolean): Schema {
  return struct({ prune: flag, selfHeal: flag, allowEmpty: flag, ...(enabled ? { enabled: flag } : {}) });
}

function applicationSpec(enabled: boolean): Schema {
  return struct({
    project: text,
    source: anything,
    sources: list(anything),
    sourceHydrator: anything,
    destination: struct({ server: text, name: text, namespace: text }),
    syncPolicy: struct({
      automated: automated(enabled),
      syncOptions: list(text),
      retry: anything,
      managedNamespaceMetadata: anything,
    }),
    ignoreDifferences: list(anything),
    info: list(anything),
    revisionHistoryLimit: { type: 'integer' },
  });
}

function argoDefinitions(enabled: boolean): readonly object[] {
  const argo = { group: 'argoproj.io', version: 'v1alpha1' };
  return [
    definition({
      ...argo,
      kind: 'Application',
      plural: 'applications',
      spec: applicationSpec(enabled),
      statusSubresource: false,
      more: { operation: anything },
    }),
    definition({
      ...argo,
      kind: 'ApplicationSet',
      plural: 'applicationsets',
      spec: struct({
        goTemplate: flag,
        generators: list(anything),
        template: struct({
          metadata: struct({ name: text, labels: map, annotations: map, finalizers: list(text) }),
          spec: applicationSpec(enabled),
        }),
        templatePatch: text,
        preservedFields: struct({ annotations: list(text), labels: list(text) }),
        ignoreApplicationDifferences: list(
          struct({ name: text, jsonPointers: list(text), jqPathExpressions: list(text) }),
        ),
        syncPolicy: struct({ applicationsSync: text, preserveResourcesOnDeletion: flag }),
        strategy: anything,
      }),
      statusSubresource: true,
    }),
    definition({ ...argo, kind: 'AppProject', plural: 'appprojects', spec: anything, statusSubresource: false }),
  ];
}

/** The kinds of Argo CD, in shapes of our own. */
export const ARGO_CD = argoDefinitions(true);
/** The kinds of an Argo CD before 3.1. */
export const OLD_ARGO_CD = argoDefinitions(false);

/** The kinds of Flux. */
export const FLUX: readonly object[] = [
  definition({
    group: 'kustomize.toolkit.fluxcd.io',
    version: 'v1',
    kind: 'Kustomization',
    plural: 'kustomizations',
    spec: open({ suspend: flag, interval: text, path: text, prune: flag, sourceRef: anything }),
    statusSubresource: true,
  }),
  definition({
    group: 'helm.toolkit.fluxcd.io',
    version: 'v2',
    kind: 'HelmRelease',
    plural: 'helmreleases',
    spec: open({ suspend: flag, interval: text, releaseName: text, driftDetection: anything }),
    statusSubresource: true,
  }),
  ...(
    [
      ['GitRepository', 'gitrepositories'],
      ['OCIRepository', 'ocirepositories'],
      ['HelmRepository', 'helmrepositories'],
    ] as const
  ).map(([kind, plural]) =>
    definition({
      group: 'source.toolkit.fluxcd.io',
      version: 'v1',
      kind,
      plural,
      spec: open({ suspend: flag, interval: text, url: text }),
      statusSubresource: true,
    }),
  ),
];

/** A kind whose operator makes Deployments. */
export const STOREFRONTS: readonly object[] = [
  definition({
    group: 'shop.example.com',
    version: 'v1',
    kind: 'Storefront',
    plural: 'storefronts',
    spec: struct({ image: text }),
    statusSubresource: true,
  }),
];

/** Installs definitions and waits until they are served; files that run at the same time may install the same ones. */
export async function install(
  definitions: readonly object[],
  { kubeconfig, kubectl: program }: { readonly kubeconfig: string; readonly kubectl: string } = inject('cluster'),
): Promise<void> {
  const as = { kubeconfig, program };
  const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: definitions });
  await kubectlOk(['apply', '--server-side', '--force-conflicts', '--filename=-'], { ...as, stdin });
  const names = definitions.map((one) => `crd/${(one as { metadata: { name: string } }).metadata.name}`);
  await kubectlOk(['wait', '--for=condition=Established', ...names, '--timeout=60s'], as);
}
