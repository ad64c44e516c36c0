/** Far more than any contract has: a schema goes as deep as what it reads, and the stack has an end. */
const MAX_DEPTH = 50;
/** List entries in one reply, nested ones included: each that does not fit costs time and memory to say so. */
const MAX_ENTRIES = 40_000;
/** Names with values, such as a variant's options, are few. */
const MAX_FIELDS = 500;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a reply is larger, in what is to be read of it, than a page can be. It is found out before anything is made of
 * it, in a few milliseconds a megabyte: JSON of some megabytes can hold what takes seconds to read. Of what is no JSON it
 * says anything.
 */
export function isTooLarge(body: string): boolean {
  const open: { kind: number; commas: number }[] = [];
  let entries = 0;
  for (let at = 0; at < body.length; at += 1) {
    const code = body.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(body, at);
    } else if (code === LIST || code === OBJECT) {
      open.push({ kind: code, commas: 0 });
      if (code === LIST) entries += 1;
      if (open.length > MAX_DEPTH) return true;
    } else if (code === END_OF_LIST || code === END_OF_OBJECT) {
      open.pop();
    } else if (code === COMMA) {
      const inside = open.at(-1);
      if (inside?.kind === LIST) entries += 1;
      else if (inside && (inside.commas += 1) >= MAX_FIELDS) return true;
      if (entries > MAX_ENTRIES) return true;
    }
  }
  return entries > MAX_ENTRIES;
}

/** Where the string that begins at `start` ends: at its closing quote, or with the text. */
function endOfString(body: string, start: number): number {
  let at = start + 1;
  while (at < body.length && body.charCodeAt(at) !== QUOTE) at += body.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
