import { isUtf8 } from "node:buffer";

/**
 * Stands for bytes that are not valid in the reply's charset: U+FFFF, a noncharacter, which no text contains.
 * JSON allows it within strings only, and `parseJson` puts `NOT_TEXT` in the place of such a string.
 */
const INVALID = "\uFFFF";

/** The value of a string with invalid bytes. No schema of a text accepts it, so the field is a misfit. */
export const NOT_TEXT = Symbol("not valid text");

const BYTE_ORDER_MARKS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Returns a reply as UTF-8 without a byte order mark, so that it can be scanned byte by byte. A byte order
 * mark counts more than the declared charset, as in browsers. Without either it is UTF-8 (RFC 8259).
 * @returns null if the declared charset is unknown.
 */
export function toUtf8(body: Buffer, contentType: string | null): Buffer | null {
  const [marked, mark = []] = BYTE_ORDER_MARKS.find(([, bytes]) => isAtStart(body, bytes)) ?? [];
  const charset = marked ?? charsetOf(contentType);
  if (charset === null) return null;
  const rest = body.subarray(mark.length);
  if (charset === "utf-8" && isUtf8(rest)) return rest;
  return Buffer.from(new TextDecoder(charset).decode(rest).replaceAll("\uFFFD", INVALID));
}

/** Parses JSON. Returns undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, text.includes(INVALID) ? markInvalid : undefined);
  } catch {
    return undefined;
  }
}

/** Returns the charset's name in small letters; UTF-8 if none is declared, null if it is unknown. */
function charsetOf(contentType: string | null): string | null {
  const declared = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? "")?.[1];
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return null;
  }
}

function isAtStart(body: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, at) => body[at] === byte);
}

/** Also drops fields with an invalid name: the contract knows none of them. */
function markInvalid(_name: string, value: unknown): unknown {
  if (typeof value === "string") return value.includes(INVALID) ? NOT_TEXT : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.includes(INVALID)));
}
