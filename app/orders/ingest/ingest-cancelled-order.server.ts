import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { isOrderCancelled } from "../../shop/orders.server.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";

/** The customer's order is said to be cancelled: if the shop confirms it, whatever we have of it is to be cancelled. */
export async function ingestCancelledOrder(
  shop: ShopDomain,
  { subjectId, now }: { subjectId: string | null; now: Date },
): Promise<void> {
  const number = /\d+$/.exec(subjectId ?? "")?.[0];
  if (number === undefined) return;
  const id = `gid://shopify/Order/${number}`;
  const orders = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, shopOrderId: id, state: { notIn: ["cancelled", "rejected"] } },
    }),
  );
  if (orders.length === 0 || !(await isOrderCancelled(shop, id))) return;
  for (const order of orders) await requestCancellation(shop, { orderId: order.id, now });
}
