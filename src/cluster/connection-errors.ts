import { GitdriftError } from '../model/errors.js';
import { withoutLogins } from '../model/url-login.js';
import { type Connection, serverText } from './connection.js';

/** Faults of a connection that may be gone at the next attempt. */
const PASSING = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EBUSY']);

/** What Node's and OpenSSL's error codes mean, and what to do. */
const MEANING: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  ECONNREFUSED: ['connection refused', 'is the cluster running, and does the kubeconfig name its present address?'],
  ENOTFOUND: [
    'its host name cannot be resolved',
    'check the address in the kubeconfig, DNS, and whether a VPN is needed',
  ],
  EAI_AGAIN: ['its host name cannot be resolved now', 'check DNS and the network connection'],
  EHOSTUNREACH: ['no route to the host', 'check the network connection, and whether a VPN is needed'],
  ENETUNREACH: ['the network cannot be reached', 'check the network connection'],
  ETIMEDOUT: ['no answer to the attempt to connect', 'check firewalls, and whether a VPN is needed'],
  ECONNRESET: [
    'the connection was closed again and again',
    'is there a proxy or load balancer in between that refuses it?',
  ],
  EPROTO: ['it does not speak TLS there', 'is the server an http:// address, or the port a wrong one?'],
  HPE_INVALID_CONSTANT: ['it does not speak HTTP there', 'is the server an https:// address, or the port a wrong one?'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'renew the certificate of the API server'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'use an address that the certificate names, or tls-server-name in the kubeconfig',
  ],
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_SIGNATURE_FAILURE',
    ].map((code) => [
      code,
      [
        'its certificate is signed by nobody the kubeconfig trusts',
        'set certificate-authority(-data) in the kubeconfig, or fetch it anew from the provider',
      ] as const,
    ]),
  ),
};

/** True where another attempt may go through. */
export function isPassing(error: unknown): boolean {
  return PASSING.has(codeOf(error));
}

/** What fails on the way to a proxy, if there is one, and not on the way to the server: TLS is spoken through it. */
const BEFORE_TLS = /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/;

/**
 * The error that ends a run whose API server cannot be reached, through `proxy` where there is one. Names server and
 * context, never a credential.
 */
export function unreachable(error: unknown, connection: Connection, proxy?: string): GitdriftError {
  const code = codeOf(error);
  const refused =
    proxy === undefined ? null : /^Bad response: (\d+)$/.exec((error as Error | undefined)?.message ?? '');
  if (proxy !== undefined && (refused !== null || BEFORE_TLS.test(code))) {
    const why = refused === null ? (MEANING[code]?.[0] ?? code) : `the proxy refuses with HTTP ${refused[1]}`;
    return new GitdriftError(
      'cluster-unreachable',
      `${cannotReach(connection)} through the proxy ${withoutLogins(proxy)}: ${why}`,
      { hint: 'check proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY in the environment' },
    );
  }
  if (/^ERR_(OSSL|CRYPTO|INVALID_ARG|INVALID_CHAR)/.test(code)) {
    return new GitdriftError(
      'kubeconfig-invalid',
      `the certificate, key or token of ${connection.user.title} cannot be used: it is damaged or not in PEM form`,
      { hint: 'fetch the kubeconfig anew from the provider of the cluster' },
    );
  }
  const [why, hint] = MEANING[code] ?? [
    code === '' ? 'the connection failed' : `the connection failed (${code})`,
    undefined,
  ];
  return new GitdriftError(
    'cluster-unreachable',
    `${cannotReach(connection)}: ${why}`,
    hint === undefined ? {} : { hint },
  );
}

/** `cannot reach the API server https://10.0.0.1:6443 of context prod`. */
export function cannotReach(connection: Connection): string {
  return `cannot reach ${serverText(connection)}`;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
