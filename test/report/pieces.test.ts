import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.js';
import { cutMiddle, cutPair, hang, wrapPath, wrapWords } from '../../src/report/layout.js';
import { lineDiff } from '../../src/report/line-diff.js';
import { maskNamedSecrets, NAMED_SECRET } from '../../src/report/named-secrets.js';
import { andList, count } from '../../src/report/plural.js';
import { printable } from '../../src/report/safe-text.js';
import { timeText } from '../../src/report/time-text.js';
import { valueText } from '../../src/report/value-text.js';
import { writerName } from '../../src/report/writer-text.js';
import { yamlLines } from '../../src/report/yaml-lines.js';
import { AUTOSCALER, KUBECTL_SET, NOBODY, NOW } from './worlds.js';

const anyText = fc.string({ unit: 'binary' });

describe('printable text', () => {
  it('holds no character that a terminal obeys, and is stable', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });

  it.each([
    ['catalog-prod ünïcödé 注文', 'catalog-prod ünïcödé 注文'],
    ['a\tb\nc\r', 'a\\tb\\nc\\r'],
    ['\u001b[31m', '\\u001b[31m'],
    ['user\u202eresu', 'user\\u202eresu'],
    ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
    ['\ud800', '\\ud800'],
  ])('shows %j as %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});

describe('values', () => {
  it.each<[JsonValue | undefined, string]>([
    ['registry.example/catalog:v2', 'registry.example/catalog:v2'],
    ['two words', 'two words'],
    ['', '""'],
    ['80', '"80"'],
    [80, '80'],
    ['1.27', '"1.27"'],
    ['1.27.3', '1.27.3'],
    ['true', '"true"'],
    [true, 'true'],
    ['null', '"null"'],
    [null, 'null'],
    [' padded ', '" padded "'],
    ['a\nb', '"a\\nb"'],
    ['(absent)', '"(absent)"'],
    [undefined, '(absent)'],
    ['a → b', '"a → b"'],
    ['{"a":1}', '"{\\"a\\":1}"'],
    [{ a: 1 }, '{"a":1}'],
    [9007199254740993n, '9007199254740993'],
    [[], '[]'],
  ])('shows a value as it is written: %#', (value, expected) => {
    expect(valueText(value)).toBe(expected);
  });

  it('shows different scalars differently', () => {
    const scalar = fc.oneof(anyText, fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(scalar, scalar, (a, b) => {
        if (a !== b) expect(valueText(a)).not.toBe(valueText(b));
      }),
    );
  });
});

describe('cutting and wrapping', () => {
  it('keeps within the width, and keeps two different texts different', () => {
    const text = fc.string({ minLength: 1, maxLength: 80, unit: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 12, max: 40 }), (a, b, width) => {
        expect(cutMiddle(a, width).length).toBeLessThanOrEqual(width);
        const pair = cutPair(a, b, width);
        for (const one of pair) expect(one.length).toBeLessThanOrEqual(width);
        if (a !== b) expect(pair[0]).not.toBe(pair[1]);
      }),
    );
  });

  it('loses no word', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('x', 'y') }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 5, max: 40 }), (list, width) => {
        expect(wrapWords(list.join(' '), width).join(' ')).toBe(list.join(' '));
        expect(
          hang(list.join(' '), width, 2)
            .map((line) => line.trim())
            .join(' '),
        ).toBe(list.join(' '));
      }),
    );
  });

  it('breaks paths before their elements, never inside quotes', () => {
    const path = '.metadata.annotations["a.b/c"].spec.containers[name="web"].image';
    expect(wrapPath(path, 24)).toEqual([
      '.metadata.annotations',
      '["a.b/c"].spec',
      '.containers[name="web"]',
      '.image',
    ]);
    expect(wrapPath(path, undefined)).toEqual([path]);
  });
});

describe('times', () => {
  it.each([
    ['2026-11-30T12:00:00Z', 'just now'],
    ['2026-11-30T11:59:15Z', '45s ago'],
    ['2026-11-30T11:48:00Z', '12m ago'],
    ['2026-11-30T10:30:00Z', '90m ago'],
    ['2026-11-30T09:00:00Z', '3h ago'],
    ['2026-11-29T11:00:00Z', '25h ago'],
    ['2026-11-25T12:00:00Z', '5d ago'],
    ['2026-11-30T12:00:05Z', '2026-11-30T12:00:05Z'],
    ['garbage', 'garbage'],
  ])('shows %s as %s', (time, expected) => {
    expect(timeText(time, NOW, 'relative')).toBe(expected);
    expect(timeText(time, NOW, 'full')).toBe(time);
  });
});

describe('writers', () => {
  it.each([
    [KUBECTL_SET, 'kubectl set (a person or a script)'],
    [AUTOSCALER, 'HPA catalog (kube-controller-manager, scale)'],
    [{ ...AUTOSCALER, confidence: 'possible' as const }, 'possibly HPA catalog (kube-controller-manager, scale)'],
    [NOBODY, 'nobody is recorded'],
    [{ ...NOBODY, name: 'not known', confidence: 'possible' as const }, 'not known'],
    [{ ...NOBODY, name: 'not known', category: 'unknown' as const }, 'not known'],
    [
      { ...NOBODY, category: 'unknown' as const, name: 'team-sync', manager: 'team-sync' },
      'team-sync (a program that gitdrift does not know)',
    ],
    [
      {
        ...NOBODY,
        category: 'unknown' as const,
        name: 'older writers, merged by the server',
        manager: 'ancient-changes',
      },
      'older writers, merged by the server (ancient-changes)',
    ],
    [
      {
        ...NOBODY,
        category: 'unknown' as const,
        name: 'node-fetch, a JavaScript client',
        manager: 'node-fetch',
      },
      'node-fetch, a JavaScript client',
    ],
    [
      { ...NOBODY, category: 'unknown' as const, name: '(a manager without a name)', manager: '' },
      '(a manager without a name)',
    ],
    [
      {
        ...KUBECTL_SET,
        category: 'deployer' as const,
        name: 'kubectl apply',
        manager: 'kubectl',
        confidence: 'possible' as const,
      },
      'kubectl apply (a pipeline, a person or a script)',
    ],
    [
      {
        ...KUBECTL_SET,
        category: 'gitops' as const,
        name: 'Argo CD',
        manager: 'argocd-controller',
        confidence: 'certain' as const,
      },
      'Argo CD (argocd-controller)',
    ],
  ])('names %j', (writer, expected) => {
    expect(writerName(writer)).toBe(expected);
  });
});

