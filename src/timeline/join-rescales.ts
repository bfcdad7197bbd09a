import type { WriterCategory } from '../model/writer.js';
import { ANSWER_SECONDS, join, joinEntry, replaced, secondOf, type Told } from './told.js';

interface Rescaled {
  readonly autoscalers: readonly Told[];
  readonly entries: readonly Told[];
  readonly audit: readonly Told[];
}

/** Managers of these categories may be an autoscaler that writes through /scale. */
const CONTROLLERS: ReadonlySet<WriterCategory | undefined> = new Set(['control-plane', 'autoscaler']);

/**
 * The autoscalers' own word on their rescales, their events and the writes through /scale put together; the entry of such
 * a write, which has no time, goes with the last rescale.
 */
export function joinRescales(told: readonly Told[], entries: readonly Told[], audit: readonly Told[]): Rescaled {
  let autoscalers = withoutDoubles(told);
  const isScale = ({ act, entry }: Told): boolean =>
    act?.subresource === 'scale' && CONTROLLERS.has(entry.writer?.category);
  let writes = audit;
  for (const write of audit.filter(isScale)) {
    const rescale = autoscalers.find(
      ({ entry }) =>
        entry.code === 'rescaled' && Math.abs(secondOf(entry.time) - secondOf(write.entry.time)) <= ANSWER_SECONDS,
    );
    if (rescale === undefined) continue;
    autoscalers = replaced(autoscalers, rescale, join(rescale, write));
    writes = writes.filter((one) => one !== write);
  }
  const undated = entries.filter((one) => isScale(one) && one.entry.time === undefined);
  const last = autoscalers.filter(
    ({ entry }) => entry.sources.some(({ kind }) => kind === 'autoscaler') && entry.code === 'rescaled',
  );
  const [entry] = undated;
  const [rescale] = last;
  // The status of an autoscaler tells its last write only, and the entry is of the last writer: two of either may be any.
  if (entry === undefined || rescale === undefined || undated.length > 1 || last.length > 1) {
    return { autoscalers, entries, audit: writes };
  }
  return {
    autoscalers: replaced(autoscalers, rescale, joinEntry(rescale, entry)),
    entries: entries.filter((one) => one !== entry),
    audit: writes,
  };
}

/** The status tells of the last rescale, which mostly is an event, too; the event says to what. */
function withoutDoubles(told: readonly Told[]): readonly Told[] {
  let kept = told;
  for (const status of told.filter(
    ({ entry }) => entry.code === 'rescaled' && entry.sources[0]?.kind === 'autoscaler',
  )) {
    const event = kept.find(
      (one) =>
        one.entry.code === 'rescaled' &&
        one.entry.sources[0]?.kind === 'event' &&
        one.entry.writer?.name === status.entry.writer?.name &&
        Math.abs(secondOf(one.entry.time) - secondOf(status.entry.time)) <= ANSWER_SECONDS,
    );
    if (event === undefined) continue;
    kept = replaced(kept, event, join(event, status)).filter((one) => one !== status);
  }
  return kept;
}
