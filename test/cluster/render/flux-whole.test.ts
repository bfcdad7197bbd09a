import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';
import { reportOf, shopOf } from '../../flux/world.js';
import { scratch } from '../../source/repositories.js';

const { helm, kustomize } = inject('cluster');

const SERVICE = (port: string) =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports:\n    - port: ${port}\n`;
const POD = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: web, image: web:1.0}, {name: cache, image: cache:7}]}
`;
const LITERAL = (annotation: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: literal${annotation}}\ndata: {text: "\${KEPT}"}\n`;
const COMPONENT =
  'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nconfigMapGenerator: [{name: extra, literals: [a=b]}]\n';
const STRATEGIC = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {restartPolicy: Never}\n';
const OPERATIONS = '[{"op": "add", "path": "/spec/clusterIP", "value": "None"}]';
const MARKED = ', annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}';

/** Every field of the spec that shapes the objects. */
const SPEC: JsonObject = {
  targetNamespace: 'shop',
  namePrefix: 'eu-',
  nameSuffix: '-v2',
  commonMetadata: { labels: { team: 'shop' }, annotations: { owner: 'web' } },
  patches: [{ patch: STRATEGIC }, { patch: OPERATIONS, target: { kind: 'Service' } }],
  images: [
    { name: 'web', newName: 'mirror.example.com/web', newTag: '2.0' },
    { name: 'cache', newTag: '8' },
  ],
  components: ['../../component'],
  postBuild: { substitute: { PORT: '80' } },
};

it('a Kustomization with every field declares what kustomize builds by hand, and is Synced with it to the last field', async () => {
  const byHand = scratch({
    'apps/shop/web.yaml': SERVICE('80'),
    'apps/shop/pod.yaml': POD,
    'apps/shop/literal.yaml': LITERAL(MARKED),
    'component/kustomization.yaml': COMPONENT,
    'apps/shop/kustomization.yaml': `resources: [web.yaml, pod.yaml, literal.yaml]
namespace: shop
namePrefix: eu-
nameSuffix: -v2
patches: ${JSON.stringify(SPEC.patches)}
images: ${JSON.stringify(SPEC.images)}
components: [../../component]
commonAnnotations: {owner: web}
labels: [{pairs: {team: shop}}]
`,
  });
  const text = execFileSync(kustomize, ['build', 'apps/shop'], {
    cwd: byHand,
    encoding: 'utf8',
    env: { HOME: byHand },
  });
  const live = readDocuments(text, 'printed').documents.map(({ value }) => value as JsonObject);
  const world = shopOf(
    {
      'apps/shop/web.yaml': SERVICE('${PORT}'),
      'apps/shop/pod.yaml': POD,
      'apps/shop/literal.yaml': LITERAL(MARKED),
      'component/kustomization.yaml': COMPONENT,
    },
    { spec: SPEC },
  );
  const env = { PATH: `${dirname(helm)}:${dirname(kustomize)}:${process.env.PATH ?? ''}` };
  const report = await reportOf({ ...world, live, env });
  expect(report.sync).toMatchObject({ status: 'Synced' });
  expect(
    report.resources.map(({ kind, name, sync }) => `${kind}/${name.replace(/-\w{10}$/, '')} ${sync}`).sort(),
  ).toEqual([
    'ConfigMap/eu-extra-v2 Synced',
    'ConfigMap/eu-literal-v2 Synced',
    'Pod/eu-web-v2 Synced',
    'Service/eu-web-v2 Synced',
  ]);
  expect(report.resources.flatMap(({ drift, undeclared }) => [...drift, ...undeclared])).toEqual([]);
});
