import type { Report } from '../model/report.js';
import { jsonOutput } from './json-output.js';
import { reportShape, type Shape } from './key-order.js';

/** The report as JSON, keys in the contract's order, added ones after them; ends with a line break. */
export function jsonReport(report: Report): string {
  return jsonOutput(orderedReport(report));
}

/** The report as plain data with its keys in the contract's order, added ones after them. */
export function orderedReport(report: Report): unknown {
  return ordered(report, reportShape);
}

/** Copies the objects that the shape names with their keys in its order; values it does not name are kept as they are. */
function ordered(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, shape));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const known = Object.keys(shape).filter((key) => Object.hasOwn(object, key));
  const added = Object.keys(object).filter((key) => !Object.hasOwn(shape, key));
  return Object.fromEntries(
    [...known, ...added]
      .filter((key) => object[key] !== undefined)
      .map((key) => [
        key,
        shape[key] === undefined || shape[key] === true ? object[key] : ordered(object[key], shape[key]),
      ]),
  );
}
