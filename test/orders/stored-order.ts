import { randomInt } from "node:crypto";

import type { Prisma } from "@prisma/client";

import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { OrderState } from "../../app/orders/states/order-state.ts";
import { now } from "./testing.ts";

type Stored = {
  state: OrderState;
  reason: string | null;
  reasonParams: Prisma.InputJsonObject;
  acknowledgedReason: string | null;
  orderName: string;
  requestedAt: Date;
  reasonSince: Date;
  placedAt: Date;
  cancelRequestedAt: Date | null;
  supplierOrderId: string | null;
  dueAt: Date | null;
  costTotal: string;
  costCurrency: string;
  costShipping: string;
  brandingVersion: number;
  heldLines: Prisma.InputJsonArray;
  country: string;
  revenue: string;
  shippingPaid: string;
  refunded: string | null;
  profit: string;
  revenueCurrency: string;
};

/** An order's row, in whatever state a test wants to see it. @returns its id. */
export async function storeOrder(shop: ShopDomain, more: Partial<Stored> = {}): Promise<string> {
  const [id = ""] = await storeOrders(shop, [more]);
  return id;
}

/** The same for many of them. */
export async function storeOrders(shop: ShopDomain, many: Partial<Stored>[]): Promise<string[]> {
  const data = many.map((more) => ({ shop, ...fillUp(more) }));
  const rows = await inShop(shop, (tx) => tx.supplierOrder.createManyAndReturn({ data }));
  return rows.map(({ id }) => id);
}

/** Stores the lines of an order, or the same for several, and perhaps a package. */
export async function linesOf(
  shop: ShopDomain,
  orders: string | string[],
  lines: { sku: string; title: string; quantity?: number }[],
  { trackingNumber }: { trackingNumber?: string } = {},
): Promise<void> {
  const ids = [orders].flat();
  const rows = ids.flatMap((orderId) =>
    lines.map(({ sku, title, quantity = 1 }) => {
      const number = String(randomInt(2 ** 47));
      return {
        shop,
        orderId,
        lineItemId: `gid://shopify/LineItem/${number}`,
        fulfillmentOrderLineId: `gid://shopify/FulfillmentOrderLineItem/${number}`,
        supplierVariantId: number,
        sku,
        title,
        quantity,
      };
    }),
  );
  await inShop(shop, async (tx) => {
    await tx.supplierOrderLine.createMany({ data: rows });
    if (trackingNumber === undefined) return;
    const shipment = { shop, supplierShipmentId: "1", trackingNumber, lines: [], state: "shown" };
    await tx.shipment.createMany({ data: ids.map((orderId) => ({ ...shipment, orderId })) });
  });
}

function fillUp(more: Partial<Stored>) {
  const number = String(randomInt(2 ** 47));
  const { state = "ready" } = more;
  const needsWhy = ["held", "in_doubt", "rejected"].includes(state);
  const isUnknownThere = ["held", "ready", "placing", "in_doubt"].includes(state);
  return {
    fulfillmentOrderId: `gid://shopify/FulfillmentOrder/${number}`,
    shopOrderId: `gid://shopify/Order/${number}`,
    orderName: `#${number}`,
    requestedAt: now,
    ...(needsWhy && {
      reason: "rejected",
      reasonParams: { explanation: { code: "failure.supplier.rejected", status: 422 } },
    }),
    ...(!isUnknownThere && { supplierOrderId: `W${number}` }),
    ...more,
    state,
  };
}
