import type { ApplicationReport } from '../../model/report.js';

/** A file from the repository's root, with forward slashes; `line` counts from 1, absent where only the file is known. */
export interface Place {
  readonly file: string;
  readonly line?: number;
}

/**
 * Where a finding is shown: the origin where there is one, else the file or folder that the application is read from.
 * Of standard input, and of a chart from a registry, no file of the repository is known: then it is the application's name.
 */
export function placeIn(application: ApplicationReport, origin?: Place): Place {
  if (origin !== undefined && origin.file !== '' && origin.file !== '-') {
    return { file: relative(origin.file), ...(origin.line === undefined ? {} : { line: origin.line }) };
  }
  const path = application.sources.map((source) => relative(source.path)).find((one) => one !== '' && one !== '-');
  return { file: path ?? application.name };
}

/** `./apps/catalog` is `apps/catalog`, and a lone `.` the repository itself. */
function relative(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  return plain === '' ? '.' : plain.length > 1 ? plain.replace(/\/+$/, '') : plain;
}
