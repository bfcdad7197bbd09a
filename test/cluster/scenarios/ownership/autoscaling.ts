import { until } from '../../../controlplane/kubectl.js';
import { autoscaler, deployment } from '../manifests.js';
import { type Actors, BY_HAND, type Place, type Scenario } from './scenario.js';
import { CAPPED } from './surroundings.js';

const argo = { manager: 'argocd-controller' };

/** Applies an autoscaler and waits until it has raised the workload and has said that it finds no metrics. */
async function autoscaled({ apply, kubectl }: Actors, name: string, min: number, max: number): Promise<void> {
  await apply(autoscaler(name, min, max), argo);
  const replicas = ['get', 'deployment', name, '--output=jsonpath={.spec.replicas}'];
  await until(async () => Number(await kubectl(replicas)) >= min, `the autoscaler scales ${name} to ${min}`);
  await says({ kubectl }, name, 'ScalingActive', 'FailedGetResourceMetric');
}

/** Waits until a condition of an autoscaler has that reason. */
async function says(
  { kubectl }: Pick<Actors, 'kubectl'>,
  name: string,
  condition: string,
  reason: string,
): Promise<void> {
  const said = ['get', 'hpa', name, `--output=jsonpath={.status.conditions[?(@.type=="${condition}")].reason}`];
  await until(async () => (await kubectl(said)) === reason, `the autoscaler ${name} says ${reason}`);
}

