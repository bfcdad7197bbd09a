import { digString, field, isObject, type JsonValue } from '../../model/json.js';
import { parseSetting, readSettingYaml } from './setting-yaml.js';

const PREFIX = 'resource.customizations';

/** What argocd-cm says of one kind. `key` is `group/kind`, `kind` for the core group, or a wildcard such as `*\/*`. */
export interface Customization {
  readonly key: string;
  readonly ignoreDifferences: JsonValue | undefined;
  readonly knownTypeFields: JsonValue | undefined;
  readonly health: string | undefined;
  readonly useOpenLibs: boolean;
  readonly origin: { readonly ignoreDifferences: string };
}

type Draft = { -readonly [Key in keyof Customization]: Customization[Key] };

/**
 * All customizations, sorted by key: those of the old block `resource.customizations`, and over them those with a key of
 * their own, `resource.customizations.<what>.<group>_<kind>` (argo-cd util/settings/settings.go).
 */
export function readCustomizations(
  values: Readonly<Record<string, string>>,
  faults: string[],
): readonly Customization[] {
  const drafts = new Map<string, Draft>();
  const block = readSettingYaml(values, PREFIX, faults);
  if (isObject(block)) for (const key of Object.keys(block)) drafts.set(key, ofBlock(key, block[key], faults));
  for (const name of Object.keys(values).sort()) {
    const split = splitKey(name);
    if (split === undefined) continue;
    const key = overrideKey(split.kind);
    if (key === undefined) {
      faults.push(`the key ${name} of argocd-cm does not end with a group and kind joined by _`);
      continue;
    }
    const draft = drafts.get(key) ?? empty(key);
    drafts.set(key, draft);
    take(draft, split.what, name, values, faults);
  }
  return [...drafts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** `resource.customizations.health.apps_Deployment` → health, apps_Deployment; a group may hold dots. */
function splitKey(name: string): { readonly what: string; readonly kind: string } | undefined {
  const [, what, kind] = /^resource\.customizations\.([^.]*)\.(.*)$/s.exec(name) ?? [];
  return what === undefined || kind === undefined ? undefined : { what, kind };
}

function overrideKey(groupKind: string): string | undefined {
  if (groupKind === 'all') return '*/*';
  const parts = groupKind.split('_');
  if (parts.length > 2 || groupKind === '') return undefined;
  return parts.join('/');
}

function take(
  draft: Draft,
  what: string,
  name: string,
  values: Readonly<Record<string, string>>,
  faults: string[],
): void {
  switch (what) {
    case 'health':
      draft.health = values[name];
      break;
    case 'useOpenLibs':
      // As strconv.ParseBool.
      if (!/^(?:[01tTfF]|true|TRUE|True|false|FALSE|False)$/.test(values[name] ?? '')) {
        faults.push(`the key ${name} of argocd-cm is neither true nor false`);
      }
      draft.useOpenLibs = /^(?:1|t|true)$/i.test(values[name] ?? '');
      break;
    case 'ignoreDifferences':
      draft.ignoreDifferences = readSettingYaml(values, name, faults) ?? {};
      draft.origin = { ignoreDifferences: name };
      break;
    case 'knownTypeFields':
      draft.knownTypeFields = readSettingYaml(values, name, faults);
      break;
    case 'ignoreResourceUpdates':
      // It does not bear on comparison or health, but has to be readable.
      readSettingYaml(values, name, faults);
      break;
    case 'actions':
      break;
    default:
      faults.push(`the key ${name} of argocd-cm customizes ${what}, which Argo CD does not know`);
  }
}

function ofBlock(key: string, entry: JsonValue | undefined, faults: string[]): Draft {
  const ignore = digString(entry, 'ignoreDifferences');
  const what = `ignoreDifferences of ${key} in ${PREFIX} of argocd-cm`;
  return {
    ...empty(key),
    ignoreDifferences: ignore === undefined ? undefined : parseSetting(ignore, what, faults),
    knownTypeFields: field(entry, 'knownTypeFields'),
    health: digString(entry, 'health.lua'),
    useOpenLibs: field(entry, 'health.lua.useOpenLibs') === true,
    origin: { ignoreDifferences: `${PREFIX}, ${key}` },
  };
}

function empty(key: string): Draft {
  return {
    key,
    ignoreDifferences: undefined,
    knownTypeFields: undefined,
    health: undefined,
    useOpenLibs: false,
    origin: { ignoreDifferences: PREFIX },
  };
}
