import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { applyJsonMergePatch, jsonMergeThreeWay } from '../../../src/gitops/argocd/json-merge-patch.js';
import { applyStrategicPatch, strategicPatch } from '../../../src/gitops/argocd/strategic/three-way-patch.js';
import { applyTyped } from '../../../src/gitops/argocd/structured/apply.js';
import { compareTyped } from '../../../src/gitops/argocd/structured/compare.js';
import { fieldSetOf } from '../../../src/gitops/argocd/structured/field-set-of.js';
import { isEmpty } from '../../../src/gitops/argocd/structured/set-operations.js';
import type { JsonObject } from '../../../src/model/json.js';
import { printJson } from '../../../src/model/json-text.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { openJq } from '../../../src/render/jq/jq-paths.js';
import { judgeRecorded, RECORDED } from './recorded-verdicts.js';
import { edited, judge, SCHEMA, web } from './tiny-world.js';

const jq = openJq();
afterAll(jq.close);

const env = fc
  .uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { maxLength: 5 })
  .map((names) => names.map((name) => ({ name, value: name.toLowerCase() })));
const args = fc.array(fc.constantFrom('--x', '--y', '--z'), { maxLength: 3 });
const labels = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'), { maxKeys: 3 });
const finalizers = fc.uniqueArray(fc.constantFrom('x.test/a', 'x.test/b', 'x.test/c'), { maxLength: 3 });

/** A Deployment with a keyed list, an atomic one, a map and a list of merged scalars. */
const deployment = fc
  .record({ env, args, labels, finalizers, replicas: fc.option(fc.nat(5), { nil: undefined }) })
  .map((parts): KubernetesObject => {
    const object = web(parts.replicas === undefined ? {} : { replicas: parts.replicas }, {
      env: parts.env,
      args: parts.args,
    });
    return { ...object, metadata: { ...object.metadata, labels: parts.labels, finalizers: parts.finalizers } };
  });

const TYPE = 'apps/v1.Deployment';
const typed = { bundle: SCHEMA, ref: TYPE, deduces: false };

describe('a strategic merge patch', () => {
  it('makes what was applied before into what is applied now', () => {
    fc.assert(
      fc.property(deployment, deployment, (original, modified) => {
        const patch = strategicPatch({ original, modified, current: original }, SCHEMA, TYPE);
        expect(applyStrategicPatch(original, patch, SCHEMA, TYPE)).toEqual(modified);
      }),
    );
  });

  it('is empty where nothing was changed by anybody', () => {
    fc.assert(
      fc.property(deployment, (object) => {
        expect(strategicPatch({ original: object, modified: object, current: object }, SCHEMA, TYPE)).toEqual({});
      }),
    );
  });

  it('changes nothing when it is made again after it was applied', () => {
    fc.assert(
      fc.property(deployment, deployment, deployment, (original, modified, current) => {
        const first = applyStrategicPatch(
          current,
          strategicPatch({ original, modified, current }, SCHEMA, TYPE),
          SCHEMA,
          TYPE,
        );
        const again = strategicPatch({ original: modified, modified, current: first }, SCHEMA, TYPE);
        expect(applyStrategicPatch(first, again, SCHEMA, TYPE)).toEqual(first);
      }),
    );
  });
});

it('a JSON merge patch makes what was applied before into what is applied now', () => {
  const value = fc.letrec((tie) => ({
    object: fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof({ depthSize: 'small' }, fc.nat(2), fc.constant([1]), tie('object')),
      { maxKeys: 3 },
    ),
  })).object as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(value, value, (original, modified) => {
      const patch = jsonMergeThreeWay({ original, modified, current: original });
      expect(applyJsonMergePatch(original, patch)).toEqual(modified);
    }),
  );
});

describe('a structured merge', () => {
  it('changes nothing from the second time on (the first may leave a null for a map that was emptied)', () => {
    fc.assert(
      fc.property(deployment, deployment, (before, now) => {
        const again = (live: JsonObject): JsonObject =>
          applyTyped(typed, live, now, { last: fieldSetOf(typed, now), others: [] });
        const applied = applyTyped(typed, before, now, { last: fieldSetOf(typed, before), others: [] });
        const twice = again(applied);
        expect(again(twice)).toEqual(twice);
        expect(isEmpty(compareTyped(typed, twice, now).modified)).toBe(true);
      }),
    );
  });

  it('keeps what another manager holds', () => {
    fc.assert(
      fc.property(deployment, deployment, (before, now) => {
        const others = [fieldSetOf(typed, before)];
        const applied = applyTyped(typed, before, now, { last: fieldSetOf(typed, before), others });
        expect(isEmpty(compareTyped(typed, before, applied).removed)).toBe(true);
      }),
    );
  });
});

/** An object whose schema lacks a declared field never comes in sync, nor does a server-side applied claim template. */
const NEVER = new Set(['v-259-cr-missing-schema-field', 'v-247-sts-ssa-clean']);

describe('after a sync', () => {
  it.each(RECORDED.filter((name) => !NEVER.has(name)))('nothing of %s differs any more', (name) => {
    for (const { strategy, states, desired, ref, ignored } of judgeRecorded(name, jq).ours.resources) {
      if (strategy !== 'three-way' || states === undefined || desired === undefined) continue;
      // What a rule took out of both is in neither state.
      if (ignored.some(({ pointer }) => pointer !== '/status')) continue;
      const path = ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'];
      const live = edited(states.predicted as KubernetesObject, path, printJson(desired));
      const spec = { destination: { server: 'https://kubernetes.default.svc', namespace: ref.namespace || 'shop' } };
      const settings = {
        'application.resourceTrackingMethod': 'label',
        'application.instanceLabelKey': 'none.test/none',
      };
      const [resource] = judge({ spec, settings, desired: [desired], live: [live] }).resources;
      expect(resource?.differences.filter((pointer) => !pointer.startsWith('/metadata/labels'))).toEqual([]);
    }
  });
});
