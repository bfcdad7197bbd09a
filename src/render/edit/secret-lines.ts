import { digString } from '../../model/json.js';
import { lineIndex } from '../yaml/line-index.js';
import { objectsIn, treesOf } from './edit-place.js';
import { nodeValue } from './node-value.js';

/** The lines of a manifest file, counted from 1, on which Secrets hold their values. */
export function secretLines(text: string): ReadonlySet<number> {
  const { lineAt } = lineIndex(text);
  const lines = new Set<number>();
  for (const root of (treesOf(text) ?? []).flatMap(objectsIn)) {
    if (root.kind !== 'mapping' || digString(nodeValue(root), 'kind') !== 'Secret') continue;
    for (const { name, value } of root.entries) {
      if (name !== 'data' && name !== 'stringData') continue;
      for (let line = lineAt(value.begin); line <= lineAt(Math.max(value.end - 1, value.begin)); line++)
        lines.add(line);
    }
  }
  return lines;
}
