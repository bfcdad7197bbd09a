const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The text of a `!!binary` scalar: its bytes as UTF-8, U+FFFD for each byte that is none (Go's encoding/json).
 * Throws a SyntaxError for text that is no padded base64.
 */
export function parseBinary(text: string): string {
  const base64 = text.replace(/[\r\n]/g, '');
  if (!BASE64.test(base64)) throw new SyntaxError('the !!binary value is no base64');
  const bytes = Buffer.from(base64, 'base64');
  let decoded = '';
  for (let at = 0; at < bytes.length; ) {
    const size = runeSize(bytes, at);
    decoded += size === 0 ? '\ufffd' : bytes.toString('utf8', at, at + size);
    at += Math.max(size, 1);
  }
  return decoded;
}

/** How many bytes the UTF-8 character at `at` has; 0 where there is none. */
function runeSize(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const size = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (size === 0 || at + size > bytes.length) return 0;
  return bytes.toString('utf8', at, at + size).includes('\ufffd') && !isReplacementCharacter(bytes, at) ? 0 : size;
}

function isReplacementCharacter(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}
