import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import type { FluxKustomization } from '../../model/flux.js';
import { digString, field } from '../../model/json.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { Finding } from '../../model/report.js';
import { detect } from '../../render/detect.js';
import { renderFluxKustomization } from '../../render/flux/kustomization.js';
import { substituteVariables } from '../../render/flux/post-build.js';
import { withCommonMetadata } from '../../render/flux/post-render.js';
import type { Artifact } from '../../source/flux/artifact.js';
import type { FluxDesired, FluxRendering } from './flux-rendering.js';
import { sourceFindings } from './flux-source-findings.js';
import { variablesOf } from './flux-variables.js';

/** Renders a Kustomization: its source's artifact built, variables put in, common metadata set. Throws GitdriftError. */
export async function renderKustomizationObject(
  application: FluxKustomization,
  { objects, artifacts, tools }: FluxRendering,
): Promise<FluxDesired> {
  const source = await objects.source(application.source);
  const artifact = await artifacts.open(source);
  const io = { ...tools, apiVersions: async () => [] };
  const { spec, removed } = servedSpec(application);
  const rendered = await renderFluxKustomization(artifact.root, application.path, spec, io);
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
    findings: [...rendered.findings, ...sourceFindings(source, artifact), ...removed],
    part: await partOf(application, artifact),
    revision: artifact.revision,
  };
}

/** The folder in the clone of the artifact; one without a kustomization is read file by file. */
async function partOf(application: FluxKustomization, artifact: Artifact): Promise<FluxDesired['part']> {
  const common = { shown: artifact.repoURL, valuesFiles: [] };
  const { repository } = artifact;
  if (repository?.root === undefined) return { ...common, renderer: 'kustomize' };
  const path = application.path.replace(/^\.?\/+|\/+$/g, '') || '.';
  const location = join(repository.root, path);
  const { renderer } = await detect(location, true, undefined, repository.root).catch(() => ({
    renderer: 'kustomize' as const,
  }));
  return { ...common, renderer, source: { ...repository, location, path, recursive: true } };
}

/** Fields that v1 has no more: the API server drops them from an object of that version, whatever a file of it says. */
const REMOVED = ['patchesStrategicMerge', 'patchesJson6902', 'validation'];

function servedSpec({ spec, object }: FluxKustomization): {
  readonly spec: FluxKustomization['spec'];
  readonly removed: readonly Finding[];
} {
  const found = REMOVED.filter((name) => field(spec, name) !== undefined);
  if (found.length === 0 || !object.apiVersion.endsWith('/v1')) return { spec, removed: [] };
  return {
    spec: Object.fromEntries(Object.entries(spec).filter(([name]) => !REMOVED.includes(name))),
    removed: found.map((name) => ({
      code: 'flux-not-judged',
      severity: 'warning',
      message: `spec.${name} is no field of ${object.apiVersion}, so the API server drops it and Flux never sees it${name === 'validation' ? '' : ': write it as spec.patches'}`,
    })),
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
