import { describe, expect, it } from 'vitest';
import { normalRepositoryURL, readFrom } from '../../../src/source/argocd/repository-map.js';

const SHOP = 'https://git.example.com/team/shop.git';
const VALUES = 'https://git.example.com/team/values.git';

describe('where a repository is read from', () => {
  it.each([
    ['https://Git.Example.com/team/Shop.git ', 'https://git.example.com/team/shop'],
    ['git@git.example.com:team/shop.git', 'git@git.example.com/team/shop'],
    ['ssh://git@git.example.com/team/shop', 'git@git.example.com/team/shop'],
  ])('%s is the same as %s', (url, normal) => {
    expect(normalRepositoryURL(url)).toBe(normal);
  });

  it('is its own address where nothing else is said', () => {
    expect(readFrom({ clones: [] }, SHOP, [SHOP])).toEqual({ kind: 'remote', url: SHOP });
  });

  it('is the local clone of that address, the last one given', () => {
    const clones = [
      { url: 'https://git.example.com/team/shop', folder: 'old' },
      { url: SHOP, folder: '../shop' },
    ];
    expect(readFrom({ clones, override: VALUES }, SHOP, [SHOP])).toEqual({ kind: 'clone', folder: '../shop' });
  });

  it('is the override for the only repository, and for the one of the same name', () => {
    const fork = 'https://git.example.com/me/shop.git';
    const map = { clones: [], override: fork };
    expect(readFrom(map, VALUES, [VALUES, VALUES])).toEqual({ kind: 'remote', url: fork });
    expect(readFrom(map, SHOP, [SHOP, VALUES])).toEqual({ kind: 'remote', url: fork });
    expect(readFrom(map, VALUES, [SHOP, VALUES])).toEqual({ kind: 'remote', url: VALUES });
  });

  it('follows the override to its local clone', () => {
    const map = { clones: [{ url: VALUES, folder: '/src/values' }], override: VALUES };
    expect(readFrom(map, SHOP, [SHOP])).toEqual({ kind: 'clone', folder: '/src/values' });
  });
});
