import type { FluxIgnoreRule, FluxSelector } from '../../model/flux.js';
import { compileGoExpression } from '../../model/go-expression.js';
import { field } from '../../model/json.js';
import { matchesSelector, parseSelector } from '../../model/label-selector.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';

/** A rule with its target read. */
export interface CompiledFluxRule {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly matches: (object: KubernetesObject) => boolean;
}

/** The rules that can be read, and one sentence for each that cannot: Flux itself then compares nothing. */
export interface CompiledFluxRules {
  readonly rules: readonly CompiledFluxRule[];
  readonly faults: readonly string[];
}

/** Reads the targets of rules (fluxcd/pkg ssa/jsondiff/selector.go): a regular expression has to match a whole name. */
export function compileFluxRules(rules: readonly FluxIgnoreRule[]): CompiledFluxRules {
  const compiled: CompiledFluxRule[] = [];
  const faults: string[] = [];
  for (const { origin, paths, target } of rules) {
    try {
      compiled.push({ origin, paths, matches: target === undefined ? () => true : matcher(target) });
    } catch (error) {
      faults.push(`${origin}.target cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { rules: compiled, faults };
}

function matcher(target: FluxSelector): (object: KubernetesObject) => boolean {
  const names = (['namespace', 'name', 'group', 'version', 'kind'] as const).flatMap((part) => {
    const pattern = target[part];
    return pattern === '' ? [] : [[part, compileGoExpression(pattern)] as const];
  });
  const labels = parseSelector(target.labelSelector);
  const annotations = parseSelector(target.annotationSelector);
  return (object) => {
    const ref = refOf(object);
    if (!names.every(([part, pattern]) => pattern.matches(ref[part]))) return false;
    return matchesSelector(labels, object) && matchesSelector(annotations, withAnnotationsAsLabels(object));
  };
}

function withAnnotationsAsLabels(object: KubernetesObject): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, labels: field(object.metadata, 'annotations') ?? {} } };
}

/** The rule, and its path, that takes one of these pointers out of the comparison; `/` and '' stand for the whole object. */
export function fluxRuleFor(
  rules: readonly CompiledFluxRule[],
  object: KubernetesObject,
  pointers: readonly string[],
): { readonly origin: string; readonly path: string } | undefined {
  for (const rule of rules) {
    if (!rule.matches(object)) continue;
    const path = rule.paths.find(
      (one) => one === '' || one === '/' || pointers.some((own) => own === one || own.startsWith(`${one}/`)),
    );
    if (path !== undefined) return { origin: rule.origin, path };
  }
  return undefined;
}
