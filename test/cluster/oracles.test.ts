import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { quantityInNano } from '../../src/compare/normal/quantity.js';
import { sameScalar } from '../../src/compare/normal/scalar.js';
import type { JsonValue } from '../../src/model/json.js';
import { ask } from './oracles/ask.js';
import { compareReaders, contradictsItself, disagrees } from './oracles/compare-readers.js';
import { decodedAlike, fieldSets, recordedFieldSets } from './oracles/field-sets.js';
import { quantities, SCALARS } from './oracles/scalar-texts.js';
import { documents, scalars, slips } from './oracles/yaml-texts.js';

const { controlplane = '' } = inject('cluster');
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** One seed for ever, so that a red run is a change's fault; `GITDRIFT_TEST_SEED` adds another, to look further. */
const given = process.env.GITDRIFT_TEST_SEED;
const SEEDS: [string, number][] = [
  ['the fixed seed', 20_260_701],
  ...(given === undefined ? [] : [[`the seed ${given}`, Number(given)] as [string, number]]),
];

const manifests = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ya?ml$/.test(name))
  .sort()
  .map((name) => readFileSync(join(FIXTURES, name), 'utf8'));

/** Values beyond 64 bits are cut, but those that Go prints without the suffix that it has no name for (`10e21`). */
const isCut = (text: string): boolean => whole(quantityInNano(text)) === 'beyond 64 bits';

function whole(nano: bigint | undefined): bigint | string | undefined {
  const most = (2n ** 63n - 1n) * 10n ** 9n;
  return nano === most || nano === -most ? 'beyond 64 bits' : nano;
}

describe.skipIf(controlplane === '')(
  'Kubernetes’ own Go code (skipped with GITDRIFT_TEST_KUBECONFIG: only our own control plane can be asked)',
  () => {
    describe('reads manifests as we do', () => {
      const agree = (texts: readonly string[]): void => {
        const parted = compareReaders(controlplane, texts).filter(disagrees);
        expect(parted.filter((one) => !contradictsItself(controlplane, one))).toEqual([]);
      };

      it('in all fixtures', () => agree(manifests));

      const parts = manifests.flatMap((text) => text.split(/^---$/m)).filter((text) => text.length < 4000);
      describe.each(SEEDS)('with %s', (_, seed) => {
        it.each([
          ['scalars', scalars],
          ['every style', documents],
          ['every style, with slips', slips(documents)],
          ['fixtures, with slips', slips(fc.constantFrom(...parts))],
        ])('%s', (_, texts) => agree(fc.sample(texts, { seed, numRuns: 1500 })));
      });
    });

    describe.each(SEEDS)('with %s', (_, seed) => {
      it('reads quantities as we do', () => {
        const texts = fc.sample(quantities, { seed, numRuns: 4000 });
        const answers = ask<{ canonical: string }>(
          controlplane,
          'quantity',
          texts.map((text) => ({ text })),
        );
        const ours = texts.map((text) => [text, whole(quantityInNano(text))]);
        const go = answers.map((answer, at) => [
          texts[at],
          'error' in answer
            ? undefined
            : isCut(texts[at] ?? '')
              ? 'beyond 64 bits'
              : whole(quantityInNano(answer.canonical)),
        ]);
        expect(ours).toEqual(go);
      });

      it.each(SCALARS)(
        'rewrites a text of type %s into what we take for the same, and only that',
        (type, arbitrary) => {
          const texts = fc.sample(arbitrary, { seed, numRuns: 4000 });
          const answers = ask<{ stored: string }>(
            controlplane,
            'scalar',
            texts.map((text) => ({ type, text })),
          );
          const stored = answers.flatMap((answer, at) =>
            'error' in answer ? [] : [{ text: texts[at] ?? '', stored: answer.stored }],
          );
          expect(stored.length).toBeGreaterThan(100);
          expect(stored.filter((one) => !sameScalar(type, one.text, one.stored))).toEqual([]);
          const pairs = stored.map((one, at) => ({
            ...one,
            other: stored[(at * 7 + 1) % stored.length]?.stored ?? '',
          }));
          expect(pairs.filter((one) => sameScalar(type, one.text, one.other) !== (one.stored === one.other))).toEqual(
            [],
          );
        },
      );

      it('reads sets of fields as we do', () => {
        expect(decodedAlike(controlplane, fc.sample(fieldSets, { seed, numRuns: 3000 }))).toEqual([]);
      });
    });

    it('reads the sets of fields in all fixtures as we do', () => {
      const recorded: JsonValue[] = recordedFieldSets(FIXTURES);
      expect(recorded.length).toBeGreaterThan(50);
      expect(decodedAlike(controlplane, recorded)).toEqual([]);
    });
  },
);
