import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { printPath, valueAt } from '../../src/model/field-path.js';
import { type JsonValue, jsonEqual } from '../../src/model/json.js';
import { changesBetween, declaredLeaves } from '../../src/timeline/changes.js';

const POD_TEMPLATE = 'core/v1.PodTemplateSpec';
const schema = builtinSchema();

function changes(from: string, to: string): string[] {
  return changesBetween(load(from) as JsonValue, load(to) as JsonValue, POD_TEMPLATE, schema).map(
    (one) => `${printPath(one.path)}: ${JSON.stringify(one.from)} → ${JSON.stringify(one.to)}`,
  );
}

describe('what differs between two Pod templates', () => {
  it.each<[string, string, string, string[]]>([
    ['nothing', '{spec: {hostNetwork: true}}', '{spec: {hostNetwork: true}}', []],
    [
      'an image, its container paired by name whatever the order',
      '{spec: {containers: [{name: web, image: "1"}, {name: proxy, image: p}]}}',
      '{spec: {containers: [{name: proxy, image: p}, {name: web, image: "2"}]}}',
      ['.spec.containers[name="web"].image: "1" → "2"'],
    ],
    [
      'a container that came, as one',
      '{spec: {containers: [{name: web}]}}',
      '{spec: {containers: [{name: web}, {name: proxy, image: p}]}}',
      ['.spec.containers[name="proxy"]: undefined → {"name":"proxy","image":"p"}'],
    ],
    [
      'arguments, which are owned as a whole',
      '{spec: {containers: [{name: web, args: [a, b]}]}}',
      '{spec: {containers: [{name: web, args: [a, c]}]}}',
      ['.spec.containers[name="web"].args: ["a","b"] → ["a","c"]'],
    ],
    [
      'a map that came, by what is in it',
      '{metadata: {labels: {app: catalog}}}',
      '{metadata: {labels: {app: catalog}, annotations: {"kubectl.kubernetes.io/restartedAt": now}}}',
      ['.metadata.annotations["kubectl.kubernetes.io/restartedAt"]: undefined → "now"'],
    ],
    [
      'a list that came, by its items',
      '{spec: {containers: [{name: web}]}}',
      '{spec: {containers: [{name: web, env: [{name: A, value: "1"}]}]}}',
      ['.spec.containers[name="web"].env[name="A"]: undefined → {"name":"A","value":"1"}'],
    ],
    [
      'a list in which a key stands twice, as a whole',
      '{spec: {containers: [{name: web, env: [{name: A, value: "1"}, {name: A, value: "2"}]}]}}',
      '{spec: {containers: [{name: web, env: [{name: A, value: "1"}]}]}}',
      [
        '.spec.containers[name="web"].env: [{"name":"A","value":"1"},{"name":"A","value":"2"}] → [{"name":"A","value":"1"}]',
      ],
    ],
    [
      'ports, whose protocol has a default',
      '{spec: {containers: [{name: web, ports: [{containerPort: 80, name: a}]}]}}',
      '{spec: {containers: [{name: web, ports: [{containerPort: 80, protocol: TCP, name: b}]}]}}',
      [
        '.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].name: "a" → "b"',
        '.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].protocol: undefined → "TCP"',
      ],
    ],
  ])('%s', (_, from, to, expected) => {
    expect(changes(from, to)).toEqual(expected);
  });

  it('names the values that both states have at its paths, and swaps with them', () => {
    const container = fc.record(
      { name: fc.constantFrom('web', 'proxy', 'job'), image: fc.constantFrom('a', 'b') },
      { requiredKeys: ['name'] },
    );
    const template = fc.record(
      {
        metadata: fc.record(
          { labels: fc.dictionary(fc.constantFrom('app', 'team', 'a.b/c'), fc.constantFrom('x', 'y')) },
          { requiredKeys: [] },
        ),
        spec: fc.record({
          hostNetwork: fc.boolean(),
          containers: fc.uniqueArray(container, { selector: ({ name }) => name }),
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(template, template, (from, to) => {
        const found = changesBetween(from as JsonValue, to as JsonValue, POD_TEMPLATE, schema);
        for (const one of found) {
          expect(jsonEqual(valueAt(from as JsonValue, one.path), one.from)).toBe(true);
          expect(jsonEqual(valueAt(to as JsonValue, one.path), one.to)).toBe(true);
          expect(jsonEqual(one.from, one.to)).toBe(false);
        }
        const back = changesBetween(to as JsonValue, from as JsonValue, POD_TEMPLATE, schema);
        expect(back.map(({ path }) => printPath(path))).toEqual(found.map(({ path }) => printPath(path)));
        if (found.length === 0) expect(withoutEmpty(from as JsonValue)).toEqual(withoutEmpty(to as JsonValue));
      }),
    );
  });
});

/** The order of keyed items says nothing, and empty maps and lists hold no field. */
function withoutEmpty(value: JsonValue): unknown {
  if (Array.isArray(value))
    return (value as JsonValue[]).map(withoutEmpty).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, inner]) => [name, withoutEmpty(inner as JsonValue)]),
  );
}

describe('the leaves of what was sent', () => {
  it.each<[string, string[]]>([
    ['{spec: {replicas: 5}}', ['.spec.replicas']],
    [
      '{spec: {template: {spec: {"$setElementOrder/containers": [{name: web}], containers: [{name: web, image: "2"}]}}}}',
      ['.spec.template.spec.containers[name="web"].image'],
    ],
    ['{metadata: {labels: {team: null}}}', ['.metadata.labels.team']],
    ['{spec: {selector: {matchLabels: {app: a}}}}', ['.spec.selector']],
    ['{}', []],
  ])('of %s', (sent, expected) => {
    expect(declaredLeaves(load(sent) as JsonValue, 'apps/v1.Deployment', schema).map(printPath)).toEqual(expected);
  });
});
