import { describe, expect, it } from 'vitest';
import { textReport } from '../../src/report/text.js';
import type { TextOptions, Typed } from '../../src/report/text-options.js';
import { AUTOSCALER, application, drift, NOW, report, resource } from './worlds.js';

const IMAGE = '.spec.template.spec.containers[name="web"].image';

const image = drift({ path: IMAGE, desired: '2.4.0', live: '2.4.1' });
const settings = drift({ path: '.data.currency', writer: { ...AUTOSCALER, category: 'operator', name: 'Flagger' } });

/** The commands that a report of these objects ends with. */
function commands(
  typed: Typed | undefined,
  resources: ReturnType<typeof resource>[],
  options: Partial<TextOptions> = {},
) {
  const text = textReport(report([application({ resources })]), {
    ...{ width: undefined, color: false, now: NOW, time: 'relative', verbose: false, quiet: false },
    ...{ showExplained: false, maskNamed: false },
    ...(typed === undefined ? {} : { typed }),
    ...options,
  });
  return text.split('\n').filter((line) => line.startsWith('  gitdrift '));
}

describe('the next commands', () => {
  const typed: Typed = { rest: 'apps/catalog -n marketplace', explainable: true };

  it('name the change of a person before that of a controller, quoted for a shell', () => {
    const config = resource({ group: '', kind: 'ConfigMap', name: 'a', sync: 'OutOfSync', drift: [settings] });
    expect(commands(typed, [config, resource({ sync: 'OutOfSync', drift: [image] })])).toEqual([
      `  gitdrift explain deployment/catalog '${IMAGE}' apps/catalog -n marketplace  # who, since when, what happens next`,
      `  gitdrift adopt deployment/catalog '${IMAGE}' apps/catalog -n marketplace  # the patch for Git: it keeps what live has, or leaves the field to an autoscaler`,
      `  gitdrift timeline deployment/catalog apps/catalog -n marketplace  # who changed what, and when`,
    ]);
  });

  it('look at live alone where the desired state is one that they do not take', () => {
    const live: Typed = { rest: '--context prod', explainable: false };
    expect(commands(live, [resource({ sync: 'OutOfSync', drift: [settings] })])).toEqual([
      '  gitdrift explain deployment/catalog .data.currency -n marketplace --context prod  # who, since when',
      '  gitdrift timeline deployment/catalog -n marketplace --context prod                # who changed what, and when',
    ]);
  });

  it.each([
    ['a value that is masked', { masked: true }],
    ['what Git alone changed', { explanation: { status: 'explained', code: 'git-ahead', message: '' } }],
  ] as const)('adopt nothing of %s', (_what, parts) => {
    const found = commands(typed, [resource({ sync: 'OutOfSync', drift: [{ ...image, ...parts }] })]);
    expect(found.map((line) => line.trim().split(' ')[1])).toEqual(['explain', 'timeline']);
  });

  it('lose their comments on a narrow terminal, and are never broken', () => {
    const found = commands(typed, [resource({ sync: 'OutOfSync', drift: [image] })], { width: 60 });
    expect(found).toContain(`  gitdrift explain deployment/catalog '${IMAGE}' apps/catalog -n marketplace`);
    expect(found.join()).not.toContain('#');
  });

  it.each([
    ['nothing was typed', undefined, {}, [resource({ sync: 'OutOfSync', drift: [image] })]],
    ['it is quiet', typed, { quiet: true }, [resource({ sync: 'OutOfSync', drift: [image] })]],
    ['nothing differs', typed, {}, [resource()]],
  ] as const)('are left out where %s', (_what, said, options, resources) => {
    expect(commands(said, [...resources], options)).toEqual([]);
  });
});

it('writes several steps below the verdicts, one each, without the values whose names look secret', () => {
  const path = '.spec.template.spec.containers[name="web"].env[name="TOKEN"].value';
  const secret = drift({ path, desired: 'hunter2-old', live: 'hunter2-new' });
  const steps = [{ message: 'A sync would set "hunter2-old"' }, { message: 'Git is ahead in 1 field' }];
  const one = application({
    sync: { status: 'OutOfSync', message: '' },
    action: { code: 'merge-or-sync', message: steps.map(({ message }) => message).join('. '), steps },
    resources: [resource({ sync: 'OutOfSync', drift: [secret] })],
  });
  const text = textReport(report([one]), {
    ...{ width: 40, color: false, now: NOW, time: 'relative', verbose: false, quiet: false },
    ...{ showExplained: false, maskNamed: true },
  });
  expect(text).toContain(
    '\nOutOfSync and Healthy. What to do:\n  - A sync would set (masked: its\n    name looks secret)\n  - Git is ahead in 1 field\n',
  );
  expect(text).not.toContain('hunter2');
});
