import type { Tools } from '../../cli/engine.js';
import { createMask, isSecretPath } from '../../compare/mask.js';
import type { LiveOptions } from '../../config/live-options.js';
import { GitdriftError } from '../../model/errors.js';
import { comparePaths, type FieldPath, fieldElement } from '../../model/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import type { FilledIn, OwnedField, OwnersReport, OwnersRequest } from '../../model/owners-report.js';
import { type KubernetesObject, type LiveResult, type ResourceRef, refKey, refText } from '../../model/resource.js';
import { fieldOwners } from '../../ownership/annotate.js';
import { loadCatalogue } from '../../ownership/catalogue.js';
import { decodeManagedFields } from '../../ownership/decode.js';
import { gitopsManagerOf } from '../../ownership/gitops-manager.js';
import { findAudit } from '../evidence/audit.js';
import { auditWriters } from '../evidence/audited-field.js';
import { findKind } from '../live/find-kind.js';
import { openCluster } from '../live/open-cluster.js';
import { secretCopies, withoutCopies } from '../live/secret-copies.js';
import { withAutoscaler } from './scaled-field.js';
import { whyUnowned } from './unowned-fields.js';

/** Fetches one live object and names the writers of every field; needs no desired state. */
export async function owners(request: OwnersRequest, live: LiveOptions, tools: Tools): Promise<OwnersReport> {
  const open = await openCluster(live, tools);
  const { cluster } = open;
  const gvk = await findKind(request.kind, open);
  const info = await open.kind(gvk);
  const namespace = request.namespace ?? cluster.destination.namespace ?? 'default';
  const ref: ResourceRef = { ...gvk, namespace: info?.namespaced === false ? '' : namespace, name: request.name };
  const object = found((await cluster.fetch([ref])).get(refKey(ref)), ref, cluster);
  for (const warning of cluster.warnings) tools.warn(warning);

  const managed = decodeManagedFields(object);
  const catalogue = loadCatalogue(request.policy?.writers);
  const gitops = gitopsManagerOf(object, managed, undefined, catalogue);
  const owned = fieldOwners({ object, managed, catalogue, gitops });
  const { ghosts } = owned;
  const audit = (await findAudit([ref], request.audit, open, tools))?.of(ref);
  const recorded = await withAutoscaler(ref, owned.fields, cluster);
  const fields = recorded.map((field) =>
    field.neverOwned
      ? field
      : { ...field, writers: auditWriters(field.writers, audit, { ref, object, gitops }, field.elements, catalogue) },
  );
  const filledIn = whyUnowned(
    object,
    fields.filter((field) => field.writers.length === 0 && !field.neverOwned),
    managed.kind === 'entries' ? managed.entries.map((entry) => entry.fields) : [],
    await open.schema([{ ref, object }]),
  );
  return {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: request.toolVersion },
    generatedAt: cluster.now.toISOString(),
    destination: { ...cluster.destination, ...(ref.namespace === '' ? {} : { namespace: ref.namespace }) },
    resource: ref,
    object: shown(ref, object, request.showSecrets),
    managedFields: managed.kind === 'entries' ? 'recorded' : 'absent',
    fields: [...fields]
      .sort((a, b) => comparePaths(a.elements, b.elements))
      .map(({ path, pointer, whole, writers, neverOwned }): OwnedField => {
        const why = neverOwned ? IDENTITY : filledIn.get(pointer);
        return { path, pointer, ...(whole ? { whole } : {}), writers, ...(why === undefined ? {} : { filledIn: why }) };
      }),
    ...(ghosts.length === 0 ? {} : { ghosts: ghosts.map(({ path, writers }) => ({ path, writers })) }),
  };
}

/** apimachinery pkg/util/managedfields/internal/stripmeta.go */
const IDENTITY: FilledIn = {
  category: 'identity',
  rule: 'never-recorded',
  reason: 'the server never records who sets it',
};

function found(result: LiveResult | undefined, ref: ResourceRef, cluster: Cluster): KubernetesObject {
  if (result?.kind === 'found') return result.object;
  if (result?.kind === 'unreadable')
    throw new GitdriftError('cluster-refused', `cannot read ${refText(ref)}: ${result.reason}`);
  throw new GitdriftError('source-not-found', `${where(cluster)} no ${refText(ref)}`, {
    hint: ref.namespace === '' ? 'check the name' : `check the name and the namespace (${ref.namespace})`,
  });
}

function where({ recorded, destination }: Cluster): string {
  return recorded ? `the saved objects of ${destination.recording} have` : 'the cluster has';
}

/** The object without managedFields, its secret values masked, annotations that repeat them left out. */
function shown(ref: ResourceRef, object: KubernetesObject, showSecrets: boolean): JsonObject {
  const mask = createMask();
  const copies = showSecrets ? undefined : secretCopies(ref, [object]);
  const copy = (value: JsonValue, path: FieldPath): JsonValue => {
    if (!showSecrets && isSecretPath(ref, path)) return mask(value, path);
    if (names(path) === 'metadata\nannotations') return withoutCopies(value, path, copies);
    if (isArray(value) || !isObject(value)) return value;
    return below(value, path);
  };
  const below = (value: JsonObject, path: FieldPath): JsonObject => {
    const fields: Record<string, JsonValue> = {};
    for (const [name, inner] of Object.entries(value)) {
      const here = [...path, fieldElement(name)];
      if (names(here) === 'metadata\nmanagedFields') continue;
      setField(fields, name, copy(inner, here));
    }
    return fields;
  };
  return below(object, []);
}

const names = (path: FieldPath): string =>
  path.map((element) => (element.kind === 'field' ? element.name : '')).join('\n');
