import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { substituteVariables } from '../../../src/render/flux/post-build.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

const SETTINGS = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings' },
  data: { size: '${SIZE}', mode: '${MODE:=slow}' },
};

function put(object: JsonObject, values: Record<string, string>, more: { secret?: string[]; always?: boolean } = {}) {
  const { documents } = readDocuments(JSON.stringify(object), 'apps/shop/a.yaml');
  const variables = {
    values: new Map(Object.entries(values)),
    secret: new Set(more.secret ?? []),
    always: more.always ?? false,
  };
  const [document] = substituteVariables(documents, variables);
  if (document === undefined) throw new Error('no document');
  return document;
}

const data = (object: JsonObject, ...rest: [Record<string, string>, { secret?: string[]; always?: boolean }?]) =>
  (put(object, ...rest).value as JsonObject).data;

describe('postBuild', () => {
  it('does nothing without a variable, also where a default is given', () => {
    expect(data(SETTINGS, {})).toEqual(SETTINGS.data);
  });

  it('takes defaults as soon as there is one variable, or where the strategy is Always', () => {
    expect(data(SETTINGS, { SIZE: 'big' })).toEqual({ size: 'big', mode: 'slow' });
    const { size: _, ...known } = SETTINGS.data;
    expect(data({ ...SETTINGS, data: known }, {}, { always: true })).toEqual({ mode: 'slow' });
  });

  it('lets the value decide the type, whatever quotes stand in Git', () => {
    expect(data(SETTINGS, { SIZE: '3' })).toMatchObject({ size: 3 });
    expect(data(SETTINGS, { SIZE: '"3"' })).toMatchObject({ size: '3' });
  });

  it.each([{ labels: {} }, { annotations: {} }])('leaves an object alone that says so in its %j', (where) => {
    const [place = ''] = Object.keys(where);
    const metadata = { name: 'settings', [place]: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' } };
    expect(data({ ...SETTINGS, metadata }, { SIZE: 'big' })).toEqual(SETTINGS.data);
  });

  it('refuses a variable that nobody defines, and names the object and the file', () => {
    expect(() => put(SETTINGS, { OTHER: 'x' })).toThrow(
      'post build failed for ConfigMap settings: variable not set (strict mode): "SIZE"',
    );
  });

  it('refuses a name that is none', () => {
    expect(() => put(SETTINGS, { 'a-b': 'x', SIZE: '1' })).toThrow('"a-b" is no name of a variable');
  });

  it('never shows a value that breaks the YAML', () => {
    const broken = (): unknown => put(SETTINGS, { SIZE: 'hunter2: [' }, { secret: ['SIZE'] });
    expect(broken).toThrow('what comes out is no YAML object');
    expect(broken).not.toThrow('hunter2');
  });

  it('marks what the value of a Secret went into, and nothing else', () => {
    const object = { ...SETTINGS, data: { url: 'https://${USER}:${PASSWORD}@db', user: '${USER}', mode: 'x' } };
    expect(put(object, { USER: 'shop', PASSWORD: 'hunter2' }, { secret: ['PASSWORD'] }).secret).toEqual(['/data/url']);
    expect(put(object, { USER: 'shop', PASSWORD: 'hunter2' }).secret).toBeUndefined();
    const count = { ...SETTINGS, spec: { replicas: '${PASSWORD}' } };
    expect(put(count, { PASSWORD: '3', SIZE: '1' }, { secret: ['PASSWORD'] }).secret).toEqual(['/spec/replicas']);
  });
});
