import { analyze } from '../../src/analyze.js';
import type { Report } from '../../src/model/report.js';

/** A small world on disk: what Git says, what a cluster held, and the flags that go with it. */
export interface Fixture {
  readonly desired: string;
  readonly live: string;
  readonly namespace?: string;
  readonly manager?: string;
  readonly schema?: string;
  /** As with `-v`. */
  readonly verbose?: boolean;
}

/** Runs the whole pipeline over recorded objects, at a fixed clock. */
export function analyzeFixture(fixture: Fixture): Promise<Report> {
  return analyze(
    {
      source: { kind: 'path', path: fixture.desired, recursive: false },
      render: { values: [], set: [], apiVersions: [] },
      ...(fixture.namespace === undefined ? {} : { namespace: fixture.namespace }),
      allowEmpty: false,
      select: { kinds: [], excludeKinds: [], resources: [] },
      compare: {
        ...(fixture.manager === undefined ? {} : { manager: fixture.manager }),
        ignoreRules: true,
        showSecrets: false,
        ...(fixture.verbose ? { keepSkipped: true } : {}),
        maxPendingMs: 86_400_000,
      },
      failOn: ['unexplained'],
      noExitCode: false,
      toolVersion: '0.0.0-test',
    },
    { kind: 'recording', path: fixture.live, schemaFiles: fixture.schema === undefined ? [] : [fixture.schema] },
    {
      env: {},
      cwd: process.cwd(),
      now: new Date('2026-11-30T12:00:00Z'),
      readStdin: async () => '',
      progress: () => {},
      warn: () => {},
      signal: new AbortController().signal,
    },
  );
}
