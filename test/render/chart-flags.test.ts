import { expect, it } from 'vitest';
import { render } from '../../src/render/render.js';
import { opened, renderIo, request, scratch } from './fake-tools.js';

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: catalog\n';

it.each([
  [{ values: ['prod.yaml'] }, '--values belongs to a Helm chart; '],
  [{ set: ['replicas=2'] }, '--set belongs to a Helm chart; '],
  [{ releaseName: 'catalog', set: ['a=b'] }, '--set, --release-name belong to a Helm chart; '],
])('flags of a chart are refused for what is none: %j', async (flags, message) => {
  const folder = scratch({ 'catalog.yaml': MANIFEST });
  const io = renderIo({ bin: '' });
  const plain = opened(folder, {});
  await expect(render(plain, request(flags), io)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(`${message}${plain.path} was read as plain YAML`),
  });
  const { location: _location, root: _root, ...stdin } = plain;
  await expect(render({ ...stdin, kind: 'stdin', stdin: MANIFEST }, request(flags), io)).rejects.toMatchObject({
    message: expect.stringContaining('standard input was read as plain YAML'),
  });
  const built = opened(scratch({ 'kustomization.yaml': 'resources: []\n' }), {});
  await expect(render(built, request(flags), io)).rejects.toMatchObject({
    message: expect.stringContaining('is a kustomization'),
  });
  await expect(render(plain, request({}), io)).resolves.toMatchObject({ renderer: { name: 'yaml' } });
});
