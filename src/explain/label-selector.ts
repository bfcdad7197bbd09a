import { dig, digString, isArray, isObject, type JsonObject, type JsonValue } from '../model/json.js';

/** True where a LabelSelector (matchLabels, matchExpressions) selects these labels; an absent or empty one selects all. */
export function selects(selector: JsonValue | undefined, labels: JsonObject): boolean {
  const matchLabels = dig(selector, 'matchLabels');
  const expressions = dig(selector, 'matchExpressions');
  return (
    (!isObject(matchLabels) || Object.keys(matchLabels).every((key) => digString(labels, key) === matchLabels[key])) &&
    (!isArray(expressions) || expressions.every((expression) => holds(expression, labels)))
  );
}

/** True where a selector asks for no label but those named. */
export function asksOnlyFor(selector: JsonValue | undefined, names: readonly string[]): boolean {
  const matchLabels = dig(selector, 'matchLabels');
  const expressions = dig(selector, 'matchExpressions');
  const asked = [
    ...(isObject(matchLabels) ? Object.keys(matchLabels) : []),
    ...(isArray(expressions) ? expressions.map((expression) => digString(expression, 'key') ?? '') : []),
  ];
  return asked.every((name) => names.includes(name));
}

/** As apimachinery reads it (pkg/labels/selector.go): NotIn and DoesNotExist hold for a label that is not there. */
function holds(expression: JsonValue, labels: JsonObject): boolean {
  const value = digString(labels, digString(expression, 'key') ?? '');
  const values = dig(expression, 'values');
  const among = isArray(values) && value !== undefined && values.includes(value);
  switch (digString(expression, 'operator')) {
    case 'In':
      return among;
    case 'NotIn':
      return !among;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
