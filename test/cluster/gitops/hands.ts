import { kubectlOk } from '../../controlplane/kubectl.js';

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, as the server has them
export type Live = any;

/** Writes under field managers, as controllers do, into one namespace of one cluster. */
export interface Hands {
  readonly namespace: string;
  get(kind: string, name: string): Promise<Live>;
  /** What a controller writes with an update or a patch; `subresource` for those that have one. */
  patch(kind: string, name: string, body: object, manager: string, more?: PatchOptions): Promise<void>;
  create(object: object, manager: string): Promise<void>;
  applyServerSide(object: object, manager: string): Promise<void>;
  applyClientSide(object: object, manager: string): Promise<void>;
  replace(object: object, manager: string): Promise<void>;
  kubectl(args: readonly string[], stdin?: string): Promise<string>;
}

interface PatchOptions {
  readonly type?: 'merge' | 'json';
  readonly subresource?: 'status';
}

interface Cluster {
  readonly kubeconfig: string;
  /** The program. */
  readonly kubectl: string;
}

/** Hands in a namespace, which must be there. */
export function hands(namespace: string, cluster: Cluster): Hands {
  const kubectl = (args: readonly string[], stdin = ''): Promise<string> =>
    kubectlOk([...args, `--namespace=${namespace}`], {
      kubeconfig: cluster.kubeconfig,
      program: cluster.kubectl,
      stdin,
    });
  const piped = (args: readonly string[]) => async (object: object, manager: string) => {
    await kubectl([...args, `--field-manager=${manager}`, '--filename=-'], JSON.stringify(object));
  };
  return {
    namespace,
    kubectl,
    get: async (kind, name) => JSON.parse(await kubectl(['get', kind, name, '--output=json', '--show-managed-fields'])),
    async patch(kind, name, body, manager, { type = 'merge', subresource } = {}) {
      await kubectl([
        ...['patch', kind, name, `--type=${type}`, `--field-manager=${manager}`, `--patch=${JSON.stringify(body)}`],
        ...(subresource === undefined ? [] : [`--subresource=${subresource}`]),
      ]);
    },
    create: piped(['create']),
    applyServerSide: piped(['apply', '--server-side', '--force-conflicts']),
    applyClientSide: piped(['apply']),
    replace: piped(['replace']),
  };
}
