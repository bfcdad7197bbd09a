import type { Report } from '../../src/model/report.js';
import type { Writer } from '../../src/model/writer.js';
import { application, drift, ELEVEN_SYNCED, NOBODY, report, resource } from './worlds.js';

/** Everything that is not a plain field: objects that could not be read, are missing, extra, or left out. */
export const GAPS: Report = report(
  [
    application({
      sync: { status: 'Unknown', message: '1 of 6 objects could not be read' },
      health: { status: 'Degraded', message: 'Deployment marketplace/catalog: 0 of 3 replicas are available' },
      action: { code: 'investigate', message: 'Ask for the right to get secrets in marketplace, then compare again.' },
      resources: [
        resource({
          group: '',
          kind: 'Secret',
          name: 'payment-credentials',
          outcome: 'unreadable',
          sync: 'Unknown',
          health: null,
          message: 'secrets "payment-credentials" is forbidden: User "ci" cannot get resource "secrets"',
        }),
        resource({
          group: '',
          kind: 'Service',
          name: 'catalog',
          outcome: 'missing',
          sync: 'OutOfSync',
          health: { status: 'Missing', message: '', source: 'built-in' },
          explanation: { status: 'unexplained', code: 'missing', message: 'nothing says that it was never applied' },
          next: { code: 'stays-until-sync', message: 'the next sync creates it' },
        }),
        resource({
          group: 'batch',
          kind: 'Job',
          name: 'migrate',
          outcome: 'missing',
          sync: 'OutOfSync',
          health: null,
          explanation: {
            status: 'explained',
            code: 'job-ttl',
            message: 'a finished Job is deleted after ttlSecondsAfterFinished (600)',
            rule: 'job-ttl',
          },
        }),
        resource({
          group: '',
          kind: 'ConfigMap',
          name: 'old-settings',
          outcome: 'extraneous',
          sync: 'OutOfSync',
          health: null,
          explanation: { status: 'unexplained', code: 'extraneous', message: '' },
        }),
        resource({
          health: {
            status: 'Degraded',
            message: '0 of 3 replicas are available: container web is in CrashLoopBackOff',
            source: 'built-in',
          },
        }),
        resource({
          group: 'batch',
          kind: 'Job',
          name: 'pre-sync',
          outcome: 'not-compared',
          sync: 'None',
          health: null,
          message: 'it is a hook of Argo CD (PreSync)',
        }),
      ],
      findings: [
        {
          code: 'overlapping-writers',
          severity: 'warning',
          resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
          path: '.spec.replicas',
          message: 'kubectl-edit and Argo CD both write it',
        },
        {
          code: 'duplicate-key',
          severity: 'error',
          message: 'the key image stands twice; the last one counts',
          origin: { file: 'apps/catalog/prod/deployment.yaml', line: 14 },
        },
        { code: 'order-differs', severity: 'note', message: 'the order of env differs' },
      ],
    }),
  ],
  { counted: 2, passed: false, exitCode: 1 },
);

const ESCAPE = '\u001b[31mSynced\u001b[0m';
const HOSTILE_WRITER: Writer = {
  category: 'unknown',
  name: `helper${ESCAPE}\r\nerror: all is well`,
  manager: `helper${ESCAPE}\r\nerror: all is well`,
  operation: 'Update',
  subresource: '',
  apiVersion: 'v1',
  confidence: 'possible',
  evidence: [],
};

/** Names and values that try to paint, hide or reorder what the terminal shows. */
export const HOSTILE: Report = report(
  [
    application({
      name: 'shop\u001b]0;title\u0007',
      sync: { status: 'OutOfSync', message: '' },
      action: { code: 'merge-or-sync', message: 'Look\u202e at it.' },
      resources: [
        resource({
          name: `catalog${ESCAPE}`,
          sync: 'OutOfSync',
          drift: [
            drift({
              path: '.metadata.annotations["admin\u202eresu"]',
              desired: 'safe',
              live: `\u0007bell\u001b[2J`,
              writer: HOSTILE_WRITER,
            }),
            drift({ path: '.metadata.annotations.note', desired: '(absent)', live: ' 12', writer: NOBODY }),
            drift({ path: '.metadata.annotations.zero', desired: 'ad\u200bmin', live: 'admin', writer: NOBODY }),
          ],
        }),
      ],
      findings: [{ code: 'schema-unknown', severity: 'warning', message: 'a\u001b[1A\u001b[2Kb' }],
    }),
  ],
  { counted: 3, passed: false, exitCode: 1 },
);

const PROPERTIES = Array.from({ length: 30 }, (_, at) => `option.${at} = ${at * 7}`);
const CHANGED_PROPERTIES = PROPERTIES.map((line, at) => (at === 12 ? 'option.12 = 9000  ' : line)).concat(
  'debug = true',
);

