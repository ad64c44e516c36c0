import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/database/db.server.ts";
import { env } from "../../lib/env.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { sendLocationAddress } from "../../shop/location/fulfillment-service.server.ts";

/**
 * Sets our location's address to the warehouse's, if the operator has set one and we have not sent it yet.
 * Shopify gives a new location the shop's address.
 * @throws Failure if a call to Shopify fails
 */
export async function sendAddress(shop: ShopDomain): Promise<void> {
  const wanted = env.WHOLESALE_WAREHOUSE;
  if (wanted === undefined) return;
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  if (row?.locationId == null) return;
  const address = { locationId: row.locationId, ...wanted };
  if (isSame(row.address, address)) return;
  const problem = await sendLocationAddress(shop, row.locationId, wanted);
  await inShop(shop, (tx) =>
    tx.fulfillmentService.updateMany({
      where: { shop, locationId: address.locationId },
      data: problem === null ? { address, addressProblem: Prisma.DbNull } : { addressProblem: problem },
    }),
  );
}

/** Returns the reason why Shopify rejected the warehouse's address last time; null if Shopify accepted it. */
export async function findAddressProblem(shop: ShopDomain): Promise<Message | null> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  return storedMessage(row?.addressProblem);
}

/**
 * Sends the address again if Shopify did not accept it.
 * @returns the reason if Shopify rejects it again; null if Shopify has it
 */
export async function recheckAddress(shop: ShopDomain): Promise<Message | null> {
  await sendAddress(shop);
  return findAddressProblem(shop);
}

/** Compares field by field, because jsonb does not keep the order of fields. */
function isSame(stored: Prisma.JsonValue, wanted: Record<string, string | undefined>): boolean {
  const known = new Map(Object.entries((stored ?? {}) as Record<string, string>));
  const fields = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return known.size === fields.length && fields.every(([name, value]) => known.get(name) === value);
}
