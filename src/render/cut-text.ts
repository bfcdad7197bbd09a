/** Text of a tool at a length that can be read: of a very long one, which nests cause in cause, the middle says least. */
export function cutText(text: string): string {
  const [head, tail] = [300, 500];
  return text.length <= head + tail ? text : `${text.slice(0, head)} … ${text.slice(-tail)}`;
}
