import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { githubReport } from '../../../src/report/github.js';
import { printable } from '../../../src/report/safe-text.js';
import { valueText } from '../../../src/report/value-text.js';
import { GAPS } from '../more-worlds.js';
import { application, drift, INCIDENT, report, resource } from '../worlds.js';
import { hostileReport, PUBLISHED } from './hostile.js';

interface Command {
  readonly type: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Reads lines as the runner does (actions/runner, src/Runner.Common/ActionCommand.cs, TryParseV2): undefined is no command. */
function readCommand(line: string): Command | undefined {
  const text = line.trimStart();
  if (!text.startsWith('::')) return undefined;
  const end = text.indexOf('::', 2);
  if (end < 0) return undefined;
  const info = text.slice(2, end);
  const space = info.indexOf(' ');
  const type = space < 0 ? info : info.slice(0, space);
  const pairs = (space < 0 ? '' : info.slice(space + 1).trim())
    .split(',')
    .map((pair) => pair.split(/=(.*)/s))
    .filter(([key, value]) => key !== '' && value !== undefined)
    .map(([key = '', value = '']) => [key, unescaped(value, true)] as const);
  return { type, properties: Object.fromEntries(pairs), message: unescaped(text.slice(end + 2), false) };
}

function unescaped(text: string, property: boolean): string {
  const data = (property ? text.replaceAll('%3A', ':').replaceAll('%2C', ',') : text)
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n');
  return data.replaceAll('%25', '%');
}

function read(text: string): Command[] {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const command = readCommand(line);
      if (command === undefined) throw new Error(`no command: ${line}`);
      return command;
    });
}

describe('report as annotations of GitHub', () => {
  it('annotates the declaring line of what the gate counts, and sums up last', () => {
    const commands = read(githubReport(INCIDENT, PUBLISHED));
    expect(commands.map(({ type, properties }) => [type, properties])).toEqual([
      [
        'error',
        {
          file: 'apps/catalog/prod/deployment.yaml',
          line: '21',
          title: 'Deployment marketplace/catalog .spec.template.spec.containers[name="web"].image',
        },
      ],
      ['error', { title: 'Deployment marketplace/catalog .metadata.labels.debug' }],
      ['error', { title: 'gitdrift' }],
    ]);
    expect(commands.at(-1)?.message).toBe(
      'catalog-prod: OutOfSync, Healthy, 2 fields drifted: 1 unexplained, 1 explained · 1 undeclared field. ' +
        'gate: FAILED, 1 unexplained drift and 1 undeclared field (exit 1)',
    );
  });

  it('warns of what could not be compared, and notes a gate that passed', () => {
    const passed = report([application({ resources: [resource()] })]);
    expect(read(githubReport(passed, PUBLISHED))).toEqual([
      {
        type: 'notice',
        properties: { title: 'gitdrift' },
        message: 'catalog-prod: Synced, Healthy, no drift. gate: passed (exit 0)',
      },
    ]);
    const kinds = read(githubReport(GAPS, PUBLISHED)).map(({ type }) => type);
    expect(kinds).toEqual(['error', 'error', 'warning', 'warning', 'warning', 'warning', 'error']);
  });

  it('keeps to ten of a type with the summary, which says how many were left out', () => {
    const fields = Array.from({ length: 30 }, (_, at) => drift({ path: `.data.key${at}`, desired: 'a', live: 'b' }));
    const findings = Array.from({ length: 30 }, (_, at) => ({
      ...({ code: 'duplicate-key', severity: 'warning', message: `key ${at}` } as const),
    }));
    const world = report([application({ resources: [resource({ drift: fields })], findings })], {
      ...{ counted: 30, passed: false, exitCode: 1 },
    });
    const commands = read(githubReport(world, PUBLISHED));
    for (const type of ['error', 'warning']) expect(commands.filter((one) => one.type === type)).toHaveLength(10);
    expect(commands[0]?.properties.title).toContain('.data.key0');
    expect(commands.at(-1)?.message).toContain('; 41 more entries left out here, GitHub shows ten of a type');
  });

  it('is read back with every value, whatever it holds: no line or command more, none less', () => {
    fc.assert(
      fc.property(hostileReport, (world) => {
        const commands = read(githubReport(world, PUBLISHED));
        expect(commands.every(({ type }) => ['error', 'warning', 'notice'].includes(type))).toBe(true);
        expect(
          commands.every(({ properties }) =>
            Object.keys(properties).every((key) => ['file', 'line', 'title'].includes(key)),
          ),
        ).toBe(true);
        for (const { drift } of world.applications.flatMap(({ resources }) => resources)) {
          const [open] = drift;
          const said = `desired ${valueText(open?.desired)} → live ${valueText(open?.live)}`;
          const found = commands.filter(({ message }) => message.startsWith(said));
          expect(found.some(({ properties }) => properties.title?.endsWith(` ${printable(open?.path ?? '')}`))).toBe(
            true,
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});