/** Texts of several lines, lists owned as a whole, long values, a container that nobody declared. */
export const BLOCKS: Report = report(
  [
    application({
      sync: { status: 'OutOfSync', message: '' },
      action: { code: 'merge-or-sync', message: 'A sync removes the lines that were added by hand.' },
      resources: [
        ...ELEVEN_SYNCED,
        resource({
          group: '',
          kind: 'ConfigMap',
          name: 'catalog-settings',
          sync: 'OutOfSync',
          health: null,
          drift: [
            drift({
              path: '.data["application.properties"]',
              desired: `${PROPERTIES.join('\n')}\n`,
              live: CHANGED_PROPERTIES.join('\n'),
              origin: { file: 'apps/catalog/prod/settings.yaml', line: 6 },
            }),
            drift({ path: '.data["removed.txt"]', change: 'missing', desired: 'one\ntwo\n', writer: NOBODY }),
          ],
        }),
        resource({
          sync: 'OutOfSync',
          drift: [
            drift({
              path: '.spec.template.spec.containers[name="web"].args',
              desired: ['--listen=0.0.0.0:8080', '--log-level=info', '--cache=redis.marketplace.svc:6379'],
              live: ['--listen=0.0.0.0:8080', '--log-level=debug', '--cache=redis.marketplace.svc:6379'],
            }),
            drift({
              path: '.spec.template.spec.containers[name="web"].env[name="CATALOG_DATABASE_URL"].value',
              desired: `postgres://${'a-long-host-name.'.repeat(6)}example:5432/catalog?sslmode=require`,
              live: `postgres://${'a-long-host-name.'.repeat(3)}b-${'a-long-host-name.'.repeat(3)}example:5432/catalog?sslmode=require`,
            }),
            drift({
              path: '.spec.template.spec.terminationGracePeriodSeconds',
              change: 'missing',
              desired: 30,
              writer: NOBODY,
            }),
          ],
          undeclared: [
            drift({
              path: '.spec.template.spec.containers[name="debugger"]',
              change: 'extra',
              live: {
                name: 'debugger',
                image: 'registry.example/tools:latest',
                command: ['sleep', 'infinity'],
                stdin: true,
              },
            }),
            drift({
              path: '.metadata.annotations["deployment.kubernetes.io/revision"]',
              change: 'extra',
              live: '4',
              writer: {
                ...NOBODY,
                category: 'control-plane',
                name: 'the Deployment controller',
                manager: 'kube-controller-manager',
              },
              explanation: { status: 'noted', code: 'control-plane', message: 'the controller counts its revisions' },
            }),
          ],
          ignored: [
            drift({
              path: '.spec.progressDeadlineSeconds',
              desired: 600,
              live: 900,
              explanation: {
                status: 'explained',
                code: 'ignored-by-rule',
                message: 'the policy ignores it',
                rule: 'deadline',
              },
            }),
          ],
        }),
      ],
    }),
  ],
  { counted: 6, passed: false, exitCode: 1 },
);

/** Values whose names look secret, beside ones whose names only sound so. */
export const NAMED: Report = report(
  [
    application({
      sync: { status: 'OutOfSync', message: '' },
      action: { code: 'merge-or-sync', message: '' },
      resources: [
        resource({
          sync: 'OutOfSync',
          drift: [
            drift({
              path: '.spec.template.spec.containers[name="web"].env[name="DB_PASSWORD"].value',
              desired: 'hunter2',
              live: 'hunter3',
            }),
            drift({
              path: '.spec.template.spec.containers[name="web"].env[name="LOG_LEVEL"].value',
              desired: 'info',
              live: 'debug',
            }),
            drift({
              path: '.spec.template.spec.volumes[name="tls"].secret.secretName',
              desired: 'catalog-tls',
              live: 'old-tls',
            }),
          ],
          undeclared: [
            drift({
              path: '.spec.template.spec.containers[name="debugger"]',
              change: 'extra',
              live: {
                name: 'debugger',
                env: [
                  { name: 'API_TOKEN', value: 'tok-123456' },
                  { name: 'MODE', value: 'verbose' },
                ],
              },
            }),
          ],
        }),
        resource({
          group: '',
          kind: 'Secret',
          name: 'payment',
          health: null,
          sync: 'OutOfSync',
          drift: [
            drift({
              path: '.data.password',
              desired: '(secret 1)',
              live: '(secret 2)',
              masked: true,
            }),
          ],
        }),
      ],
    }),
  ],
  { counted: 5, passed: false, exitCode: 1 },
);
