import { createHash, hash } from "node:crypto";

import type { Line } from "./operation.ts";
import { idOf, itemsIn, parseJson, type ReadReply, readJson, readReply, withItems } from "./read-reply.ts";
import { isTooLarge } from "./reply-size.ts";
import type { Entry, Page, UnreadPage } from "./resources.ts";

/** A list's row and its reply, with what makes of a reply that fits a page in our words, and throws for one that does not. */
type Answered<Item> = {
  line: Pick<Line, "reply" | "list">;
  body: string;
  laterPage: boolean;
  fingerprint: string;
  toPage: (read: ReadReply) => Page<Item>;
};

/** What JSON can only escape: NUL, and a surrogate, which may stand alone. */
const ESCAPED_ODDITY = /\\u(0000|[dD][89a-fA-F])/;

/** Opens a page without reading its items. What cannot be read without them is read whole. */
export function openPage<Item extends { id: string }>(answered: Answered<Item>): UnreadPage<Item> {
  const { line, body, laterPage, fingerprint, toPage } = answered;
  const { list } = line;
  const json = list && !isTooLarge(body) ? parseJson(body) : undefined;
  const items = list && itemsIn(json, list);
  const empty = items && line.reply.safeParse(withItems(json, list, []));
  if (!list || !items || empty?.success !== true)
    return alreadyRead(toPage(readReply(line, body, { laterPage })), fingerprint);

  const beside = JSON.stringify(empty.data, (name, value: unknown) =>
    list.paging?.includes(name) ? undefined : value,
  );
  const entries = items.map((item): Entry => {
    return {
      id: idOf(item, list.id),
      hash: () => hash("sha256", fingerprint + beside + JSON.stringify(item), "base64url"),
    };
  });
  return {
    hash: () => createHash("sha256").update(fingerprint).update(body).digest("base64url"),
    entries,
    nextCursor: toPage({ kind: "fits", reply: empty.data, skipped: [] }).nextCursor,
    mayBeMalformed: ESCAPED_ODDITY.test(body),
    read: (positions) => {
      const chosen = withItems(
        json,
        list,
        positions.map((position) => items[position]),
      );
      const isAll = positions.length === items.length;
      const read = readJson(line, chosen, { laterPage: laterPage || !isAll });
      return toPage(isAll ? read : atPositions(read, { at: list.at, positions }));
    },
  };
}

/** A page of which all is read, because its items are more than what stands in one list. */
export function alreadyRead<Item extends { id: string }>(
  { items, skipped, nextCursor }: Page<Item>,
  fingerprint: string,
): UnreadPage<Item> {
  const entryOf = (id: string | null, read: unknown): Entry => ({
    id,
    hash: () => hash("sha256", fingerprint + JSON.stringify(read), "base64url"),
  });
  return {
    hash: () => hash("sha256", fingerprint + JSON.stringify([items, skipped, nextCursor]), "base64url"),
    entries: [
      ...items.map((item) => entryOf(item.id, item)),
      ...skipped.map((each) => entryOf(each.id, each)),
    ],
    nextCursor,
    mayBeMalformed: true,
    read: (positions) => ({
      items: positions.flatMap((position) => items[position] ?? []),
      skipped: positions.flatMap((position) => skipped[position - items.length] ?? []),
    }),
  };
}

/** Names the places of misfits as they are in the whole list, of which only the items at `positions` were read. */
function atPositions(
  read: ReadReply,
  { at, positions }: { at: string | undefined; positions: number[] },
): ReadReply {
  if (read.kind === "misfits") return read;
  const depth = at === undefined ? 0 : 1;
  const moved = (path: string) =>
    path
      .split(".")
      .map((part, index) => (index === depth ? String(positions[Number(part)]) : part))
      .join(".");
  const skipped = read.skipped.map(({ id, misfits }) => ({
    id,
    misfits: misfits.map(({ path, says }) => ({ path: moved(path), says })),
  }));
  return { ...read, skipped };
}
