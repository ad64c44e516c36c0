import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { byLine, type Pieces, unpackedPieces } from "../states/difference.ts";
import { UNTRACKED } from "../states/supplier-order.ts";
import { appendToHistory } from "../store/attempt-store.server.ts";
import { lockOrder, recordOrderActivity } from "../store/order-store.server.ts";
import { storeDifferences } from "../updates/store-differences.server.ts";

/**
 * Fulfills pieces that the supplier has shipped without a package (a person's "Fulfill without tracking"). Stores a
 * package without a number. The worker shows it in the shop like any other package.
 *
 * @param version version of the order on the person's page.
 * @param seen the pieces that the page named. If other pieces are without a package by now, none is fulfilled.
 * @returns true if the pieces are to be fulfilled.
 */
export async function fulfillUntracked(
  shop: ShopDomain,
  { orderId, version, seen }: { orderId: string; version: number; seen: Pieces },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version) return false;
    const unpacked = unpackedPieces(order);
    if (unpacked.length === 0 || !isDeepStrictEqual(byLine(unpacked), seen)) return false;
    const rows = await tx.supplierOrderLine.findMany({ where: { shop, orderId } });
    const lines = unpacked.flatMap(({ lineItemId, quantity }) => {
      const row = rows.find((each) => each.lineItemId === lineItemId);
      return row ? [{ supplierVariantId: row.supplierVariantId, quantity }] : [];
    });
    const supplierShipmentId = `${UNTRACKED}${randomUUID()}`;
    await tx.shipment.create({
      data: { shop, orderId, supplierShipmentId, lines, state: "due", dueAt: now },
    });
    await enqueue(tx, jobs["tracking.push-shipments"], { shop, orderId });
    const differences = order.differences.filter(({ code }) => code !== "orders.difference.unpacked");
    await storeDifferences(tx, order, { differences, now });
    const pieces = unpacked.map(({ title, quantity }) => ({ code: "orders.item", quantity, title }) as const);
    await appendToHistory(tx, order, { what: { code: "fulfilled-untracked", pieces }, at: now });
    const what = { code: "orders.fulfilled-untracked", pieces } as const;
    await recordOrderActivity(tx, order, { kind: "orders.fulfilled-untracked", tone: "info", what, at: now });
    return true;
  });
}
