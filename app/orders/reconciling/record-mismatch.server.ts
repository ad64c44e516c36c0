import { type NewEntry, recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Tells the merchant of something that does not fit together, and never again of the same. */
export async function recordMismatch(
  shop: ShopDomain,
  mismatch: { subject: string; about: NonNullable<NewEntry["subject"]>; said: string },
  now: Date,
): Promise<void> {
  const { subject, about, said } = mismatch;
  await inShop(shop, async (tx) => {
    const { count } = await tx.recordedMismatch.createMany({
      data: [{ shop, subject, recordedAt: now }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await recordActivity(tx, {
      shop,
      kind: "orders.mismatch",
      tone: "critical",
      subject: about,
      message: { code: "earlier-message", text: said },
      at: now,
    });
  });
}

/** Which of these the merchant has been told of. */
export async function findRecorded(shop: ShopDomain, subjects: string[]): Promise<Set<string>> {
  const rows = await inShop(shop, (tx) =>
    tx.recordedMismatch.findMany({ where: { shop, subject: { in: subjects } }, select: { subject: true } }),
  );
  return new Set(rows.map(({ subject }) => subject));
}
