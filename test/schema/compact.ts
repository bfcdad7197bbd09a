import type { FieldSchema, KindSchema, SchemaBundle, TypeRef, TypeSchema } from '../../src/model/schema.js';

/**
 * The same bundle, smaller and in one order: small inline types get a name (`string`, `[]string`, `map[quantity]`), the
 * `status` of whole objects becomes `any` (no manifest's status is compared), and types that nothing reaches are left out.
 */
export function compactBundle(bundle: SchemaBundle): SchemaBundle {
  const roots = new Set(Object.values(bundle.kinds).map((kind) => String(kind.type)));
  const shared: Record<string, TypeSchema> = {};
  const share = (ref: TypeRef): TypeRef => {
    if (typeof ref === 'string') return ref;
    const type = shareInside(ref, share);
    const name = sharedName(type);
    if (name === undefined) return type;
    shared[name] = type;
    return name;
  };
  const types: Record<string, TypeSchema> = {};
  for (const [name, type] of Object.entries(bundle.types)) {
    types[name] = shareInside(roots.has(name) ? withoutStatus(type) : type, share);
  }
  Object.assign(types, shared);
  const reached = reachable(types, roots);
  return { types: sorted(types, (name) => reached.has(name)), kinds: sorted<KindSchema>(bundle.kinds) };
}

function withoutStatus(type: TypeSchema): TypeSchema {
  if (type.kind !== 'struct' || type.fields.status === undefined) return type;
  return { ...type, fields: { ...type.fields, status: { ...type.fields.status, type: { kind: 'any' } } } };
}

function shareInside(type: TypeSchema, share: (ref: TypeRef) => TypeRef): TypeSchema {
  switch (type.kind) {
    case 'struct':
      return {
        ...type,
        fields: sorted<FieldSchema>(
          Object.fromEntries(
            Object.entries(type.fields).map(([name, field]) => [name, { ...field, type: share(field.type) }]),
          ),
        ),
      };
    case 'map':
      return { ...type, value: share(type.value) };
    case 'list':
      return { ...type, item: share(type.item) };
    default:
      return type;
  }
}

function sharedName(type: TypeSchema): string | undefined {
  if (type.kind === 'scalar') return type.type;
  if (type.kind === 'any') return 'any';
  if (type.kind === 'map' && typeof type.value === 'string') return `map[${type.value}]${type.atomic ? ' atomic' : ''}`;
  if (type.kind !== 'list' || typeof type.item !== 'string') return undefined;
  const how = type.listType === 'map' ? ` by ${type.keys.join(',')}` : type.listType === 'set' ? ' set' : '';
  return `[]${type.item}${how}`;
}

function reachable(types: Readonly<Record<string, TypeSchema>>, roots: Iterable<string>): Set<string> {
  const reached = new Set<string>();
  const visit = (ref: TypeRef): void => {
    if (typeof ref === 'string') {
      const type = types[ref];
      if (reached.has(ref)) return;
      if (type === undefined) throw new Error(`no such type: ${ref}`);
      reached.add(ref);
      visit(type);
    } else if (ref.kind === 'struct') {
      for (const field of Object.values(ref.fields)) visit(field.type);
    } else if (ref.kind === 'map') visit(ref.value);
    else if (ref.kind === 'list') visit(ref.item);
  };
  for (const root of roots) visit(root);
  return reached;
}

function sorted<T>(
  record: Readonly<Record<string, T>>,
  keep: (name: string) => boolean = () => true,
): Record<string, T> {
  return Object.fromEntries(
    Object.keys(record)
      .filter(keep)
      .sort()
      .map((name) => [name, record[name] as T]),
  );
}
