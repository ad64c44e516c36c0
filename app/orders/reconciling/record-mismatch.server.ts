import { type NewEntry, recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { changeLocked, lockOrder } from "../order-store.server.ts";
import type { Reason } from "../reason.ts";

/** Records something that does not fit together, for the merchant, and never again the same; on its order's page too. */
export async function recordMismatch(
  shop: ShopDomain,
  {
    id,
    about,
    message,
    onOrder,
  }: {
    id: string;
    about: NonNullable<NewEntry["subject"]>;
    message: NewEntry["message"];
    /** What stands on the page of the order that it concerns, until the merchant acknowledges it. */
    onOrder?: { orderId: string; reason: Reason } | undefined;
  },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.recordedMismatch.createMany({
      data: [{ shop, subject: id, recordedAt: now }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    const order = onOrder && (await lockOrder(tx, onOrder.orderId));
    if (order) await changeLocked(tx, order, { reason: onOrder.reason, acknowledgedReason: null });
    const kind = "orders.mismatch";
    await recordActivity(tx, { shop, kind, tone: "critical", subject: about, message, at: now });
  });
}

/** Which of these have been recorded. */
export async function findRecorded(shop: ShopDomain, ids: string[]): Promise<Set<string>> {
  const rows = await inShop(shop, (tx) =>
    tx.recordedMismatch.findMany({ where: { shop, subject: { in: ids } }, select: { subject: true } }),
  );
  return new Set(rows.map(({ subject }) => subject));
}
