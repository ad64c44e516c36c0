import { isDeepStrictEqual } from "node:util";

import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { isScopeDenied } from "../../shop/access-scopes.server.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import type { Difference } from "../reasons/reason-params.ts";
import { byLine, missingPieces, type Pieces } from "../states/difference.ts";
import { appendToHistory } from "../store/attempt-store.server.ts";
import { lockOrder, recordOrderActivity } from "../store/order-store.server.ts";
import { storeDifferences } from "./store-differences.server.ts";

/**
 * Releases pieces that the supplier's order no longer lists (a person's "Order missing pieces"): they no longer count
 * as ordered. Once the shop shows all other pieces, these pieces are requested there again, and ordered once more.
 *
 * @param version version of the order on the person's page.
 * @param seen the pieces that the page named. If other pieces are missing by now, none is released.
 * @returns `no-permission` if the app lacks the optional scope to request them. `changed`: the page was outdated.
 */
export async function orderMissingPieces(
  shop: ShopDomain,
  { orderId, version, seen }: { orderId: string; version: number; seen: Pieces },
): Promise<"released" | "changed" | "no-permission"> {
  // Checks the permission now, because after the request is closed these pieces could not be requested again.
  if (await isScopeDenied(shop, REQUESTING_SCOPE)) return "no-permission";
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version) return "changed";
    const { differences } = order;
    const missing = missingPieces(order);
    if (missing.length === 0 || !isDeepStrictEqual(byLine(missing), seen)) return "changed";
    for (const { lineItemId, quantity } of missing)
      await tx.supplierOrderLine.updateMany({
        where: { shop, orderId, lineItemId },
        data: { released: { increment: quantity } },
      });
    await storeDifferences(tx, order, { differences: withReleased(differences), now });
    const number = order.supplierOrderId ?? "";
    await appendToHistory(tx, order, { what: { code: "missing-ordered-again", number }, at: now });
    const pieces = missing.map(({ title, quantity }) => ({ code: "orders.item", quantity, title }) as const);
    const what = { code: "orders.missing-released", pieces } as const;
    await recordOrderActivity(tx, order, { kind: "orders.missing-released", tone: "info", what, at: now });
    return "released";
  });
}

/** Returns the differences once all missing pieces are released. */
function withReleased(differences: Difference[]): Difference[] {
  const again = Map.groupBy(
    differences.filter(
      (each) => each.code === "orders.difference.missing" || each.code === "orders.difference.ordered-again",
    ),
    ({ lineItemId }) => lineItemId,
  );
  const others = differences.filter(
    ({ code }) => code !== "orders.difference.missing" && code !== "orders.difference.ordered-again",
  );
  const released = [...again].map(([lineItemId, pieces]) => ({
    code: "orders.difference.ordered-again" as const,
    lineItemId,
    title: pieces[0]?.title ?? "",
    quantity: pieces.reduce((total, { quantity }) => total + quantity, 0),
  }));
  return [...released, ...others];
}
