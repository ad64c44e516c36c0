import { isUtf8 } from "node:buffer";
import type { core } from "zod";
import type { Line } from "./operation.ts";
import type { Misfit, Skipped } from "./resources.ts";
import { scanReply } from "./scan-reply.ts";
import { id, LeftOut } from "./wire-values.ts";

/**
 * The parsed reply, or at least one misfit. `leftOut`: misfits of `lenient` values, which are null in the
 * reply. `isNoData`: the reply is empty or a web page. Some servers send such a reply for something that does
 * not exist.
 */
export type ReadReply =
  | { kind: "fits"; reply: unknown; skipped: Skipped[]; leftOut: Misfit[] }
  | { kind: "misfits"; misfits: Misfit[]; isNoData?: boolean };

type RepliedLine = Pick<Line, "reply" | "list">;

/**
 * Parses a reply by its row of the contract. Skips items of a list that do not fit: one odd product must not make a
 * hundred others unreadable. If no item fits, the whole reply is a misfit, except on a `laterPage`, because the pages
 * before it did fit.
 * @param answered as `toUtf8` returns it
 */
export function readReply(
  line: RepliedLine,
  answered: Buffer,
  { laterPage }: { laterPage: boolean },
): ReadReply {
  if (scanReply(answered) === "too-large") return misfit(TOO_LONG);
  const body = answered.toString();
  const json = parseJson(body);
  const read = readJson(line, json, { laterPage });
  if (read.kind === "fits") return read;
  if (body.trim() === "") return { ...misfit("the reply is empty"), isNoData: true };
  if (/^\s*</.test(body)) return { ...misfit("it sent a web page instead of data"), isNoData: true };
  if (json === undefined) return misfit("the reply is not JSON, or was cut off");
  return read;
}

export const TOO_LONG = "the reply is too long";

/** Validates JSON that is parsed already. Skips items as `readReply` does. */
export function readJson(line: RepliedLine, json: unknown, { laterPage }: { laterPage: boolean }): ReadReply {
  const whole = line.reply.safeParse(json);
  if (whole.success) return withoutLeftOut(json, whole.data);
  const { issues } = whole.error;

  const { list } = line;
  const odd = list && oddItems(json, issues, list.at);
  if (list && odd && (laterPage || odd.issues.size < odd.items.length)) {
    const positions = [...odd.items.keys()].filter((position) => !odd.issues.has(position));
    const rest = withItems(
      json,
      list,
      positions.map((position) => odd.items[position]),
    );
    const fitting = line.reply.safeParse(rest);
    if (fitting.success) {
      const { leftOut, ...read } = withoutLeftOut(rest, fitting.data);
      const skipped = [...odd.issues].map(([position, found]) => ({
        id: idOf(odd.items[position], list.id),
        ...nameOf(odd.items[position], list),
        misfits: found.map((issue) => misfitAt(json, issue)),
      }));
      return { ...read, skipped, leftOut: atPositions(leftOut, list, positions) };
    }
  }

  if (issues.some(({ path }) => path.length === 0)) return misfit("the reply is not of the expected kind");
  return { kind: "misfits", misfits: issues.map((issue) => misfitAt(json, issue)) };
}

/** Puts null in the place of each `LeftOut`, and lists their misfits. */
function withoutLeftOut(json: unknown, parsed: unknown): ReadReply & { kind: "fits" } {
  const leftOut: Misfit[] = [];
  const clean = (value: unknown, path: PropertyKey[]): unknown => {
    if (value instanceof LeftOut) {
      for (const issue of value.issues)
        leftOut.push(misfitAt(json, { ...issue, path: [...path, ...issue.path] }));
      return null;
    }
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    const fields = value as Record<string, unknown>;
    for (const [name, each] of Object.entries(fields))
      if (typeof each === "object") fields[name] = clean(each, [...path, name]);
    return value;
  };
  return { kind: "fits", reply: clean(parsed, []), skipped: [], leftOut };
}

