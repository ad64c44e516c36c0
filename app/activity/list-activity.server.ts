import type { Activity } from "@prisma/client";

import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type Message, storedMessage } from "../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../messages/translate.ts";
import { NEEDS_ATTENTION, type Tone } from "./tone.ts";

const PAGE_SIZE = 50;

export type Entry = {
  id: string;
  tone: Tone;
  said: string;
  message: Message;
  subject: { label: string; url: string } | null;
  at: Date;
};

/** A page of entries, the newest first. The cursors lead to the pages beside it; null where there is none. */
export type ActivityPage = { entries: Entry[]; newer: string | null; older: string | null };

/** Where a page begins: right behind (`older`) or right before (`newer`) the entry that a cursor names. */
export type Place = { towards: "older" | "newer"; cursor: string };

/** Reads a page of what happened in the shop; without a place, or with one that is not ours, the newest. */
export async function listActivity(
  shop: ShopDomain,
  { needsAttention, place }: { needsAttention: boolean; place: Place | null },
): Promise<ActivityPage> {
  const from = place && readCursor(place.cursor);
  const backwards = from !== null && place?.towards === "newer";
  const [order, side] = backwards ? (["asc", "gt"] as const) : (["desc", "lt"] as const);
  const rows = await inShop(shop, (tx) =>
    tx.activity.findMany({
      where: {
        shop,
        ...(needsAttention && { tone: { in: NEEDS_ATTENTION } }),
        // The first condition says nothing new, but it is one that the index can begin at.
        ...(from && {
          at: { [`${side}e`]: from.at },
          OR: [{ at: { [side]: from.at } }, { at: from.at, id: { [side]: from.id } }],
        }),
      },
      orderBy: [{ at: order }, { id: order }],
      take: PAGE_SIZE + 1,
    }),
  );
  const more = rows.length > PAGE_SIZE;
  const found = rows.slice(0, PAGE_SIZE);
  if (backwards) found.reverse();
  const [first, last] = [found[0], found.at(-1)];
  return {
    entries: found.map(toEntry),
    newer: first && (backwards ? more : from !== null) ? writeCursor(first) : null,
    older: last && (backwards || more) ? writeCursor(last) : null,
  };
}

function writeCursor({ at, id }: { at: Date; id: string }): string {
  return `${String(at.getTime())}_${id}`;
}

/** A cursor stands in an address, where anybody can write anything. */
function readCursor(cursor: string): { at: Date; id: string } | null {
  const [, ms = "", id = ""] = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  return id === "" ? null : { at: new Date(Number(ms)), id };
}

function toEntry({ id, tone, message: stored, subjectLabel, subjectUrl, at }: Activity): Entry {
  const t = translator(DEFAULT_LOCALE);
  const message: Message = storedMessage(stored) ?? { code: "unknown-message" };
  const subject =
    subjectLabel === null || subjectUrl === null
      ? null
      : {
          label: typeof subjectLabel === "string" ? subjectLabel : t(subjectLabel as Message),
          url: subjectUrl,
        };
  return { id, tone: tone as Tone, said: t(message), message, subject, at };
}
