import { compileGlob } from '../../model/glob.js';
import { dig, digString, isArray, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { nextTime, parseSchedule } from './cron.js';
import { parseGoDuration } from './go-duration.js';

/** An entry of `spec.syncWindows` of an AppProject. */
export interface SyncWindow {
  readonly kind: string;
  readonly schedule: string;
  readonly duration: string;
  readonly timeZone: string;
  readonly manualSync: boolean;
  readonly applications: readonly string[];
  readonly namespaces: readonly string[];
  readonly clusters: readonly string[];
  readonly andOperator: boolean;
}

/** The application that windows are held against, by its bare name and its destination. */
export interface WindowSubject {
  readonly name: string;
  readonly destination: { readonly server?: string; readonly name?: string; readonly namespace: string };
}

/** Whether syncs may start now; `until` is when that changes by itself, absent where it is not within two months. */
export type WindowVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'blocked'; readonly why: string; readonly manualAllowed: boolean; readonly until?: Date };

/** The sync windows of an AppProject, as they stand. */
export function readSyncWindows(project: KubernetesObject): readonly SyncWindow[] {
  const windows = dig(project, 'spec', 'syncWindows');
  if (!isArray(windows)) return [];
  return windows.map((one) => ({
    kind: digString(one, 'kind') ?? '',
    schedule: digString(one, 'schedule') ?? '',
    duration: digString(one, 'duration') ?? '',
    timeZone: digString(one, 'timeZone') ?? '',
    manualSync: dig(one, 'manualSync') === true,
    applications: texts(dig(one, 'applications')),
    namespaces: texts(dig(one, 'namespaces')),
    clusters: texts(dig(one, 'clusters')),
    andOperator: dig(one, 'andOperator') === true,
  }));
}

function texts(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Whether an automated sync of the application may start at `now` (argo-cd types.go, SyncWindows.CanSync). */
export function windowVerdict(all: readonly SyncWindow[], subject: WindowSubject, now: Date): WindowVerdict {
  const windows = all.filter((window) => matches(window, subject));
  const verdict = verdictAt(windows, now);
  if (verdict.kind === 'open' || verdict.broken) return verdict;
  const until = openAgain(windows, now);
  return until === undefined ? verdict : { ...verdict, until };
}

type Momentary =
  | { readonly kind: 'open' }
  | { readonly kind: 'blocked'; readonly why: string; readonly manualAllowed: boolean; readonly broken: boolean };

function verdictAt(windows: readonly SyncWindow[], now: Date): Momentary {
  const judged: { readonly window: SyncWindow; readonly active: boolean }[] = [];
  for (const window of windows) {
    const active = isActive(window, now, now);
    if (typeof active === 'string') return { kind: 'blocked', why: active, manualAllowed: false, broken: true };
    judged.push({ window, active });
  }
  const denies = judged.filter(({ window, active }) => active && window.kind === 'deny').map(({ window }) => window);
  const manual = (some: readonly SyncWindow[]): boolean => some.every(({ manualSync }) => manualSync);
  if (denies.length > 0) {
    return { kind: 'blocked', why: `the ${wordsOf(denies)} is active`, manualAllowed: manual(denies), broken: false };
  }
  const allows = judged.filter(({ window }) => window.kind === 'allow');
  if (allows.length === 0 || allows.some(({ active }) => active)) return { kind: 'open' };
  const closed = allows.map(({ window }) => window);
  return { kind: 'blocked', why: `the ${wordsOf(closed)} is not active`, manualAllowed: manual(closed), broken: false };
}

function wordsOf(windows: readonly SyncWindow[]): string {
  const [first] = windows;
  if (first === undefined) return 'sync window';
  const zone = first.timeZone === '' ? '' : ` ${first.timeZone}`;
  const more = windows.length > 1 ? `, one of ${windows.length}` : '';
  return `sync window (${first.kind} ${JSON.stringify(first.schedule)}${zone} for ${first.duration}${more})`;
}

/** True while a window is on; what is wrong with it where it cannot be read, which blocks every sync. */
function isActive(window: SyncWindow, at: Date, clock: Date): boolean | string {
  const schedule = parseSchedule(window.schedule);
  const duration = parseGoDuration(window.duration);
  if (schedule === undefined) return `a sync window has the schedule ${JSON.stringify(window.schedule)}, which is none`;
  if (duration === undefined) return `a sync window has the duration ${JSON.stringify(window.duration)}, which is none`;
  const local = at.getTime() + offsetOf(window.timeZone, clock);
  const next = nextTime(schedule, new Date(local - duration));
  // A schedule that never comes has the zero time as its next one, which is always before now (robfig/cron spec.go).
  return next === undefined || next.getTime() < local;
}

/**
 * The zone's offset at `clock`, which Argo CD takes for the whole schedule, whatever summer time does later; a zone that
 * nobody knows is UTC.
 */
function offsetOf(timeZone: string, clock: Date): number {
  if (timeZone === '' || timeZone === 'UTC') return 0;
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(clock);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = /GMT([-+])(\d+)(?::(\d+))?(?::(\d+))?/.exec(name) ?? [];
    const total = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -total : total;
  } catch {
    return 0;
  }
}

