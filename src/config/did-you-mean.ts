import { nearestName } from '../model/nearest-name.js';

/** A hint that names the nearest of the allowed values, or all of them where none is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return near === undefined ? `choose one of ${names.join(', ')}` : `did you mean ${near}?`;
}
