import { isUtf8 } from "node:buffer";
import type { core } from "zod";
import type { Line } from "./operation.ts";
import type { Misfit, Skipped } from "./resources.ts";
import { scanReply } from "./scan-reply.ts";
import { id, LeftOut } from "./wire-values.ts";

/**
 * The parsed reply, or at least one misfit. `leftOut`: misfits of `lenient` values, which are null in the
 * reply. `isNoData`: the reply is empty or a web page, which some servers send for a missing product or order.
 */
export type ReadReply =
  | { kind: "fits"; reply: unknown; skipped: Skipped[]; leftOut: Misfit[] }
  | { kind: "misfits"; misfits: Misfit[]; isNoData?: boolean };

type RepliedLine = Pick<Line, "reply" | "list">;

/**
 * Parses a reply by its row of the contract. Skips items of a list that do not fit, so that one odd product
 * does not block the whole page. If no item fits, the contract is probably wrong, and the whole reply is a
 * misfit. On a `laterPage`, the items are skipped even then: items of the first page did fit.
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

/** Validates parsed JSON. Skips items as `readReply` does. */
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

/** Replaces each `LeftOut` by null, and lists the misfits. */
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
 * Corrects the paths of misfits after only some items of a list were read. A path then counts among
 * `positions`, and must count in the whole list.
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

/** Returns an item's display name, if the item has one. */
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

/** Groups the issues by the position of their item; null if a field outside the list does not fit. */
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
 * Marks bytes that are invalid in the reply's charset. U+FFFF is a noncharacter, so real texts don't contain
 * it. `parseJson` replaces a string with this mark by `NOT_TEXT`; outside of strings, the mark is a JSON syntax
 * error.
 */
const INVALID = "\uFFFF";

/** Replaces a string with invalid bytes. Schemas of texts reject it, so the field becomes a misfit. */
const NOT_TEXT = Symbol("not valid text");

const BYTE_ORDER_MARKS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Returns a reply as UTF-8 without a byte order mark, so that it can be scanned byte by byte. As in browsers, a
 * byte order mark overrides the declared charset. The default is UTF-8 (RFC 8259).
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

/**
 * Returns the charset's name in lower case; "utf-8" if the header declares none, null if the charset is
 * unknown.
 */
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
 * have invalid bytes, because the contract cannot know such fields.
 */
function markInvalid(_name: string, value: unknown): unknown {
  if (typeof value === "string") return value.includes(INVALID) ? NOT_TEXT : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.includes(INVALID)));
}
