import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { compareWithShop } from "./compare-with-shop.server.ts";
import { stillToSend } from "./still-to-send.ts";

/** A customer's order is said to have changed in the shop: what the supplier has of it is compared. Another one costs no call. */
export async function reviewOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null) return;
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({ where: { shop, shopOrderId: id, ...stillToSend } }),
  );
  for (const row of rows) await compareWithShop(shop, toOrderRow(row));
}
