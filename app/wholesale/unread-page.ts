import { createHash, hash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

import {
  atPositions,
  idOf,
  parseJson,
  readJson,
  type ReadReply,
  readReply,
  withItems,
} from "./read-reply.ts";
import type { Line } from "./operation.ts";
import type { Entry, Misfit, Page, ReadItems, UnreadPage } from "./resources.ts";
import { type Part, scanReply } from "./scan-reply.ts";

/** A list's row and its reply. `toPage` maps a reply that fits, and throws if the reply does not fit. */
type Answered<Item> = {
  line: Pick<Line, "reply" | "list">;
  /** As `toUtf8` returns it. */
  body: Buffer;
  laterPage: boolean;
  fingerprint: string;
  toPage: (read: ReadReply) => Page<Item>;
};

/** Escapes of NUL and of surrogates. Postgres stores neither NUL nor lone surrogates. */
const ESCAPED_ODDITY = /\\u(0000|[dD][89a-fA-F])/;

/**
 * Number of items that are read before yielding to the event loop. They take a few milliseconds; a whole page
 * would delay webhooks.
 */
const READ_AT_ONCE = 50;

/** Opens a page without parsing its items. Parses the whole page if its list cannot be found. */
export function openPage<Item extends { id: string }>(answered: Answered<Item>): UnreadPage<Item> {
  const { line, body, laterPage, fingerprint, toPage } = answered;
  const { list } = line;
  const readWhole = () => {
    const read = readReply(line, body, { laterPage });
    return { ...toPage(read), leftOut: leftOutOf(read) };
  };
  const scanned = list ? scanReply(body, list.at) : null;
  if (!list || scanned === null || scanned === "too-large") return alreadyRead(readWhole(), fingerprint);
  const textOf = ({ start, end }: Part) => body.toString("utf8", start, end);
  const before = textOf({ start: 0, end: scanned.list.start });
  const frame = parseJson(`${before}[]${textOf({ start: scanned.list.end, end: body.length })}`);
  const empty = readJson(line, frame, { laterPage: true });
  if (empty.kind === "misfits") return alreadyRead(readWhole(), fingerprint);

  const beside =
    fingerprint +
    JSON.stringify(empty.reply, (name, value: unknown) => (list.paging?.includes(name) ? undefined : value));
  let items: unknown[] | undefined;
  const parsed = () => {
    items ??= scanned.items.map((part) => {
      const item = parseJson(textOf(part));
      // If an item is not JSON, the whole reply is not JSON either. Reading the reply whole throws the right
      // failure.
      if (item === undefined) readWhole();
      return item;
    });
    return items;
  };
  return {
    hash: () => createHash("sha256").update(fingerprint).update(body).digest("base64url"),
    size: scanned.items.length,
    entries: () =>
      parsed().map((item, position): Entry => {
        const { start = 0, end = 0 } = scanned.items[position] ?? {};
        const ofItem = () => createHash("sha256").update(beside).update(body.subarray(start, end));
        return { id: idOf(item, list.id), hash: () => ofItem().digest("base64url") };
      }),
    nextCursor: toPage(empty).nextCursor,
    mayBeMalformed: () => body.includes("\\u") && ESCAPED_ODDITY.test(body.toString()),
    read: async (positions) => {
      const all = parsed();
      const page: ReadItems<Item> = { items: [], skipped: [], leftOut: [] };
      for (let from = 0; from < positions.length; from += READ_AT_ONCE) {
        if (from > 0) await yieldToEventLoop();
        const some = positions.slice(from, from + READ_AT_ONCE);
        const items = some.map((position) => all[position]);
        const read = readJson(line, withItems(frame, list, items), { laterPage: true });
        const { items: fitting, skipped } = toPage(read);
        page.items.push(...fitting);
        page.skipped.push(
          ...skipped.map(({ misfits, ...each }) => ({ ...each, misfits: atPositions(misfits, list, some) })),
        );
        page.leftOut.push(...atPositions(leftOutOf(read), list, some));
      }
      const isNone = page.items.length === 0 && page.skipped.length === all.length;
      // If no item of a first page fits, reading the whole page throws the right failure.
      return isNone && all.length > 0 && !laterPage ? readWhole() : page;
    },
  };
}

/**
 * Wraps a page that is parsed already, because its row combines several requests or its list was not found.
 */
export function alreadyRead<Item extends { id: string }>(
  { items, skipped, nextCursor, leftOut }: Page<Item> & Pick<ReadItems<Item>, "leftOut">,
  fingerprint: string,
): UnreadPage<Item> {
  const entryOf = (id: string | null, read: unknown): Entry => ({
    id,
    hash: () => hash("sha256", fingerprint + JSON.stringify(read), "base64url"),
  });
  return {
    hash: () => hash("sha256", fingerprint + JSON.stringify([items, skipped, nextCursor]), "base64url"),
    size: items.length + skipped.length,
    entries: () => [
      ...items.map((item) => entryOf(item.id, item)),
      ...skipped.map((each) => entryOf(each.id, each)),
    ],
    nextCursor,
    mayBeMalformed: () => true,
    read: (positions) =>
      Promise.resolve({
        items: positions.flatMap((position) => items[position] ?? []),
        skipped: positions.flatMap((position) => skipped[position - items.length] ?? []),
        leftOut,
      }),
  };
}

function leftOutOf(read: ReadReply): Misfit[] {
  return read.kind === "fits" ? read.leftOut : [];
}
