import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { wakeOrder } from "../order-store.server.ts";

/** The customer's order is said to be paid: what waited for that is due at once. Whether it is, the shop is asked then. */
export async function wakePaidOrder(
  shop: ShopDomain,
  { subjectId, now }: { subjectId: string | null; now: Date },
): Promise<void> {
  const number = /\d+$/.exec(subjectId ?? "")?.[0];
  if (number === undefined) return;
  await inShop(shop, async (tx) => {
    const woken = await tx.supplierOrder.updateManyAndReturn({
      where: { shop, shopOrderId: `gid://shopify/Order/${number}`, state: "held", reason: "unpaid" },
      data: { nextAt: now },
    });
    for (const { id } of woken) await wakeOrder(tx, { shop, id });
  });
}
