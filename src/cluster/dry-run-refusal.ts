/** The server would refuse the apply, whoever sends it. */
export interface DryRunRefusal {
  readonly kind: 'refused';
  /** The server's own message. */
  readonly reason: string;
  /** True where only a server-side apply is refused: a client-side one sends the same object and it is taken. */
  readonly onlyServerSide: boolean;
}

/** The server could not be asked, so nothing is known of the apply. */
export interface DryRunUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

/** Texts by which a refusal tells of the asker or of the dry run, not of the object. */
const ABOUT_THE_ASKER: readonly { readonly text: RegExp; readonly source: string }[] = [
  {
    // Also of an apply that would create: that needs `create` beside `patch`.
    text: /\b[Uu]ser ".*" cannot (?:patch|create|update) resource /,
    source: 'apiserver pkg/endpoints/handlers/responsewriters/errors.go forbiddenMessage',
  },
  {
    text: /attempting to grant RBAC permissions not currently held/,
    source: 'kubernetes pkg/registry/rbac/rest/escalation_check.go; argoproj/argo-cd#26271',
  },
  {
    text: /does not support dry run/,
    source: 'apiserver pkg/admission/plugin/webhook/errors/statuserror.go NewDryRunUnsupportedErr; kubectl#981',
  },
];

/** The typed conversion of a server-side apply: unknown fields, two items of one key (apiserver fieldmanager). */
const BY_SCHEMA = /^failed to (?:create typed patch object|create typed|convert|merge)/;

/** A webhook that does not answer, where its policy is to refuse then (apiserver webhook errors). */
const WEBHOOK_FAILED = /^Internal error occurred: (?:failed calling webhook|admission)/;

/** Not found, method or media type not known, too many requests: nothing was tried. */
const NOT_TRIED: ReadonlySet<number> = new Set([404, 405, 406, 415, 429]);

/** What an answer outside of 200–299 says of an apply; `message` is the server's, if it gave one. */
export function refusalOf(status: number, message: string | undefined): DryRunRefusal | DryRunUnavailable {
  const reason = message ?? `HTTP ${status}, no reason given`;
  if (message === undefined || ABOUT_THE_ASKER.some(({ text }) => text.test(message))) {
    return { kind: 'unavailable', reason };
  }
  if (BY_SCHEMA.test(message)) return { kind: 'refused', reason, onlyServerSide: true };
  if (NOT_TRIED.has(status) || status < 400 || (status >= 500 && !WEBHOOK_FAILED.test(message))) {
    return { kind: 'unavailable', reason };
  }
  return { kind: 'refused', reason, onlyServerSide: false };
}
