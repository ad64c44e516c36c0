import type { Activity } from "@prisma/client";

import { inShop } from "../database/db.server.ts";
import { keysetPage, keysetQuery, type Place } from "../http/keyset-page.ts";
import type { ShopDomain } from "../shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { NEEDS_ATTENTION, type Tone } from "./tone.ts";

const PAGE_SIZE = 50;

export type Entry = {
  id: string;
  tone: Tone;
  message: Message;
  subject: { label: string | Message; url: string } | null;
  at: Date;
};

/** A page of entries, the newest first. The cursors lead to the adjacent pages; null if there is none. */
export type ActivityPage = { entries: Entry[]; newer: string | null; older: string | null };

/** Reads a page of the shop's activity: the newest one if `place` is null or not ours. */
export async function listActivity(
  shop: ShopDomain,
  { needsAttention, place }: { needsAttention: boolean; place: Place | null },
): Promise<ActivityPage> {
  const query = keysetQuery(place, PAGE_SIZE);
  const { beyond, direction, take } = query;
  const found = await inShop(shop, (tx) =>
    tx.activity.findMany({
      where: {
        shop,
        ...(needsAttention && { tone: { in: NEEDS_ATTENTION } }),
        // The second condition implies the first, which an index supports.
        ...(beyond && {
          at: { [`${beyond.side}e`]: beyond.at },
          OR: [{ at: { [beyond.side]: beyond.at } }, { at: beyond.at, id: { [beyond.side]: beyond.id } }],
        }),
      },
      orderBy: [{ at: direction }, { id: direction }],
      take,
    }),
  );
  const { rows, newer, older } = keysetPage(found, query, (row) => row);
  return { entries: rows.map(toEntry), newer, older };
}

function toEntry({ id, tone, message, subjectLabel, subjectUrl, at }: Activity): Entry {
  const subject =
    subjectLabel === null || subjectUrl === null
      ? null
      : { label: subjectLabel as string | Message, url: subjectUrl };
  return { id, tone: tone as Tone, message: storedMessage(message) ?? UNKNOWN, subject, at };
}

const UNKNOWN: Message = { code: "unknown-message" };
