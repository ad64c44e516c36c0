import type { Prisma } from "@prisma/client";

import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dueAt } from "../../queue/lease.server.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { ourOrders } from "../store/wake-orders.server.ts";
import { heldForAWhile, wakeOrder } from "../store/order-store.server.ts";
import { compareWithShop } from "./compare-with-shop.server.ts";
import { stillToSend } from "./still-to-send.ts";

/** Orders whose next decision depends on the shop. */
const unsent = { OR: [{ state: "ready" }, heldForAWhile] } satisfies Prisma.SupplierOrderWhereInput;

/**
 * Reviews a customer's order that has changed in the shop: compares it with the supplier's part, and decides
 * the unsent part again, even if a worker is about to place it. Orders without a part of ours cost no call.
 */
export async function reviewOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null) return;
  const concerned = await findConcerned({ shop, id });
  const atSupplier = concerned.filter(({ acceptance }) => acceptance !== null);
  if (atSupplier.length < concerned.length) await wakeUnsent(shop, id);
  for (const row of atSupplier) await compareWithShop(shop, row);
}

const findConcerned = ourOrders("shopOrderId", { OR: [stillToSend, unsent] });

/** Ends the claim of a worker that has read the old order, so that it orders nothing. */
async function wakeUnsent(shop: ShopDomain, id: string): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const woken = await tx.supplierOrder.updateManyAndReturn({
      where: { shop, shopOrderId: id, ...unsent },
      data: dueAt(now),
    });
    for (const order of woken) await wakeOrder(tx, { shop, id: order.id });
  });
}
