import { expect, test } from 'vitest';
import { proxyFor } from '../../src/cluster/proxy.js';

const PROXY = 'http://proxy.test:3128';

test.each<[server: string, env: Record<string, string>, proxy: string | undefined]>([
  ['https://prod.test', {}, undefined],
  ['https://prod.test', { HTTPS_PROXY: PROXY }, PROXY],
  ['https://prod.test', { https_proxy: 'proxy.test:3128' }, PROXY],
  ['http://prod.test', { HTTPS_PROXY: PROXY }, undefined],
  ['http://prod.test', { HTTP_PROXY: PROXY }, PROXY],
  ['https://localhost:6443', { HTTPS_PROXY: PROXY }, undefined],
  ['https://127.8.0.1:6443', { HTTPS_PROXY: PROXY }, undefined],
  ['https://[::1]:6443', { HTTPS_PROXY: PROXY }, undefined],
  ['https://prod.test', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, undefined],
  ['https://prod.test', { HTTPS_PROXY: PROXY, NO_PROXY: 'other.test, prod.test' }, undefined],
  ['https://api.prod.test', { HTTPS_PROXY: PROXY, NO_PROXY: 'prod.test' }, undefined],
  ['https://api.prod.test', { HTTPS_PROXY: PROXY, NO_PROXY: '.prod.test' }, undefined],
  ['https://prod.test', { HTTPS_PROXY: PROXY, NO_PROXY: '.prod.test' }, PROXY],
  ['https://notprod.test', { HTTPS_PROXY: PROXY, NO_PROXY: 'prod.test' }, PROXY],
  ['https://prod.test:6443', { HTTPS_PROXY: PROXY, NO_PROXY: 'prod.test:6443' }, undefined],
  ['https://prod.test:443', { HTTPS_PROXY: PROXY, NO_PROXY: 'prod.test:6443' }, PROXY],
  ['https://10.1.2.3', { HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/8' }, undefined],
  ['https://11.1.2.3', { HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/8,10.0.0.0/99' }, PROXY],
  ['https://[fd00::7]:6443', { HTTPS_PROXY: PROXY, NO_PROXY: 'fd00::/8' }, undefined],
])('%s with %j goes through %s', (server, env, proxy) => {
  expect(proxyFor(new URL(server), env)).toBe(proxy);
});
