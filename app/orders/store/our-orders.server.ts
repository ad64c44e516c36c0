import type { Prisma } from "@prisma/client";

import { inShops } from "../../lib/db.server.ts";
import { gather } from "../../lib/gather.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type OrderRow, toOrderRow } from "./order-store.server.ts";

/** Whose rows, and of which shop order or fulfillment order. */
type Asked = { shop: ShopDomain; id: string };

/**
 * Makes a lookup of our orders that `where` fits. Most webhooks tell of what the shop sells besides, so lookups that come
 * together share a statement.
 */
export function ourOrders(
  by: "shopOrderId" | "fulfillmentOrderId",
  where: Prisma.SupplierOrderWhereInput,
): (asked: Asked) => Promise<OrderRow[]> {
  return gather(async (all: Asked[]) => {
    const shops = [...new Set(all.map(({ shop }) => shop))];
    const wanted = { shop: { in: shops }, [by]: { in: all.map(({ id }) => id) } };
    const rows = await inShops(shops, (tx) => tx.supplierOrder.findMany({ where: { AND: [wanted, where] } }));
    return all.map(({ shop, id }) =>
      rows.filter((row) => row.shop === shop && row[by] === id).map(toOrderRow),
    );
  });
}
