/** An element with its attributes (those that are undefined are left out) and what is inside, in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly inside: readonly (XmlElement | string)[];
}

/** The element as text of a document, two blanks a level; text inside is kept as it is. Ends with a line break. */
export function xmlLines(element: XmlElement, columns = 0): string {
  const pad = ' '.repeat(columns);
  const attributes = Object.entries(element.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join('');
  if (element.inside.length === 0) return `${pad}<${element.name}${attributes}/>\n`;
  const [first] = element.inside;
  if (typeof first === 'string') {
    return `${pad}<${element.name}${attributes}>${xmlText(first)}</${element.name}>\n`;
  }
  const inner = element.inside.map((one) => (typeof one === 'string' ? xmlText(one) : xmlLines(one, columns + 2)));
  return `${pad}<${element.name}${attributes}>\n${inner.join('')}${pad}</${element.name}>\n`;
}

/** What a document may not hold, not even as a reference (XML 1.0 §2.2), and what is no character at all. */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an element or an attribute; illegal characters are shown as escapes: `\u0000`. */
function xmlText(text: string): string {
  return text
    .replace(ILLEGAL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