/** The real autoscaler of Kubernetes, and people beside it. */
export const autoscaling = ({ namespace, suffix }: Place): readonly Scenario[] => {
  const group = `shop-${suffix}.example.com`;
  const route = `apiVersion: ${group}/v1\nkind: Route\nmetadata: {name: storefront}\nspec: {replicas: 1}\n`;
  return [
    {
      title: 'an HPA in its bounds',
      object: 'Deployment/hpa',
      desired: deployment({ name: 'hpa', replicas: 1 }),
      happens: (actors) => autoscaled(actors, 'hpa', 4, 8),
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'autoscaler, certain: HPA hpa',
          entry: 'kube-controller-manager Update scale',
          evidence: [
            'managedFields: kube-controller-manager (Update, subresource scale) names PATH; the entry has no time',
            'the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
            `HorizontalPodAutoscaler ${namespace}/hpa targets this workload, bounds 4–8, last scaled at TIME; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone`,
          ],
          explanation:
            'explained, hpa-controls-replicas: HPA hpa, bounds 4–8; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone',
        },
      ],
      findings: [
        `overlapping-writers at .spec.replicas: Git declares .spec.replicas and HorizontalPodAutoscaler ${namespace}/hpa sets it: every sync undoes the autoscaler`,
      ],
    },
    {
      title: 'an HPA in its bounds: Git declares no replicas, and no entry is left',
      object: 'Deployment/hpa-undeclared',
      desired: deployment({ name: 'hpa-undeclared' }),
      happens: (actors) => autoscaled(actors, 'hpa-undeclared', 4, 8),
      told: [
        {
          list: 'undeclared',
          path: '.spec.replicas',
          change: 'extra',
          writer: 'autoscaler, possible: HPA hpa-undeclared',
          entry: '',
          evidence: [
            'no manager is recorded for this field: a default, a mutation at admission, or lost bookkeeping',
            `HorizontalPodAutoscaler ${namespace}/hpa-undeclared targets this workload, bounds 4–8, last scaled at TIME; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone`,
          ],
          explanation:
            'explained, hpa-controls-replicas: HPA hpa-undeclared, bounds 4–8; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone',
        },
      ],
    },
    {
      title: 'an HPA that scaled, and was deleted',
      object: 'Deployment/hpa-deleted',
      desired: deployment({ name: 'hpa-deleted', replicas: 1 }),
      happens: async (actors) => {
        await autoscaled(actors, 'hpa-deleted', 4, 8);
        await actors.kubectl(['delete', 'hpa/hpa-deleted']);
      },
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'control-plane, likely: kube-controller-manager (scale)',
          entry: 'kube-controller-manager Update scale',
          evidence: [
            'managedFields: kube-controller-manager (Update, subresource scale) names PATH; the entry has no time',
            'the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
          ],
          explanation:
            'unexplained, scale-without-hpa: the control plane scaled it, and no HPA targets this workload now (was it deleted?)',
        },
      ],
    },
    {
      title: 'an HPA out of its bounds: admission does not let it scale',
      object: `Deployment/${CAPPED}`,
      desired: deployment({ name: CAPPED, replicas: 1 }),
      happens: async (actors) => {
        await autoscaled(actors, CAPPED, 4, 8);
        await actors.kubectl(['patch', `hpa/${CAPPED}`, '--type=merge', '--patch={"spec":{"minReplicas":6}}']);
        await says(actors, CAPPED, 'AbleToScale', 'FailedUpdateScale');
      },
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'autoscaler, likely: HPA hpa-capped',
          entry: 'kube-controller-manager Update scale',
          evidence: [
            'managedFields: kube-controller-manager (Update, subresource scale) names PATH; the entry has no time',
            'the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
            `HorizontalPodAutoscaler ${namespace}/hpa-capped targets this workload, bounds 6–8, last scaled at TIME; AbleToScale is False (FailedUpdateScale): it could not set the replicas; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone`,
          ],
          explanation: `unexplained, hpa-out-of-bounds: HorizontalPodAutoscaler ${namespace}/hpa-capped targets it, but 4 lies outside its bounds 6–8; AbleToScale is False (FailedUpdateScale): it could not set the replicas`,
        },
      ],
      findings: [
        `overlapping-writers at .spec.replicas: Git declares .spec.replicas and HorizontalPodAutoscaler ${namespace}/hpa-capped sets it: every sync undoes the autoscaler`,
      ],
    },
    {
      title: 'two HPAs of one workload: none of them scales it any more',
      object: 'Deployment/hpa-twice',
      desired: deployment({ name: 'hpa-twice', replicas: 1 }),
      happens: async (actors) => {
        await autoscaled(actors, 'hpa-twice', 4, 8);
        const first = autoscaler('hpa-twice', 4, 8);
        await actors.apply(first.replace('metadata:\n  name: hpa-twice', 'metadata:\n  name: hpa-twice-too'), argo);
        for (const name of ['hpa-twice', 'hpa-twice-too']) {
          await says(actors, name, 'ScalingActive', 'AmbiguousSelector');
        }
      },
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'autoscaler, certain: HPA hpa-twice',
          entry: 'kube-controller-manager Update scale',
          evidence: [
            'managedFields: kube-controller-manager (Update, subresource scale) names PATH; the entry has no time',
            'the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
            `HorizontalPodAutoscaler ${namespace}/hpa-twice targets this workload, bounds 4–8, last scaled at TIME; ScalingActive is False (AmbiguousSelector): several HPAs select the same Pods, and none of them scales`,
            `HorizontalPodAutoscaler ${namespace}/hpa-twice-too targets this workload, bounds 4–8; ScalingActive is False (AmbiguousSelector): several HPAs select the same Pods, and none of them scales`,
          ],
          explanation:
            'explained, hpa-controls-replicas: HPA hpa-twice, bounds 4–8; ScalingActive is False (AmbiguousSelector): several HPAs select the same Pods, and none of them scales',
        },
      ],
      findings: [
        `overlapping-writers at .spec.replicas: Git declares .spec.replicas and HorizontalPodAutoscaler ${namespace}/hpa-twice sets it: every sync undoes the autoscaler`,
      ],
    },
    {
      title: 'an HPA in its bounds, but a person scaled',
      object: 'Deployment/hpa-beside',
      desired: deployment({ name: 'hpa-beside', replicas: 1 }),
      happens: async (actors) => {
        await autoscaled(actors, 'hpa-beside', 2, 8);
        await actors.kubectl(['scale', 'deployment/hpa-beside', '--replicas=5']);
      },
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'manual, likely: kubectl scale',
          entry: 'kubectl Update scale',
          evidence: [
            'managedFields: kubectl (Update, subresource scale) names PATH; the entry has no time',
            `HorizontalPodAutoscaler ${namespace}/hpa-beside targets this workload, bounds 2–8, last scaled at TIME; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone`,
          ],
          explanation: BY_HAND,
        },
      ],
      findings: [
        `overlapping-writers at .spec.replicas: Git declares .spec.replicas and HorizontalPodAutoscaler ${namespace}/hpa-beside sets it: every sync undoes the autoscaler`,
      ],
    },
    {
      title: 'an HPA, and a person who scaled to 0, which switches it off',
      object: 'Deployment/hpa-off',
      desired: deployment({ name: 'hpa-off', replicas: 1 }),
      happens: async (actors) => {
        await autoscaled(actors, 'hpa-off', 2, 8);
        await actors.kubectl(['scale', 'deployment/hpa-off', '--replicas=0']);
        await says(actors, 'hpa-off', 'ScalingActive', 'ScalingDisabled');
      },
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'unowned, certain: nobody is recorded',
          entry: '',
          evidence: [
            'no manager is recorded for this field, as after every scale to 0 (kubectl scale, KEDA, an idler): the scale subresource records none for 0',
            `HorizontalPodAutoscaler ${namespace}/hpa-off targets this workload, bounds 2–8, last scaled at TIME; ScalingActive is False (ScalingDisabled): it does nothing while there are 0 replicas`,
          ],
          explanation:
            'unexplained, unowned-value: somebody scaled it to 0; a scale to 0 leaves no record of who did it',
        },
      ],
      findings: [
        `overlapping-writers at .spec.replicas: Git declares .spec.replicas and HorizontalPodAutoscaler ${namespace}/hpa-off sets it: every sync undoes the autoscaler`,
      ],
    },
    {
      title: 'an HPA of a distribution whose control plane is one program, k3s',
      object: 'Deployment/hpa-k3s',
      desired: deployment({ name: 'hpa-k3s', replicas: 3 }),
      happens: async (actors) => {
        await actors.apply(autoscaler('hpa-k3s', 2, 8), argo);
        await says(actors, 'hpa-k3s', 'ScalingActive', 'FailedGetResourceMetric');
        await actors.send(
          'PATCH',
          deployment({ name: 'hpa-k3s' }),
          { agent: 'k3s/v1.31.2+k3s1 (linux/amd64) kubernetes/6da2042/horizontal-pod-autoscaler' },
          { subresource: 'scale', body: { spec: { replicas: 5 } } },
        );
      },
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'autoscaler, certain: HPA hpa-k3s',
          entry: 'k3s Update scale',
          evidence: [
            'managedFields: k3s (Update, subresource scale) names PATH; the entry has no time',
            'the name "k3s" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
            `HorizontalPodAutoscaler ${namespace}/hpa-k3s targets this workload, bounds 2–8; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone`,
          ],
          explanation:
            'explained, hpa-controls-replicas: HPA hpa-k3s, bounds 2–8; ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone',
        },
      ],
      findings: [
        `overlapping-writers at .spec.replicas: Git declares .spec.replicas and HorizontalPodAutoscaler ${namespace}/hpa-k3s sets it: every sync undoes the autoscaler`,
      ],
    },
    {
      title: 'an HPA of a custom resource that can be scaled',
      object: 'Route/storefront',
      desired: route,
      happens: async ({ apply, kubectl }) => {
        const target = `scaleTargetRef: {apiVersion: ${group}/v1, kind: Route, name: storefront}`;
        await apply(autoscaler('storefront', 3, 8).replace(/scaleTargetRef: .*/, target), argo);
        const replicas = ['get', `routes.${group}/storefront`, '--output=jsonpath={.spec.replicas}'];
        await until(async () => (await kubectl(replicas)) === '3', 'the autoscaler scales the custom resource');
        await says({ kubectl }, 'storefront', 'ScalingActive', 'InvalidSelector');
      },
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'autoscaler, certain: HPA storefront',
          entry: 'kube-controller-manager Update scale',
          evidence: [
            'managedFields: kube-controller-manager (Update, subresource scale) names PATH; the entry has no time',
            'the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
            `HorizontalPodAutoscaler ${namespace}/storefront targets this workload, bounds 3–8, last scaled at TIME; ScalingActive is False (InvalidSelector): it cannot tell which Pods are meant`,
          ],
          explanation:
            'explained, hpa-controls-replicas: HPA storefront, bounds 3–8; ScalingActive is False (InvalidSelector): it cannot tell which Pods are meant',
        },
      ],
      findings: [
        `overlapping-writers at .spec.replicas: Git declares .spec.replicas and HorizontalPodAutoscaler ${namespace}/storefront sets it: every sync undoes the autoscaler`,
      ],
    },
  ];
};
