import type { Notice } from "../../components/notice.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { listOrdersOf } from "../../orders/views/list-orders.server.ts";
import { listToSendOf } from "../../orders/views/list-to-send.server.ts";
import { searchOrders } from "../../shop/orders/find-orders.server.ts";
import type { FoundOrders } from "./customer-orders.tsx";
import { toRow, toSendRow } from "./order-row.ts";

export type Answered = { notice: Notice | null; found?: FoundOrders };

/**
 * Searches a customer's orders in Shopify. The search term is personal data, so it stays in the body of the request,
 * and never enters a URL, a log or a row.
 */
export async function findCustomer(shop: ShopDomain, term: string): Promise<Answered> {
  if (term === "") return { notice: null };
  try {
    const { ids, hasMore } = await searchOrders(shop, term);
    const found = await readInShop(shop, async (tx, now) => ({
      connected: isConnected(await findStateIn(tx, { shop, now })),
      orders: await listOrdersOf(tx, { shop, now }, ids),
      toSend: await listToSendOf(tx, shop, ids),
    }));
    return {
      notice: null,
      found: {
        rows: found.orders.map((order) => toRow(order, { connected: found.connected })),
        toSend: found.toSend.map(toSendRow),
        hasMore,
      },
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {
      notice: { tone: "warning", title: { code: "orders.customer.failed" }, text: error.explanation },
    };
  }
}