describe('line differences', () => {
  it('draws blanks at the end of changed lines and the missing line break', () => {
    expect(lineDiff('a\nb\n', 'a\nb \n')).toEqual([
      { sign: '@', text: 'line 1 of live' },
      { sign: ' ', text: 'a' },
      { sign: '-', text: 'b' },
      { sign: '+', text: 'b·' },
    ]);
    expect(lineDiff('a\nb\n', 'a\nb').at(-1)).toEqual({ sign: ' ', text: '(no line break at the end)' });
  });

  it('shows carriage returns', () => {
    expect(lineDiff('a\n', 'a\r\n').filter(({ sign }) => sign === '+')).toEqual([{ sign: '+', text: 'a\\r' }]);
  });

  it('stays quick with long texts that have nothing in common', () => {
    const text = (seed: number): string => Array.from({ length: 20_000 }, (_, at) => `${seed}-${at * seed}`).join('\n');
    expect(lineDiff(text(3), text(7))).toHaveLength(40_000);
  });

  it('compares lists as they are printed', () => {
    expect(
      lineDiff([{ name: 'a', port: 80 }], [{ name: 'a', port: 81 }]).map(({ sign, text }) => `${sign}${text}`),
    ).toEqual(['@line 1 of live', ' - name: a', '-  port: 80', '+  port: 81']);
  });
});

describe('YAML for reading', () => {
  it('prints nested lists, texts of several lines and empty values, each line with its pointer', () => {
    const value = { list: [[1, 2], { 'a/b': { c: [] } }], text: 'one\n\ntwo', none: {} };
    expect(yamlLines(value).map(({ text, pointer }) => `${text} # ${pointer}`)).toEqual([
      'list: # /list',
      '- - 1 # /list/0/0',
      '  - 2 # /list/0/1',
      '- a/b: # /list/1/a~1b',
      '    c: [] # /list/1/a~1b/c',
      'text: |- # /text',
      '  one # /text',
      ' # /text',
      '  two # /text',
      'none: {} # /none',
    ]);
  });
});

describe('names that look secret', () => {
  it.each<[string, JsonValue, boolean]>([
    ['.spec.containers[name="web"].env[name="DB_PASSWORD"].value', 'x', true],
    ['.spec.containers[name="web"].env[name="STRIPE_API_KEY"].value', 'x', true],
    ['.spec.containers[name="web"].env[name="LOG_LEVEL"].value', 'x', false],
    ['.spec.containers[name="web"].env[name="PASSWORD_FILE"].value', 'x', false],
    ['.data["tls.key"]', 'x', true],
    ['.data.key', 'x', true],
    ['.data["settings.yaml"]', 'x', false],
    ['.metadata.annotations["vendor.example/auth-token"]', 'x', true],
    ['.spec.password', 'x', true],
    ['.spec.apiKey', 'x', true],
    ['.spec.clientSecret', 'x', true],
    ['.spec.port', 8080, false],
    ['.spec.secretName', 'x', false],
    ['.spec.passwordSecretRef', 'x', false],
    ['.spec.tokenExpirationSeconds', 600, false],
    ['.spec.tolerations[0].key', 'x', false],
    ['.spec.automountServiceAccountToken', true, false],
    ['.spec.tokens', ['a', 'b'], true],
  ])('%s: %j is masked: %s', (path, value, masked) => {
    const expected = Array.isArray(value) ? value.map(() => NAMED_SECRET) : NAMED_SECRET;
    expect(maskNamedSecrets(path, value)).toEqual(masked ? expected : value);
  });

  it('looks into what is below', () => {
    expect(
      maskNamedSecrets('.spec.containers[name="web"]', {
        env: [{ name: 'TOKEN', value: 't' }],
        volumeMounts: [{ name: 'token', mountPath: '/run' }],
        config: { password: 'p', user: 'u' },
      }),
    ).toEqual({
      env: [{ name: 'TOKEN', value: NAMED_SECRET }],
      volumeMounts: [{ name: 'token', mountPath: '/run' }],
      config: { password: NAMED_SECRET, user: 'u' },
    });
    expect(maskNamedSecrets('.data', { 'db.password': 'p', 'log.level': 'info' })).toEqual({
      'db.password': NAMED_SECRET,
      'log.level': 'info',
    });
  });
});

describe('sentences', () => {
  it('counts and joins', () => {
    expect([count(0, 'field'), count(1, 'field'), count(2, 'field'), count(2, 'entry', 'entries')]).toEqual([
      '0 fields',
      '1 field',
      '2 fields',
      '2 entries',
    ]);
    expect([andList([]), andList(['a']), andList(['a', 'b']), andList(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
  });
});
