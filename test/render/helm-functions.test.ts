import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { templateFunctions } from '../../src/render/helm-functions.js';
import { scratch } from './fake-tools.js';

const inTemplate = (action: string) => uses({ 'shop/templates/web.yaml': `a: ${action}\n` });

function uses(files: Record<string, string | Uint8Array>) {
  const root = scratch({ 'shop/Chart.yaml': '', ...files });
  return templateFunctions(join(root, 'shop'), root);
}

describe('what the templates of a chart ask for', () => {
  it.each([
    '{{ randAlphaNum 10 }}',
    '{{- $ca := genCA "shop" 365 -}}',
    '{{ uuidv4 | quote }}',
    '{{ (genPrivateKey "ed25519") }}',
    '{{ htpasswd "web" .Values.password }}',
    '{{ list "a" | shuffle }}',
    '{{ range keys .Values.hosts }}',
    '{{ tpl .Values.text . }}',
    '{{ if\n  (randInt 1 2) }}',
    '{{/* {{ */}}{{ uuidv4 }}',
    '}} {{{ uuidv4 }}}',
  ])('%j may give another value each time', async (action) => {
    expect(await inTemplate(action)).toEqual({ random: true, time: false, lookup: [] });
  });

  it.each(['{{ now | date "2006-01-02" }}', '{{ ago $start }}'])('%j asks for the time', async (action) => {
    expect(await inTemplate(action)).toEqual({ random: true, time: true, lookup: [] });
  });

  it.each([
    '{{ .Values.keys }}',
    '{{ $now }}',
    '{{/* randAlphaNum now lookup */}}',
    '{{- /* lookup */ -}}',
    '{{/* was: {{ lookup "v1" "Secret" "shop" "login" }} {{ now }} */}}',
    '{{ uuidv4',
    '# now, keys and values',
    '{{ .Values.a }} lookup {{ .Values.b }}',
    '{{ derivePassword 1 "long" "key" "web" "example.com" }}',
    '{{ .Values.randAlphaNum }}',
  ])('%j gives the same always', async (action) => {
    expect(await inTemplate(action)).toEqual({ random: false, time: false, lookup: [] });
  });

  it('names the files with lookup, of the charts below too', async () => {
    const lookup = '{{ lookup "v1" "Secret" .Release.Namespace "login" }}';
    expect(
      await uses({
        'shop/templates/_parts/login.tpl': lookup,
        'shop/templates/NOTES.txt': lookup,
        'shop/README.md': lookup,
        'shop/charts/cache/templates/a.yaml': lookup,
        'shop/charts/redis-1.2.3.tgz': gzipSync(`redis/templates/b.yaml\0${lookup}`),
      }),
    ).toEqual({
      random: false,
      time: false,
      lookup: ['shop/charts/cache/templates/a.yaml', 'shop/charts/redis-1.2.3.tgz', 'shop/templates/_parts/login.tpl'],
    });
  });

  it('does not let one file of a package hide what another holds', async () => {
    const packed = gzipSync('redis/README.md\0a comment starts with {{/*\0\0redis/templates/b.yaml\0{{ now }}');
    expect(await uses({ 'shop/charts/redis-1.2.3.tgz': packed })).toMatchObject({ time: true });
  });

  // A regular expression that looks for the end anew at every sign takes hours.
  it.each(['{', '{{ ', '{{/*', '{{ lookup ', '{{/* */', '\0{{', ' \0'])('reads a million times %j', async (part) => {
    const text = part.repeat(1_000_000);
    const { random } = await uses({ 'shop/templates/a.yaml': text, 'shop/templates/b.yaml': `{{ uuidv4 }}${text}` });
    expect(random).toBe(true);
  });

  it('takes a template of more than 64 MiB for one that may', async () => {
    const root = scratch({ 'shop/templates/a.yaml': '' });
    truncateSync(join(root, 'shop/templates/a.yaml'), 64 * 1024 * 1024 + 1);
    expect(await templateFunctions(join(root, 'shop'), root)).toEqual({ random: true, time: false, lookup: [] });
  });

  it('takes a chart that it cannot read for one that may', async () => {
    expect(await uses({ 'shop/charts/redis-1.2.3.tgz': 'no package' })).toEqual({
      random: true,
      time: false,
      lookup: [],
    });
  });
});
