import { expect, it } from 'vitest';
import { summarize } from '../../src/verdict/summary.js';
import { application, configMap, drift, resource, scaled } from './worlds.js';

const noted = drift({ explanation: { status: 'noted', code: 'undeclared', message: 'a sync leaves it' } });
const explained = drift({ explanation: { status: 'explained', code: 'rollout-restart', message: 'a mark' } });

it('counts nothing where there is nothing', () => {
  expect(summarize([])).toEqual({
    applications: 0,
    resources: 0,
    synced: 0,
    outOfSync: 0,
    unknown: 0,
    notCompared: 0,
    missing: 0,
    extraneous: 0,
    drift: { total: 0, explained: 0, unexplained: 0, ignored: 0 },
    undeclared: { total: 0, unexplained: 0, noted: 0 },
  });
});

it('counts over all applications, every resource in one verdict', () => {
  const first = application({
    resources: [
      resource({ drift: [drift(), scaled], ignored: [drift()], undeclared: [drift(), noted, explained] }),
      configMap('lost', { outcome: 'missing' }),
      configMap('old', { outcome: 'extraneous' }),
    ],
  });
  const second = application({
    resources: [
      resource({ ignored: [drift(), drift()] }),
      configMap('secret', { outcome: 'unreadable' }),
      configMap('hook', { outcome: 'not-compared' }),
    ],
  });
  expect(summarize([first, second])).toEqual({
    applications: 2,
    resources: 6,
    synced: 1,
    outOfSync: 3,
    unknown: 1,
    notCompared: 1,
    missing: 1,
    extraneous: 1,
    drift: { total: 2, explained: 1, unexplained: 1, ignored: 3 },
    undeclared: { total: 3, unexplained: 1, noted: 1 },
  });
});
