import type { OpenCluster } from '../../src/compositions/live/open-cluster.js';
import type { LiveOptions } from '../../src/config/live-options.js';

/** Recordings that stand for a server: what such a one refuses to show is not the same as what saved objects lack. */
export const SERVERS = new Set<string>();

/** What was opened, without the word that it is saved objects where it stands for a server. */
export function asServer(live: LiveOptions, open: OpenCluster): OpenCluster {
  if (live.kind !== 'recording' || !SERVERS.has(live.path)) return open;
  const { saved: _, ...cluster } = open.cluster;
  return { ...open, cluster: { ...cluster, warnings: open.cluster.warnings } };
}
