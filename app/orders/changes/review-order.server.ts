import type { ShopDomain } from "../../lib/shop-domain.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { ourOrders } from "../store/our-orders.server.ts";
import { compareWithShop } from "./compare-with-shop.server.ts";
import { stillToSend } from "./still-to-send.ts";

/** A customer's order is said to have changed in the shop: what the supplier has of it is compared. Another one costs no call. */
export async function reviewOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null) return;
  for (const row of await findStillToSend({ shop, id })) await compareWithShop(shop, row);
}

const findStillToSend = ourOrders("shopOrderId", stillToSend);
