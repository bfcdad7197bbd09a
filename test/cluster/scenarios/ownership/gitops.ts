import { deployment, settings } from '../manifests.js';
import { AHEAD, BY_HAND, DEPLOYER, type Place, type Scenario } from './scenario.js';

const FLUX = '{kustomize.toolkit.fluxcd.io/name: shop, kustomize.toolkit.fluxcd.io/namespace: flux-system}';

/** Settings with a mark of the tool that applies them. */
const marked = (name: string, mark: string, data: Readonly<Record<string, string>>): string =>
  settings(name, data).replace(`name: ${name}\n`, `name: ${name}\n  ${mark}\n`);

/** What GitOps controllers wrote, and what others wrote over it. */
export const gitops = ({ namespace }: Place): readonly Scenario[] => {
  const trackedAs = (name: string): string =>
    `annotations: {argocd.argoproj.io/tracking-id: "shop:/ConfigMap:${namespace}/${name}"}`;
  const argo = { manager: 'argocd-controller' };
  const flux = { manager: 'kustomize-controller' };

  return [
    {
      title: 'Argo CD with a tracking id: Git moved on, and a person changed another field',
      object: 'ConfigMap/argo-tracked',
      before: marked('argo-tracked', trackedAs('argo-tracked'), { mode: 'safe', size: '1' }),
      desired: settings('argo-tracked', { mode: 'safe', size: '2' }),
      happens: ({ kubectl }) =>
        kubectl(['patch', 'configmap/argo-tracked', '--type=merge', '--patch={"data":{"mode":"fast"}}']),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation: BY_HAND,
        },
        {
          list: 'drift',
          path: '.data.size',
          change: 'changed',
          writer: 'gitops, likely: Argo CD, sync',
          entry: 'argocd-controller Apply',
          evidence: [
            'managedFields: argocd-controller (Apply) names PATH; entry last written TIME',
            `annotation argocd.argoproj.io/tracking-id is "shop:/ConfigMap:${namespace}/argo-tracked"`,
          ],
          explanation: AHEAD,
        },
      ],
    },
    {
      title: 'Argo CD through kubectl: an older one, its tracking id in the last-applied annotation',
      object: 'ConfigMap/argo-older',
      appliedBy: '',
      desired: settings('argo-older', { mode: 'fast' }),
      happens: ({ kubectl }) =>
        kubectl(['apply', '--filename=-'], marked('argo-older', trackedAs('argo-older'), { mode: 'safe' })),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'gitops, likely: Argo CD, sync',
          entry: 'kubectl-client-side-apply Update',
          evidence: [
            'managedFields: kubectl-client-side-apply (Update) names PATH; entry last written TIME',
            'the last-applied annotation that this entry wrote holds the tracking id, which Argo CD adds',
            'the last-applied annotation declares PATH as live has it',
          ],
          explanation: AHEAD,
        },
      ],
    },
    {
      title: 'kubectl apply over what Argo CD tracks: no tracking id in the last-applied annotation',
      object: 'ConfigMap/argo-overruled',
      before: marked('argo-overruled', trackedAs('argo-overruled'), { mode: 'safe' }),
      desired: settings('argo-overruled', { mode: 'safe' }),
      happens: ({ kubectl }) => kubectl(['apply', '--filename=-'], settings('argo-overruled', { mode: 'fast' })),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'deployer, possible: kubectl apply, not by Argo CD',
          entry: 'kubectl-client-side-apply Update',
          evidence: [
            'managedFields: kubectl-client-side-apply (Update) names PATH; entry last written TIME',
            'the name "kubectl-client-side-apply" can also mean: a person, or a pipeline; an older Argo CD whose last-applied annotation somebody has overwritten since',
          ],
          explanation: DEPLOYER,
        },
      ],
    },
    {
      title: 'Flux: Git moved on, and no longer declares a key',
      object: 'ConfigMap/flux-behind',
      before: marked('flux-behind', `labels: ${FLUX}`, { mode: 'safe', theme: 'light' }),
      appliedBy: 'kustomize-controller',
      desired: settings('flux-behind', { mode: 'fast' }),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'gitops, likely: Flux, kustomize-controller',
          entry: 'kustomize-controller Apply',
          evidence: [
            'managedFields: kustomize-controller (Apply) names PATH; entry last written TIME',
            'label kustomize.toolkit.fluxcd.io/name is "shop"',
          ],
          explanation: AHEAD,
        },
        {
          list: 'drift',
          path: '.data.theme',
          change: 'extra',
          writer: 'gitops, likely: Flux, kustomize-controller',
          entry: 'kustomize-controller Apply',
          evidence: [
            'managedFields: kustomize-controller (Apply) names PATH; entry last written TIME',
            'label kustomize.toolkit.fluxcd.io/name is "shop"',
          ],
          explanation: 'explained, git-ahead: Git no longer declares it; the GitOps tool applied it before',
        },
      ],
    },
    {
      title: 'kubectl apply over what Flux applies: not Flux itself',
      object: 'ConfigMap/flux-overruled',
      before: marked('flux-overruled', `labels: ${FLUX}`, { mode: 'safe' }),
      appliedBy: 'kustomize-controller',
      desired: settings('flux-overruled', { mode: 'safe' }),
      happens: ({ kubectl }) =>
        kubectl(['apply', '--filename=-'], marked('flux-overruled', `labels: ${FLUX}`, { mode: 'fast' })),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'deployer, possible: kubectl apply',
          entry: 'kubectl-client-side-apply Update',
          evidence: [
            'managedFields: kubectl-client-side-apply (Update) names PATH; entry last written TIME',
            'the name "kubectl-client-side-apply" can also mean: a person, or a pipeline; not Flux, which applies under its controllers\' own names',
          ],
          explanation: DEPLOYER,
        },
      ],
    },
    {
      title: 'two GitOps controllers: both hold one value, which is no drift yet',
      object: 'ConfigMap/shared',
      desired: settings('shared', { mode: 'safe' }),
      happens: ({ apply }) => apply(settings('shared', { mode: 'safe' }), flux),
      told: [],
      findings: [
        "overlapping-writers at .data.mode: Argo CD and Flux both hold it: both apply the same value today, and each will undo the other's as soon as one of them changes it",
      ],
    },
    {
      title: 'two GitOps controllers: the other one took a field over',
      object: 'ConfigMap/contested',
      before: marked('contested', trackedAs('contested'), { mode: 'safe' }),
      desired: settings('contested', { mode: 'safe' }),
      happens: ({ apply }) => apply(settings('contested', { mode: 'fast' }), flux),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'gitops, likely: Flux, kustomize-controller',
          entry: 'kustomize-controller Apply',
          evidence: ['managedFields: kustomize-controller (Apply) names PATH; entry last written TIME'],
          explanation:
            'unexplained, other-gitops-change: a GitOps tool wrote this value, but not the one that applies this object',
        },
      ],
    },
    {
      title: 'a GitOps controller is behind: another program applied the same value',
      object: 'ConfigMap/joined',
      before: settings('joined', { mode: 'safe' }),
      desired: settings('joined', { mode: 'fast' }),
      happens: ({ apply }) => apply(settings('joined', { mode: 'safe' }), { manager: 'flagger' }),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'gitops, likely: Argo CD, sync',
          entry: 'argocd-controller Apply',
          evidence: [
            'managedFields: argocd-controller (Apply) names PATH; entry last written TIME',
            'argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
          ],
          coOwners: ['flagger Apply'],
          explanation: AHEAD,
        },
      ],
    },
    {
      title: 'a GitOps controller put a person’s change right, and Git moved on since',
      object: 'Deployment/healed',
      before: deployment({ name: 'healed', replicas: 1, spec: 'minReadySeconds: 5' }),
      desired: deployment({ name: 'healed', replicas: 1, spec: 'minReadySeconds: 7' }),
      happens: async ({ apply, kubectl }) => {
        await kubectl(['patch', 'deployment/healed', '--patch={"spec":{"minReadySeconds":9}}']);
        await apply(deployment({ name: 'healed', replicas: 1, spec: 'minReadySeconds: 5' }), argo);
      },
      told: [
        {
          list: 'drift',
          path: '.spec.minReadySeconds',
          change: 'changed',
          writer: 'gitops, likely: Argo CD, sync',
          entry: 'argocd-controller Apply',
          evidence: [
            'managedFields: argocd-controller (Apply) names PATH; entry last written TIME',
            'argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
          ],
          explanation: AHEAD,
        },
      ],
    },
    {
      title: 'Flux’s helm-controller: an upgrade of a chart, and a person’s change',
      object: 'ConfigMap/helm-release',
      before: marked(
        'helm-release',
        'labels: {helm.toolkit.fluxcd.io/name: shop, helm.toolkit.fluxcd.io/namespace: flux-system}',
        { mode: 'safe', size: '1' },
      ),
      appliedBy: '',
      desired: settings('helm-release', { mode: 'safe', size: '2' }),
      happens: async ({ kubectl, send }) => {
        const made = marked(
          'helm-release',
          'labels: {helm.toolkit.fluxcd.io/name: shop, helm.toolkit.fluxcd.io/namespace: flux-system}',
          { mode: 'safe', size: '1' },
        );
        await send('POST', made, { agent: 'helm-controller/v1.1.0 (linux/amd64) kubernetes/$Format' });
        await kubectl(['patch', 'configmap/helm-release', '--type=merge', '--patch={"data":{"mode":"fast"}}']);
      },
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation: BY_HAND,
        },
        {
          list: 'drift',
          path: '.data.size',
          change: 'changed',
          writer: 'gitops, likely: Flux, helm-controller',
          entry: 'helm-controller Update',
          evidence: [
            'managedFields: helm-controller (Update) names PATH; entry last written TIME',
            'label helm.toolkit.fluxcd.io/name is "shop"',
          ],
          explanation: AHEAD,
        },
      ],
    },
    {
      title: 'Argo CD client-side, then a person: kubectl apply takes the tracking id away with the rest',
      object: 'ConfigMap/argo-update',
      appliedBy: '',
      desired: settings('argo-update', { mode: 'safe', size: '1' }),
      happens: async ({ kubectl }) => {
        const argoApplies = ['apply', '--field-manager=argocd-controller', '--filename=-'];
        await kubectl(argoApplies, marked('argo-update', trackedAs('argo-update'), { mode: 'safe', size: '1' }));
        await kubectl(['apply', '--filename=-'], settings('argo-update', { mode: 'fast', size: '1' }));
      },
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'deployer, possible: kubectl apply',
          entry: 'kubectl-client-side-apply Update',
          evidence: [
            'managedFields: kubectl-client-side-apply (Update) names PATH; entry last written TIME',
            'the name "kubectl-client-side-apply" can also mean: a person, a pipeline, or an older Argo CD',
          ],
          explanation: DEPLOYER,
        },
      ],
    },
    {
      // The tracking id went with the person's apply, and nothing on the object tells of Argo CD any more.
      title: 'an older Argo CD, then a person: both under kubectl’s name',
      object: 'ConfigMap/argo-older-overruled',
      appliedBy: '',
      desired: settings('argo-older-overruled', { mode: 'safe', size: '1' }),
      happens: async ({ kubectl }) => {
        const applies = ['apply', '--filename=-'];
        const name = 'argo-older-overruled';
        await kubectl(applies, marked(name, trackedAs(name), { mode: 'safe', size: '1' }));
        await kubectl(applies, settings(name, { mode: 'fast', size: '1' }));
      },
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'deployer, possible: kubectl apply',
          entry: 'kubectl-client-side-apply Update',
          evidence: [
            'managedFields: kubectl-client-side-apply (Update) names PATH; entry last written TIME',
            'the name "kubectl-client-side-apply" can also mean: a person, a pipeline, or an older Argo CD',
            'the last-applied annotation declares PATH as live has it',
          ],
          explanation:
            'explained, git-ahead: live still holds what the last apply set: Git has moved on, or that apply was of another version',
        },
      ],
    },
    {
      title: 'Git gave a container up that a person had changed: a sync takes both away',
      object: 'Deployment/given-up',
      before: deployment({ name: 'given-up', replicas: 1 }).concat(
        '      - {name: log, image: "registry.example/log:1", workingDir: /srv}\n',
      ),
      desired: deployment({ name: 'given-up', replicas: 1 }),
      happens: ({ kubectl }) => kubectl(['set', 'image', 'deployment/given-up', 'log=registry.example/log:hotfix']),
      told: [
        {
          list: 'drift',
          path: '.spec.template.spec.containers[name="log"]',
          change: 'extra',
          writer: 'manual, likely: kubectl set',
          entry: 'kubectl-set Update',
          evidence: ['managedFields: kubectl-set (Update) names fields below PATH; entry last written TIME'],
          coOwners: ['argocd-controller Apply'],
          explanation:
            'unexplained, manual-change: changed by hand or by a script, outside Git; Git no longer declares it',
        },
      ],
    },
    {
      title: 'Flux, then kubectl apply --server-side by a person: all of its fields taken over',
      object: 'ConfigMap/flux-taken',
      before: marked('flux-taken', `labels: ${FLUX}`, { mode: 'safe' }),
      appliedBy: 'kustomize-controller',
      desired: settings('flux-taken', { mode: 'safe' }),
      happens: ({ kubectl }) =>
        kubectl(
          ['apply', '--server-side', '--force-conflicts', '--filename=-'],
          marked('flux-taken', `labels: ${FLUX}`, { mode: 'fast' }),
        ),
      told: [
        {
          list: 'drift',
          path: '.data.mode',
          change: 'changed',
          writer: 'deployer, possible: kubectl apply --server-side',
          entry: 'kubectl Apply',
          evidence: [
            'managedFields: kubectl (Apply) names PATH; entry last written TIME',
            'the name "kubectl" can also mean: a person, or a pipeline',
          ],
          explanation: DEPLOYER,
        },
      ],
    },
  ];
};
