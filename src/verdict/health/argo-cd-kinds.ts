import data from './argo-cd-kinds.yaml';
import { kindMatcher } from './kind-pattern.js';

/** True for a custom kind that Argo CD has a health rule for. */
export const hasArgoRule: (kind: { readonly group: string; readonly kind: string }) => boolean = kindMatcher(
  Object.entries(data as Readonly<Record<string, readonly string[]>>).map(([group, kinds]) => ({ group, kinds })),
);
