import { describe, expect, it } from 'vitest';
import { deployment } from './manifests.js';
import { application, resource, told } from './report-contract.js';
import { world } from './world.js';

const { apply, diff, kubectl } = world('refused');

const job = (image: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: migrate}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: migrate, image: "registry.example/migrate:${image}"}]
`;

const service = (spec: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {${spec}, selector: {app: web}}\n`;

describe.concurrent('what the API server refuses to change', () => {
  it.each([
    [
      'the selector of a Deployment',
      deployment({ name: 'catalog', replicas: 1 }),
      ['app: catalog', 'app: catalog, v: v2'],
    ],
    ['the template of a Job', job('1'), ['migrate:1', 'migrate:2']],
    ['the cluster IP of a Service', service('clusterIP: None, ports: [{port: 80}]'), ['None', '10.0.0.77']],
  ])('%s is said to be refused, as the server refuses it', async (_, before, [from = '', to = '']) => {
    await apply(before);
    const after = before.replaceAll(from, to);
    const { report } = await diff(after);
    expect(told(report)).toContainEqual(expect.stringMatching(/^ {2}unexplained: immutable-field; next: stays$/));
    expect(report.gate.exitCode).toBe(1);
    expect(application(report).ifSynced.map(({ code }) => code)).toEqual(['refused']);
    await expect(apply(after)).rejects.toThrow(/immutable|may not change|Invalid value/);
  });
});

describe.concurrent('an item of a keyed list whose key was changed', () => {
  it('is a drift that names the undeclared item it has become', async () => {
    const desired = service('ports: [{name: http, port: 80, targetPort: 8080}]').replace('name: web', 'name: edge');
    await apply(desired);
    await kubectl([
      'patch',
      'service/edge',
      '--type=json',
      '--patch=[{"op":"replace","path":"/spec/ports/0/port","value":83}]',
    ]);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift Service/edge missing .spec.ports[port=80,protocol="TCP"]: {"name":"http","port":80,"targetPort":8080}',
      '  unowned, certain: nobody is recorded',
      '  live has no such field; managedFields do not record who removes one, or whether it was ever there',
      '  unexplained: renumbered; next: unknown',
      'undeclared Service/edge extra .spec.ports[port=83,protocol="TCP"]: {"name":"http","protocol":"TCP","port":83,"targetPort":8080}',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update) names .spec.ports[port=83,protocol="TCP"]; entry last written TIME',
      '  unexplained: undeclared-manual; next: stays',
    ]);
    const [drift] = resource(report, 'Service', 'edge').drift;
    expect(drift?.explanation.message).toContain('.spec.ports[port=83,protocol="TCP"]');
  });
});
