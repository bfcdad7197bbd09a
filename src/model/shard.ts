import { createHash } from 'node:crypto';

/** A part of a run over applications: the `index`-th of `of`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What an application is known by in the cluster that it is read from. */
export interface ApplicationIdentity {
  readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
  readonly namespace: string;
  readonly name: string;
}

/**
 * The part that an application belongs to, from 1 to `of`: the first four bytes of the SHA-256 of `KIND/NAMESPACE/NAME`,
 * as a number, modulo `of`, plus 1. Nothing else counts, so that every part of a run agrees, and every version does.
 */
export function shardOf({ kind, namespace, name }: ApplicationIdentity, of: number): number {
  return (createHash('sha256').update(`${kind}/${namespace}/${name}`).digest().readUInt32BE(0) % of) + 1;
}

/** True where the application belongs to the part; with no part all do. */
export function isInShard(application: ApplicationIdentity, shard: Shard | undefined): boolean {
  return shard === undefined || shardOf(application, shard.of) === shard.index;
}
