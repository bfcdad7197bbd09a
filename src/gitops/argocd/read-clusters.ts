import { Buffer } from 'node:buffer';
import type { ArgoCluster } from '../../model/argo-project.js';
import { digString } from '../../model/json.js';
import { isRecordedSecret } from '../../model/recorded-secret.js';
import type { KubernetesObject } from '../../model/resource.js';

/** What marks the Secret of a cluster, as a label selector. */
export const CLUSTER_SECRETS = 'argocd.argoproj.io/secret-type=cluster';

/** The clusters that Secrets of Argo CD tell of (argo-cd util/db/cluster.go); nothing of a Secret is read but these four keys. */
export function readClusters(secrets: readonly KubernetesObject[]): readonly ArgoCluster[] {
  return secrets
    .filter((secret) => digString(secret, 'metadata', 'labels', 'argocd.argoproj.io/secret-type') === 'cluster')
    .flatMap((secret): ArgoCluster[] => {
      const server = value(secret, 'server').replace(/\/+$/, '');
      if (server === '') return [];
      const namespaces = value(secret, 'namespaces')
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
      return [{ name: value(secret, 'name') || server, server, project: value(secret, 'project'), namespaces }];
    })
    .sort((a, b) => (a.server < b.server ? -1 : 1));
}

function value(secret: KubernetesObject, key: string): string {
  const text = digString(secret, 'data', key);
  if (text === undefined || isRecordedSecret(text)) return '';
  return Buffer.from(text, 'base64').toString('utf8').trim();
}
