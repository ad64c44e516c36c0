import type { Prisma } from "@prisma/client";

import { inShop, LONG_WORK } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { redactMessage } from "../messages/redact-message.ts";
import { shopOrderId } from "../shop/ids.ts";
import { lockOrders } from "./store/order-store.server.ts";

/**
 * Erases the supplier's texts about a customer's order, because they may name the customer in a way that
 * `cleanSentence` does not recognize. Erases the hash of the address; the address itself is never stored. Deletes the
 * order from the orders to send, and the facts that rules judged.
 *
 * @param subjectId the customer's order, as the webhook names it. If it is null, nothing is erased.
 */
export async function redactOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null) return;
  await inShop(
    shop,
    async (tx) => {
      await tx.unrequestedOrder.deleteMany({ where: { shop, shopOrderId: id } });
      await tx.automaticRequest.updateMany({ where: { shop, shopOrderId: id }, data: { facts: {} } });
      const found = await tx.supplierOrder.findMany({
        where: { shop, shopOrderId: id },
        select: { id: true },
      });
      const orders = await lockOrders(
        tx,
        found.map((order) => ({ shop, id: order.id })),
      );
      for (const order of orders.values()) {
        const reasonParams = redacted(order.reasonParams);
        if (reasonParams)
          await tx.supplierOrder.updateMany({ where: { shop, id: order.id }, data: { reasonParams } });
      }
      const ids = [...orders.keys()];
      await tx.supplierOrder.updateMany({
        where: { shop, id: { in: ids } },
        data: { destinationHash: null },
      });
      const outcomes = await tx.orderAttemptOutcome.findMany({
        where: { shop, attempt: { orderId: { in: ids } } },
        select: { id: true, params: true },
      });
      for (const outcome of outcomes) {
        const params = redacted(outcome.params);
        if (params)
          await tx.orderAttemptOutcome.updateMany({ where: { shop, id: outcome.id }, data: { params } });
      }
      const urls = ids.map((order) => `/app/orders/${order}`);
      const differences = await tx.foundDifference.findMany({ where: { shop, url: { in: urls } } });
      for (const { subject, message: kept } of differences) {
        const message = redacted(kept);
        if (message) await tx.foundDifference.updateMany({ where: { shop, subject }, data: { message } });
      }
      const entries = await tx.activity.findMany({
        where: { shop, subjectUrl: { in: urls } },
        select: { id: true, message: true },
      });
      for (const entry of entries) {
        const message = redacted(entry.message);
        if (message) await tx.activity.updateMany({ where: { shop, id: entry.id }, data: { message } });
      }
    },
    LONG_WORK,
  );
}

function redacted(json: unknown): Prisma.InputJsonObject | null {
  return redactMessage(json);
}
