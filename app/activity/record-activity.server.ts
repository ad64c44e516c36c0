import type { Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Tone } from "./tone.ts";

/** How long an entry is kept. */
const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

export type NewEntry = {
  shop: ShopDomain;
  /** `slice.verb`, in lower case: "connection.refused". */
  kind: `${string}.${string}`;
  tone: Tone;
  /** What it is about and where that is, in the app or in the shop's admin: a name as it is ("#1001"), or a message. */
  subject?: { label: string | Message; url: `/app/${string}` | `shopify:admin/${string}` };
  /** What happened, and what the merchant can do where they must. Never personal data, never a secret. */
  message?: Message;
  said?: string;
  at: Date;
};

/** Tells the merchant what happened. `tx` is the transaction of the fact itself: both stay, or neither does. */
export async function recordActivity(tx: Tx, entry: NewEntry): Promise<void> {
  const { subject, at, shop, kind, tone } = entry;
  const message: Message = entry.message ?? { code: "earlier-message", text: entry.said ?? "" };
  await tx.activity.create({
    data: {
      ...{ shop, kind, tone, message },
      ...(subject && { subjectLabel: subject.label, subjectUrl: subject.url }),
      at,
      keepUntil: new Date(at.getTime() + KEEP_MS),
    },
  });
}