/**
 * Corrects the paths of misfits after only the items at `positions` of a list were read: replaces an item's
 * position among these by its position in the whole list.
 */
export function atPositions(misfits: Misfit[], { at }: { at?: string }, positions: number[]): Misfit[] {
  const depth = at === undefined ? 0 : 1;
  return misfits.map(({ path, says }) => ({
    path: path
      .split(".")
      .map((part, index) => (index === depth ? String(positions[Number(part)]) : part))
      .join("."),
    says,
  }));
}

export function withItems(json: unknown, { at }: { at?: string }, items: unknown[]): unknown {
  return at === undefined ? items : { ...(json as object), [at]: items };
}

export function idOf(item: unknown, field: string): string | null {
  const found = id.safeParse((item as Record<string, unknown> | null)?.[field]);
  return found.success ? found.data : null;
}

/** Returns an item's name for people, if it has one. */
function nameOf(item: unknown, { name }: { name?: string }): Pick<Skipped, "name"> {
  const found = name === undefined ? null : (item as Record<string, unknown> | null)?.[name];
  return typeof found === "string" ? { name: found } : {};
}

function misfit(says: string): ReadReply & { kind: "misfits" } {
  return { kind: "misfits", misfits: [{ path: "", says }] };
}

/** Returns the reply's list; null if there is none. */
function itemsIn(json: unknown, { at }: { at?: string }): unknown[] | null {
  const items = at === undefined ? json : (json as Record<string, unknown> | null | undefined)?.[at];
  return Array.isArray(items) ? items : null;
}

/**
 * Returns the list's items, and the issues by the position of their item; null if something beside the items
 * does not fit.
 */
function oddItems(json: unknown, issues: core.$ZodIssue[], at?: string) {
  const depth = at === undefined ? 0 : 1;
  const isOfItem = ({ path }: core.$ZodIssue) =>
    (at === undefined || path[0] === at) && typeof path[depth] === "number";
  if (!issues.every(isOfItem)) return null;
  return {
    items: itemsIn(json, { at }) ?? [],
    issues: Map.groupBy(issues, ({ path }) => path[depth] as number),
  };
}

/** Describes a misfit by path and expectation, never by value: a reply may contain a key. */
function misfitAt(json: unknown, issue: core.$ZodIssue): Misfit {
  const found = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null)?.[key],
    json,
  );
  return { path: issue.path.join("."), says: saysOf(found, issue) };
}

function saysOf(found: unknown, issue: core.$ZodIssue): string {
  if (found === undefined) return "is missing";
  return found === NOT_TEXT ? "is not valid text" : `does not fit: ${expectation(issue)}`;
}

/** Returns zod's message; for a union, the types that it accepts. */
function expectation(issue: core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message.replace(/^[A-Z]/, (first) => first.toLowerCase());
  const kinds = issue.errors.flatMap(([each]) => (each?.code === "invalid_type" ? each.expected : []));
  return kinds.length === 0 ? "invalid input" : `invalid input: expected ${kinds.join(" or ")}`;
}

/**
 * Stands for bytes that are not valid in the reply's charset: U+FFFF, a noncharacter, which no text contains.
 * JSON allows it within strings only, and `parseJson` puts `NOT_TEXT` in the place of such a string.
 */
const INVALID = "\uFFFF";

/** The value of a string with invalid bytes. No schema of a text accepts it, so the field is a misfit. */
const NOT_TEXT = Symbol("not valid text");

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

/** Parses JSON. Returns undefined if the text is not JSON. */
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

/**
 * Reviver for `JSON.parse`: replaces strings that have invalid bytes by `NOT_TEXT`. Drops fields whose names
 * have invalid bytes: the contract knows none of them.
 */
function markInvalid(_name: string, value: unknown): unknown {
  if (typeof value === "string") return value.includes(INVALID) ? NOT_TEXT : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.includes(INVALID)));
}
