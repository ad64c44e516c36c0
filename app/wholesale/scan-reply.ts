/**
 * Maximum depth of a reply, far deeper than any contract needs. Parsing and validation are recursive, and
 * deeper nesting could overflow the stack.
 */
const MAX_DEPTH = 50;
/** Maximum number of list entries per reply, nested ones included. Each misfit costs time and memory. */
const MAX_ENTRIES = 40_000;
/** Maximum number of fields per object. A variant's options, the largest object, are far fewer. */
const MAX_FIELDS = 500;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Byte positions of a part of a reply. */
export type Part = { start: number; end: number };
/** Positions of a list and its items. Only valid if the reply is JSON. */
export type Scanned = { list: Part; items: Part[] };

/**
 * Finds the list in the field `at` (or the top-level list) without parsing the reply. Scanning takes a few
 * milliseconds per megabyte, while parsing could take seconds. The result is only valid if the reply is JSON.
 * @returns null if there is no list; "too-large" if the reply exceeds one of the limits in this file.
 */
export function scanReply(body: Uint8Array, at?: string): Scanned | "too-large" | null {
  const open: { kind: number; commas: number }[] = [];
  const depth = at === undefined ? 1 : 2;
  let found: Scanned | null = null;
  let name: Part | null = null;
  let list: Scanned | null = null;
  let entries = 0;
  for (let position = 0; position < body.length; position += 1) {
    const code = body[position];
    if (code === QUOTE) {
      const end = endOfString(body, position);
      if (open.length === 1) name = { start: position + 1, end };
      position = end;
    } else if (code === LIST || code === OBJECT) {
      open.push({ kind: code, commas: 0 });
      if (code === LIST) entries += 1;
      if (open.length > MAX_DEPTH) return "too-large";
      if (code === LIST && open.length === depth && (at === undefined || isNamed(body, name, at)))
        list = { list: { start: position, end: body.length }, items: [{ start: position + 1, end: 0 }] };
    } else if (code === END_OF_LIST || code === END_OF_OBJECT) {
      if (list && open.length === depth) {
        found = ended(body, list, position);
        list = null;
      }
      open.pop();
    } else if (code === COMMA) {
      const inside = open.at(-1);
      if (inside?.kind === LIST) entries += 1;
      else if (inside && (inside.commas += 1) >= MAX_FIELDS) return "too-large";
      if (entries > MAX_ENTRIES) return "too-large";
      if (list && open.length === depth) {
        const item = list.items.at(-1);
        if (item) item.end = position;
        list.items.push({ start: position + 1, end: 0 });
      }
    }
  }
  if (entries > MAX_ENTRIES) return "too-large";
  return open.length === 0 ? found : null;
}

/** Sets the ends of the list and of its last item. An empty list has no items. */
function ended(body: Uint8Array, { list, items }: Scanned, position: number): Scanned {
  const last = items.at(-1);
  if (last) last.end = position;
  const isEmpty = items.length === 1 && last && isBlank(body, last);
  return { list: { start: list.start, end: position + 1 }, items: isEmpty ? [] : items };
}

function isBlank(body: Uint8Array, { start, end }: Part): boolean {
  for (let position = start; position < end; position += 1) if ((body[position] ?? 0) > 0x20) return false;
  return true;
}

function isNamed(body: Uint8Array, part: Part | null, name: string): boolean {
  if (part?.end !== (part?.start ?? 0) + name.length) return false;
  return Array.from(name).every((char, index) => body[part.start + index] === char.charCodeAt(0));
}

/** Returns the position of the string's closing quote, or the end of the text. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
