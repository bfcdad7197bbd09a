import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk, until } from '../../controlplane/kubectl.js';
import { deployment } from './manifests.js';
import { application, resource, told } from './report-contract.js';
import { world } from './world.js';

const { kubeconfig, kubectl: program } = inject('cluster');
const { apply, diff, kubectl, namespace } = world('admission');
const name = `mutate-${randomUUID().slice(0, 8)}`;

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints:
    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${namespace}}}
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}
  failurePolicy: Fail
  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: >
        Object{
          metadata: Object.metadata{labels: {"cost-center": "42"}},
          spec: Object.spec{minReadySeconds: 7}
        }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}}
`;

describe.concurrent('what admission changes', () => {
  const as = { kubeconfig, program };
  beforeAll(async () => {
    await kubectlOk(['create', '--filename=-'], { ...as, stdin: policy });
    await until(async () => {
      const dry = await kubectl(
        ['create', '--dry-run=server', '--filename=-', '--output=jsonpath={.spec.minReadySeconds}'],
        deployment({ name: 'probe' }),
      );
      return dry === '7';
    }, 'the policy is in force');
  });
  afterAll(() =>
    kubectlOk(['delete', 'mutatingadmissionpolicy,mutatingadmissionpolicybinding', name, '--ignore-not-found'], as),
  );

  it('of an undeclared field is nobody on record, and a note', async () => {
    const desired = deployment({ name: 'labelled', replicas: 1, spec: 'minReadySeconds: 7' });
    await apply(desired);
    expect(told((await diff(desired)).report)).toEqual([
      'Synced, Progressing: wait; exit 0',
      'undeclared Deployment/labelled extra .metadata.labels.cost-center: "42"',
      '  unowned, certain: nobody is recorded',
      '  no manager is recorded for this field: a default, a mutation at admission, or lost bookkeeping',
      `  possible: MutatingAdmissionPolicy ${name} (bound by ${name}) may have written it at admission: it matches this object, and its mutations name the field`,
      '  noted: undeclared-unowned; next: stays',
    ]);
  });

  it('of a declared field looks like a Git that moved on, and a dry run tells the two apart', async () => {
    const desired = deployment({ name: 'rewritten', replicas: 1, spec: 'minReadySeconds: 3' });
    await apply(desired);
    expect(told((await diff(desired)).report)).toEqual(
      expect.arrayContaining([
        'OutOfSync, Progressing: wait; exit 0',
        'drift Deployment/rewritten changed .spec.minReadySeconds: 3 → 7',
        '  gitops, likely: Argo CD, sync (argocd-controller Apply)',
        '  explained: git-ahead; next: unknown',
      ]),
    );
    const { report } = await diff(desired, ['--server-side']);
    expect(application(report).findings).toContainEqual(
      expect.objectContaining({ code: 'server-side-keeps', path: '.spec.minReadySeconds' }),
    );
  });

  it('of a declared field is no lag of a client-side apply, which kept what it set', async () => {
    const desired = deployment({ name: 'client-side', replicas: 1, spec: 'minReadySeconds: 3' });
    await kubectl(['apply', '--filename=-'], desired);
    const { report } = await diff(desired);
    expect(told(report).slice(0, 7)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/client-side changed .spec.minReadySeconds: 3 → 7',
      '  deployer, possible: kubectl apply (kubectl-client-side-apply Update)',
      '  managedFields: kubectl-client-side-apply (Update) names .spec.minReadySeconds; entry last written TIME',
      '  the name "kubectl-client-side-apply" can also mean: a person, a pipeline, or an older Argo CD',
      '  the last-applied annotation declares .spec.minReadySeconds, but not as live has it',
      '  unexplained: deployer-change; next: unknown',
    ]);
    const [drift] = resource(report, 'Deployment', 'client-side').drift;
    expect(drift?.explanation.message).toContain('the last apply set what Git declares');
  });
});
