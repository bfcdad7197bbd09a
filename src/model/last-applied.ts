import { type FieldPath, fieldElement } from './field-path.js';

/** The annotation in which a client-side `kubectl apply` keeps what it applied (kubectl pkg/util/apply.go). */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Where an object has it. */
export const LAST_APPLIED_PATH: FieldPath = ['metadata', 'annotations', LAST_APPLIED].map(fieldElement);
