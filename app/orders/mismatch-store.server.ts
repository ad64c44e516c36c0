import { type NewEntry, recordActivity } from "../activity/record-activity.server.ts";
import type { Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Something that does not fit together; `id` tells it apart. */
export type Mismatch = {
  id: string;
  about: NonNullable<NewEntry["subject"]>;
  message: NewEntry["message"];
};

/** Stores a mismatch and records it for the merchant, and never again the same. */
export async function storeMismatch(
  tx: Tx,
  { shop, now, id, about, message }: Mismatch & { shop: ShopDomain; now: Date },
): Promise<void> {
  const { count } = await tx.recordedMismatch.createMany({
    data: [{ shop, subject: id, recordedAt: now }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  const kind = "orders.mismatch";
  await recordActivity(tx, { shop, kind, tone: "critical", subject: about, message, at: now });
}

/** The id of a mismatch that is about an order of the supplier. */
export function mismatchOfSupplierOrder(number: string): string {
  return `supplier:${number}`;
}