const HORIZON_MS = 62 * 24 * 3_600_000;

/** The first time that syncs may start again: windows change where one begins or ends. */
function openAgain(windows: readonly SyncWindow[], now: Date): Date | undefined {
  let at = now;
  const end = now.getTime() + HORIZON_MS;
  // A window every minute changes so often that the horizon is not reached; then nobody waits for it.
  for (let step = 0; step < 2000; step++) {
    const changes = windows.flatMap((window) => changesAfter(window, at, now));
    const next = changes.length === 0 ? undefined : Math.min(...changes);
    if (next === undefined || next > end) return undefined;
    at = new Date(next);
    if (verdictAtWith(windows, at, now)) return at;
  }
  return undefined;
}

function verdictAtWith(windows: readonly SyncWindow[], at: Date, clock: Date): boolean {
  const active = windows.filter((window) => isActive(window, new Date(at.getTime() + 1), clock) === true);
  if (active.some(({ kind }) => kind === 'deny')) return false;
  return active.some(({ kind }) => kind === 'allow') || windows.every(({ kind }) => kind !== 'allow');
}

function changesAfter(window: SyncWindow, at: Date, clock: Date): readonly number[] {
  const schedule = parseSchedule(window.schedule);
  const duration = parseGoDuration(window.duration);
  if (schedule === undefined || duration === undefined) return [];
  const offset = offsetOf(window.timeZone, clock);
  const local = at.getTime() + offset;
  const begin = nextTime(schedule, new Date(local));
  const running = nextTime(schedule, new Date(local - duration));
  return [
    ...(begin === undefined ? [] : [begin.getTime() - offset]),
    ...(running === undefined ? [] : [running.getTime() + duration - offset]),
  ].filter((time) => time > at.getTime());
}

/** One of applications, namespaces and clusters is enough, unless `andOperator` asks for all that are given. */
function matches(window: SyncWindow, { name, destination }: WindowSubject): boolean {
  const cluster = [destination.name, destination.server].filter((one) => one !== undefined && one !== '');
  const asked = [
    { globs: window.applications, values: [name] },
    { globs: window.namespaces, values: [destination.namespace] },
    { globs: window.clusters, values: cluster },
  ].filter(({ globs }) => globs.length > 0);
  const fits = asked.map(({ globs, values }) =>
    globs.some((glob) => values.some((value) => value !== undefined && (compileGlob(glob)?.(value) ?? false))),
  );
  if (fits.length === 0) return false;
  return window.andOperator ? fits.every((fit) => fit) : fits.some((fit) => fit);
}
