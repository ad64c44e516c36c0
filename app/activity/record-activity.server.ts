import type { Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Tone } from "./tone.ts";

/** How long an entry is kept. */
const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

export type NewEntry = {
  shop: ShopDomain;
  /** `slice.verb`, in lower case: "connection.refused". */
  kind: `${string}.${string}`;
  tone: Tone;
  /** What it is about, such as an order's name or a product, and where that is: in the app, or in the shop's admin. */
  subject?: { label: string; url: `/app/${string}` | `shopify:admin/${string}` };
  /**
   * What happened, and what the merchant can do where they must: whole sentences in their words. Never personal data
   * of anybody, never a secret.
   */
  said: string;
  at: Date;
};

/** Tells the merchant what happened. `tx` is the transaction of the fact itself: both stay, or neither does. */
export async function recordActivity(tx: Tx, entry: NewEntry): Promise<void> {
  const { subject, at, ...told } = entry;
  await tx.activity.create({
    data: {
      ...told,
      subjectLabel: subject?.label ?? null,
      subjectUrl: subject?.url ?? null,
      at,
      keepUntil: new Date(at.getTime() + KEEP_MS),
    },
  });
}
