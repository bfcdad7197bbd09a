import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.js';
import { githubReport } from '../../../src/report/github.js';
import { gitlabReport } from '../../../src/report/gitlab.js';
import { junitReport } from '../../../src/report/junit.js';
import { type MarkdownOptions, markdownReport } from '../../../src/report/markdown/markdown.js';
import { NAMED_SECRET } from '../../../src/report/named-secrets.js';
import { sarifReport } from '../../../src/report/sarif.js';
import { NAMED } from '../more-worlds.js';
import { application, drift, report, resource } from '../worlds.js';
import { PUBLISHED } from './hostile.js';

const FORMATS: readonly [string, (report: Report, options: MarkdownOptions) => string][] = [
  ['junit', junitReport],
  ['sarif', sarifReport],
  ['github', githubReport],
  ['gitlab', gitlabReport],
  ['markdown', markdownReport],
];

const saying = (path: string, parts: { readonly kind: string; readonly value: string }): Report =>
  report([
    application({
      sync: { status: 'OutOfSync', message: '' },
      action: { code: 'merge-or-sync', message: `A sync takes "${parts.value}" away.` },
      resources: [
        resource({
          group: '',
          kind: parts.kind,
          sync: 'OutOfSync',
          drift: [drift({ path, desired: 'c2hhcmVk', live: parts.value })],
        }),
      ],
      findings: [{ code: 'order-differs', severity: 'warning', message: `it is ${parts.value} now` }],
    }),
  ]);

describe.each(FORMATS)('%s', (_, format) => {
  it('masks values whose names look secret, unless --show-secrets is given', () => {
    const text = format(NAMED, PUBLISHED);
    for (const secret of ['hunter2', 'hunter3', 'tok-123456']) expect(text).not.toContain(secret);
    expect(text).toContain(NAMED_SECRET);
    expect(format(NAMED, { ...PUBLISHED, maskNamed: false })).toContain('hunter3');
  });

  it.each(['.data.username', '.data["tls.crt"]', '.stringData.username', '.data'])(
    'masks %s of a Secret that was saved with --show-secrets, also where a sentence quotes it',
    (path) => {
      const text = format(saying(path, { kind: 'Secret', value: 'cHJpdmF0ZSE=' }), PUBLISHED);
      expect(text).not.toContain('cHJpdmF0ZSE');
      expect(text).not.toContain('c2hhcmVk');
    },
  );

  it('leaves the same field of a ConfigMap', () => {
    expect(format(saying('.data.username', { kind: 'ConfigMap', value: 'cHJpdmF0ZSE=' }), PUBLISHED)).toContain(
      'cHJpdmF0ZSE=',
    );
  });
});
