import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Stream } from '../../src/cli/io.js';
import { progressLine } from '../../src/cli/progress.js';

describe('progress', () => {
  let written = '';
  const stderr = (isTty: boolean): Stream => ({
    write: async (text) => {
      written += text;
    },
    isTty,
    columns: 30,
  });

  beforeEach(() => {
    written = '';
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows nothing in the first second', async () => {
    const progress = progressLine(stderr(true), false);
    progress.report('reading the cluster');
    vi.advanceTimersByTime(999);
    await progress.clear();
    vi.advanceTimersByTime(5000);
    expect(written).toBe('');
  });

  it('shows the last thing reported after a second, on one line, and takes it away', async () => {
    const progress = progressLine(stderr(true), false);
    progress.report('rendering');
    progress.report('reading');
    vi.advanceTimersByTime(1000);
    progress.report('comparing twelve thousand objects\u001b[2J');
    await progress.clear();
    progress.report('too late');
    expect(written).toBe('\r\u001b[Kreading\r\u001b[Kcomparing twelve thousand ob…\r\u001b[K');
  });

  it.each([
    ['where nobody watches', false, false],
    ['when told to be quiet', true, true],
  ])('shows nothing %s', async (_, isTty, quiet) => {
    const progress = progressLine(stderr(isTty), quiet);
    progress.report('reading');
    vi.advanceTimersByTime(5000);
    await progress.clear();
    expect(written).toBe('');
  });
});
