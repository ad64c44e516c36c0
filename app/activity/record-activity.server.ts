import type { Tx } from "../lib/db.server.ts";
import { insertTogether, type NewRows } from "../lib/rows.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Tone } from "./tone.ts";

/** How long an entry is kept. */
const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

export type NewEntry = {
  shop: ShopDomain;
  /** `slice.verb`, in lower case: "connection.unauthorized". */
  kind: `${string}.${string}`;
  tone: Tone;
  /** What it is about and where that is, in the app or in the shop's admin: a name as it is ("#1001"), or a message. */
  subject?: { label: string | Message; url: `/app/${string}` | `shopify:admin/${string}` };
  /** What happened, and what the merchant can do where they must. Never personal data, never a secret. */
  message: Message;
  at: Date;
};

/** Records what happened, for the merchant. `tx` is the transaction of the fact itself: both stay, or neither does. */
export async function recordActivity(tx: Tx, entry: NewEntry): Promise<void> {
  await recordActivities(tx, [entry]);
}

/** The same for several that are recorded together. */
export async function recordActivities(tx: Tx, entries: NewEntry[]): Promise<void> {
  await insertTogether(tx, [activityRows(entries)]);
}

/** Returns the rows of entries, to be inserted together with those of other tables. */
export function activityRows(entries: NewEntry[]): NewRows {
  const rows = entries.map(({ subject, at, ...facts }) => ({
    ...facts,
    ...(subject && { subjectLabel: subject.label, subjectUrl: subject.url }),
    at,
    keepUntil: new Date(at.getTime() + KEEP_MS),
  }));
  return { model: "Activity", rows };
}
