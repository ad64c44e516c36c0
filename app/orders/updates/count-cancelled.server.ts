import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Order, OrderLine } from "../../wholesale/resources.ts";
import { hasEnded } from "../states/outcome.ts";

/**
 * Counts the pieces that the supplier canceled after shipping others: they can be ordered again. If a
 * shipment does not show its contents, it may hold anything, so nothing counts as canceled.
 */
export async function countCancelled(
  tx: Tx,
  { shop, orderId, update }: { shop: ShopDomain; orderId: string; update: Order },
): Promise<void> {
  const known = await tx.shipment.findMany({ where: { shop, orderId } });
  const parcels = new Map(known.map((row) => [row.supplierShipmentId, row.lines as OrderLine[]]));
  for (const { id, lines } of update.shipments) parcels.set(id, lines);
  const isCertain =
    hasEnded(update) && parcels.size > 0 && [...parcels.values()].every(({ length }) => length > 0);
  const left = new Map<string, number>();
  for (const { supplierVariantId, quantity } of [...parcels.values()].flat())
    left.set(supplierVariantId, (left.get(supplierVariantId) ?? 0) + quantity);
  const rows = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
  for (const { id, supplierVariantId, quantity, cancelled: before } of rows) {
    const sent = Math.min(quantity, left.get(supplierVariantId) ?? 0);
    left.set(supplierVariantId, (left.get(supplierVariantId) ?? 0) - sent);
    const cancelled = isCertain ? quantity - sent : 0;
    if (cancelled !== before)
      await tx.supplierOrderLine.updateMany({ where: { shop, id }, data: { cancelled } });
  }
}
