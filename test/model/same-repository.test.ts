import { describe, expect, it } from 'vitest';
import { isSameRepository } from '../../src/model/same-repository.js';

const ONE = 'https://git.example/Shop/deployment-config';

describe('two addresses of a repository', () => {
  it.each([
    'https://git.example/shop/deployment-config.git',
    'https://git.example/shop/deployment-config/',
    'https://token@git.example/shop/deployment-config',
    'https://git.example:443/shop/deployment-config',
    'git@git.example:shop/deployment-config.git',
    'ssh://git@git.example/shop/deployment-config.git',
    'ssh://git@git.example:22/shop/deployment-config',
    'git.example:/shop/deployment-config',
  ])('%s is the same', (other) => expect(isSameRepository(ONE, other)).toBe(true));

  it.each([
    'https://git.example/shop/deployment-config-2',
    'https://git.example/deployment-config',
    'https://other.example/shop/deployment-config',
    'https://git.example:8443/shop/deployment-config',
    '/shop/deployment-config',
    '',
  ])('%s is another', (other) => expect(isSameRepository(ONE, other)).toBe(false));
});
