import { dig, digString, isArray } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { ParentClaim } from './claim.js';
import { TOOL_RUN } from './kinds.js';

/** Tools that apply when somebody runs them, and leave no mark but their field manager. */
const TOOLS = [
  // terraform-provider-kubernetes docs/resources/manifest.md; typed resources by the provider's User-Agent
  { kind: 'Terraform', name: 'apply', managers: /^(?:Terraform|HashiCorp)$/ },
  // pulumi-kubernetes#2271, #2491: with server-side apply every resource has a manager of its own
  { kind: 'Pulumi', name: 'up', managers: /^pulumi-kubernetes(?:-|$)/ },
] as const;

/** The runs of Terraform and Pulumi that managedFields name; a mark of nobody, so that it is as good as the name is. */
export function byRuns(object: KubernetesObject): readonly ParentClaim[] {
  const entries = dig(object.metadata, 'managedFields');
  const names = (isArray(entries) ? entries : [])
    .filter((entry) => (digString(entry, 'subresource') ?? '') === '')
    .flatMap((entry) => digString(entry, 'manager') ?? []);
  return TOOLS.flatMap(({ kind, name, managers }) => {
    const manager = names.find((one) => managers.test(one));
    if (manager === undefined) return [];
    return [
      {
        basis: 'field-manager' as const,
        parent: { group: TOOL_RUN.group, kind, version: '', namespace: '', name },
        message: `managedFields names ${manager}, the manager of ${kind}`,
      },
    ];
  });
}
