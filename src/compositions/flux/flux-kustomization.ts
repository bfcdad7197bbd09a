import { GitdriftError } from '../../model/errors.js';
import type { FluxKustomization, FluxSource } from '../../model/flux.js';
import { digString, field } from '../../model/json.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { Finding } from '../../model/report.js';
import { renderFluxKustomization } from '../../render/flux/kustomization.js';
import { substituteVariables } from '../../render/flux/post-build.js';
import { withCommonMetadata } from '../../render/flux/post-render.js';
import type { FluxDesired, FluxRendering } from './flux-rendering.js';
import { variablesOf } from './flux-variables.js';

/** Renders a Kustomization: its source's artifact built, variables put in, common metadata set. Throws GitdriftError. */
export async function renderKustomizationObject(
  application: FluxKustomization,
  { objects, artifacts, tools }: FluxRendering,
): Promise<FluxDesired> {
  const source = await objects.source(application.source);
  const artifact = await artifacts.open(source);
  const io = { ...tools, apiVersions: async () => [] };
  const rendered = await renderFluxKustomization(artifact.root, application.path, application.spec, io);
  if (!application.decrypts) refuseEncrypted(rendered.documents);
  const variables = await variablesOf(application, objects);
  const substituted = variables === undefined ? rendered.documents : substituteVariables(rendered.documents, variables);
  return {
    documents: withCommonMetadata(substituted, application.commonLabels, application.commonAnnotations),
    sources: [
      {
        repoURL: artifact.repoURL,
        path: application.path.replace(/^\.\/+|\/+$/g, '') || '.',
        targetRevision: artifact.targetRevision,
        ...(artifact.revision === '' ? {} : { revision: artifact.revision }),
        renderer: rendered.renderer,
      },
    ],
    findings: [...rendered.findings, ...sourceFindings(source, artifact.submodules)],
    revision: artifact.revision,
  };
}

/** kustomize-controller refuses a Secret that SOPS encrypted where nothing says how to decrypt it. */
function refuseEncrypted(documents: readonly ManifestDocument[]): void {
  const encrypted = documents.find(
    ({ value }) => field(value, 'sops') !== undefined && digString(value, 'kind') === 'Secret',
  );
  if (encrypted === undefined) return;
  const name = digString(encrypted.value, 'metadata', 'name') ?? '';
  throw new GitdriftError(
    'manifest-invalid',
    `Secret ${name} is SOPS encrypted, and the Kustomization has no decryption`,
    {
      hint: 'Flux refuses it: set spec.decryption',
      position: { file: encrypted.origins.file },
    },
  );
}

/** What is to be said of a source: that it is suspended, or could not fetch what it was asked for. */
export function sourceFindings(source: FluxSource, submodules: readonly string[]): readonly Finding[] {
  const name = `${source.kind} ${source.namespace}/${source.name}`;
  return [
    ...(source.suspended
      ? [
          {
            code: 'flux-source-behind',
            severity: 'warning',
            message: `${name} is suspended: its last artifact is applied on and on`,
          } as const,
        ]
      : []),
    ...(source.notReady === undefined
      ? []
      : [
          {
            code: 'flux-source-behind',
            severity: 'warning',
            message: `${name} is not ready, so its artifact may be old: ${source.notReady}`,
          } as const,
        ]),
    ...(submodules.length === 0
      ? []
      : [
          {
            code: 'submodule-not-read',
            severity: 'warning',
            message: `Git submodules were not read: ${submodules.join(', ')}; gitdrift clones none`,
          } as const,
        ]),
  ];
}
