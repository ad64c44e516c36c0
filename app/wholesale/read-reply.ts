import type { core } from "zod";
import type { Line } from "./operation.ts";
import type { Misfit, Skipped, Unreadable } from "./resources.ts";
import { scanReply } from "./scan-reply.ts";
import { id } from "./wire-values.ts";

/** The parsed reply, or at least one misfit. */
export type ReadReply =
  | { kind: "fits"; reply: unknown; skipped: Skipped[] }
  | { kind: "misfits"; misfits: Misfit[]; unreadable?: Unreadable };

type RepliedLine = Pick<Line, "reply" | "list" | "essentials">;

/**
 * Parses a reply by its row of the contract. Skips items of a list that do not fit: one odd product must not
 * make a hundred others unreadable. If no item fits, the whole reply is a misfit, except on a `laterPage`,
 * since the pages before it did fit.
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
  if (body.trim() === "") return misfit("the reply is empty");
  if (/^\s*</.test(body)) return misfit("it sent a web page instead of data");
  if (json === undefined) return misfit("the reply is not JSON, or was cut off");
  return read;
}

export const TOO_LONG = "the reply is too long";

/** Validates JSON that is parsed already. Skips items as `readReply` does. */
export function readJson(line: RepliedLine, json: unknown, { laterPage }: { laterPage: boolean }): ReadReply {
  const whole = line.reply.safeParse(json);
  if (whole.success) return { kind: "fits", reply: whole.data, skipped: [] };
  const { issues } = whole.error;

  const { list } = line;
  const odd = list && oddItems(json, issues, list.at);
  if (list && odd && (laterPage || odd.issues.size < odd.items.length)) {
    const rest = odd.items.filter((_, index) => !odd.issues.has(index));
    const fitting = line.reply.safeParse(withItems(json, list, rest));
    if (fitting.success) {
      const depth = list.at === undefined ? 1 : 2;
      const skipped = [...odd.issues].map(([index, found]) => ({
        id: idOf(odd.items[index], list.id),
        misfits: found.map((issue) => misfitAt(json, issue)),
        ...asUnreadable(
          line,
          odd.items[index],
          found.map(({ path }) => path.slice(depth)),
        ),
      }));
      return { kind: "fits", reply: fitting.data, skipped };
    }
  }

  if (issues.some(({ path }) => path.length === 0)) return misfit("the reply is not of the expected kind");
  return {
    kind: "misfits",
    misfits: issues.map((issue) => misfitAt(json, issue)),
    ...(!list &&
      asUnreadable(
        line,
        json,
        issues.map(({ path }) => path),
      )),
  };
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function withItems(json: unknown, { at }: { at?: string }, items: unknown[]): unknown {
  return at === undefined ? items : { ...(json as object), [at]: items };
}

export function idOf(item: unknown, field: string): string | null {
  const found = id.safeParse((item as Record<string, unknown> | null)?.[field]);
  return found.success ? found.data : null;
}

/**
 * Returns what makes a product unreadable. `price`/`stock`: that field is present and invalid. `product`: the
 * price is valid, something else is not. Null: no price in the reply, so the values read last still count.
 * @param item the product; `misfits` with paths relative to it.
 */
export function unreadableIn(
  { essentials }: Pick<Line, "essentials">,
  item: unknown,
  misfits: Pick<Misfit, "path">[],
): Unreadable | null {
  if (essentials === undefined) return null;
  for (const what of ["price", "stock"] as const) {
    const path = essentials[what];
    if (path !== undefined && misfits.some((misfit) => isThere(item, path, misfit.path))) return what;
  }
  return essentials.price !== undefined && valuesAt(item, essentials.price).length > 0 ? "product" : null;
}

function asUnreadable(line: RepliedLine, item: unknown, paths: PropertyKey[][]) {
  const misfits = paths.map((path) => ({ path: path.join(".") }));
  const unreadable = unreadableIn(line, item, misfits);
  return unreadable !== null && { unreadable };
}

function misfit(says: string): ReadReply {
  return { kind: "misfits", misfits: [{ path: "", says }] };
}

/** Returns the reply's list; null if there is none. */
function itemsIn(json: unknown, { at }: { at?: string }): unknown[] | null {
  const items = at === undefined ? json : (json as Record<string, unknown> | null | undefined)?.[at];
  return Array.isArray(items) ? items : null;
}

/**
 * Returns the list's items, and the issues by their positions; null if something beside the items does not
 * fit.
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
  const says = found === undefined ? "is missing" : `does not fit: ${expectation(issue)}`;
  return { path: issue.path.join("."), says };
}

/** Returns zod's message; for a union, the types that it accepts. */
function expectation(issue: core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message.replace(/^[A-Z]/, (first) => first.toLowerCase());
  const kinds = issue.errors.flatMap(([each]) => (each?.code === "invalid_type" ? each.expected : []));
  return kinds.length === 0 ? "invalid input" : `invalid input: expected ${kinds.join(" or ")}`;
}

/** Returns true if the misfit is at or within an existing value of a pattern such as `variants.*.price`. */
function isThere(item: unknown, pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split("."), path.split(".")];
  const isWithin = wanted.every((part, at) => part === "*" || part === found[at]);
  return isWithin && valuesAt(item, found.slice(0, wanted.length).join(".")).length > 0;
}

function valuesAt(item: unknown, pattern: string): unknown[] {
  return pattern
    .split(".")
    .reduce<unknown[]>((values, part) => values.flatMap((value) => valuesIn(value, part)), [item])
    .filter((value) => value != null);
}

function valuesIn(value: unknown, part: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return part === "*" ? Object.values(value) : [(value as Record<string, unknown>)[part]];
}
