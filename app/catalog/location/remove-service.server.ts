import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { deleteService } from "../../shop/location/fulfillment-service.server.ts";
import { dueAt } from "../../queue/lease.server.ts";

/**
 * Removes our fulfillment service with its location and the stock there, if the merchant chose that when they
 * disconnected. First marks the service as gone, so that no other worker creates it again meanwhile.
 * @returns the problem if Shopify rejected the removal, and nothing has changed; null on success.
 * @throws Failure if a call to Shopify fails
 */
export async function removeService(shop: ShopDomain): Promise<Message | null> {
  const service = await inShop(shop, async (tx, now) => {
    const row = await tx.fulfillmentService.findUnique({ where: { shop } });
    if (row === null) return null;
    const gone = { state: "gone", goneAt: row.state === "gone" ? row.goneAt : now, ...dueAt(null) };
    await tx.fulfillmentService.update({ where: { shop }, data: gone });
    return row;
  });
  if (service?.serviceId == null || service.state === "gone") return null;
  let problem: Message | null = null;
  try {
    problem = await deleteService(shop, service.serviceId);
  } catch (error) {
    await restore(shop, service);
    throw error;
  }
  if (problem !== null) await restore(shop, service);
  return problem;
}

async function restore(
  shop: ShopDomain,
  { state, goneAt, dueAt }: { state: string; goneAt: Date | null; dueAt: Date | null },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.fulfillmentService.update({ where: { shop }, data: { state, goneAt, dueAt } }),
  );
}
