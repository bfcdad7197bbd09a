/** What the scenarios deploy. */
export interface Workload {
  readonly name: string;
  readonly image?: string;
  /** Absent: not declared. */
  readonly replicas?: number;
  /** Lines of `metadata`. */
  readonly metadata?: string;
  /** Lines of `spec`. */
  readonly spec?: string;
  /** Lines of the container. */
  readonly container?: string;
}

/** A Deployment with one container, as Git declares it. */
export function deployment({ name, replicas, metadata, spec, container, image = '1.0.0' }: Workload): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
${indented(metadata, 2)}spec:
${replicas === undefined ? '' : `  replicas: ${replicas}\n`}${indented(spec, 2)}  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: web
        image: registry.example/${name}:${image}
${indented(container, 8)}`;
}

/** An autoscaler of a Deployment of the same name. */
export function autoscaler(
  name: string,
  minReplicas: number,
  maxReplicas: number,
  apiVersion = 'autoscaling/v2',
): string {
  return `apiVersion: ${apiVersion}
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  minReplicas: ${minReplicas}
  maxReplicas: ${maxReplicas}
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}
`;
}

/** A ConfigMap of these settings. */
export function settings(name: string, data: Readonly<Record<string, string>>): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata: ${JSON.stringify(data)}\n`;
}

function indented(lines: string | undefined, by: number): string {
  if (lines === undefined) return '';
  return `${lines.trimEnd()}\n`.replace(/^/gm, ' '.repeat(by)).trimEnd().concat('\n');
}
