/** How a user says by CEL what objects of a kind have to say of themselves (`spec.healthCheckExprs` of Flux). */
export interface HealthCheck {
  readonly apiVersion: string;
  /** Empty: every kind of the group. */
  readonly kind: string;
  readonly current: string;
  readonly inProgress?: string;
  readonly failed?: string;
}
