import type { Hands, Live } from './hands.js';
import { BROKEN, FIXED } from './plans.js';

/** What Git says of a workload; a commit changes it. */
export interface Shelf {
  readonly name: string;
  revision: string;
  image: string;
  /** The Deployment as Git declares it. */
  manifest(): Live;
  merge(): void;
  hotfix(): Promise<void>;
  liveImage(): Promise<string>;
}

const revisionOf = (digit: string): string => digit.repeat(40);

/** A Deployment of one container in the namespace of `hands`; nobody has applied it yet. */
export function shelf(hands: Hands, name: string): Shelf {
  const git: Shelf = {
    name,
    revision: revisionOf('a'),
    image: BROKEN,
    manifest: () => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: hands.namespace },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: { containers: [{ name: 'web', image: git.image }] },
        },
      },
    }),
    merge() {
      git.image = FIXED;
      git.revision = revisionOf('b');
    },
    hotfix: async () => {
      await hands.kubectl(['set', 'image', `deployment/${name}`, `web=${FIXED}`]);
    },
    liveImage: async () => (await hands.get('deployment', name)).spec.template.spec.containers[0].image,
  };
  return git;
}
