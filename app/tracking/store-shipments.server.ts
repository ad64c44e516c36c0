import type { Shipment as Row } from "@prisma/client";

import type { Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import type { Order, Shipment } from "../wholesale/resources.ts";
import { pushShipmentsJob } from "./jobs.ts";

/**
 * Keeps the parcels that the supplier's news tells of, each a row of its own, and wakes whoever tells the shop. What is
 * known of a parcel is only corrected by newer news of the same one; a second parcel never takes the place of the first.
 * Part of the transaction in which the news itself was taken, and under its lock.
 *
 * @returns whether there was anything new.
 */
export async function storeShipments(
  tx: Tx,
  { shop, orderId, news, now }: { shop: ShopDomain; orderId: string; news: Order; now: Date },
): Promise<boolean> {
  const rows = await tx.shipment.findMany({ where: { orderId: orderId } });
  const known = new Map(rows.map((row) => [row.supplierShipmentId, row]));
  let isNew = false;
  // Told twice in one reply, the later one counts.
  for (const told of new Map(news.shipments.map((each) => [each.id, tidy(each)])).values()) {
    const row = known.get(told.id);
    const written = row
      ? await correct(tx, row, { told, supplierUpdatedAt: news.updatedAt, now })
      : await add(tx, { shop, orderId, told, supplierUpdatedAt: news.updatedAt, now });
    isNew ||= written;
  }
  if (isNew) await enqueue(tx, pushShipmentsJob, { shop, orderId });
  return isNew;
}

async function add(
  tx: Tx,
  {
    shop,
    orderId,
    told,
    supplierUpdatedAt,
    now,
  }: { shop: ShopDomain; orderId: string; told: Shipment; supplierUpdatedAt: Date | null; now: Date },
): Promise<boolean> {
  await tx.shipment.create({
    data: {
      ...{ shop, orderId: orderId, supplierShipmentId: told.id },
      ...{ carrier: told.carrier, trackingNumber: told.trackingNumber, trackingUrl: told.trackingUrl },
      ...{ shippedAt: told.shippedAt, lines: told.lines, supplierUpdatedAt },
      ...{ state: "due", nextAt: now },
    },
  });
  return true;
}

async function correct(
  tx: Tx,
  row: Row,
  { told, supplierUpdatedAt, now }: { told: Shipment; supplierUpdatedAt: Date | null; now: Date },
): Promise<boolean> {
  if (
    supplierUpdatedAt !== null &&
    row.supplierUpdatedAt !== null &&
    supplierUpdatedAt < row.supplierUpdatedAt
  )
    return false;
  // What it no longer says has not become wrong by that; but an address belongs to its number.
  const trackingNumber = told.trackingNumber ?? row.trackingNumber;
  const isSameNumber = trackingNumber === row.trackingNumber;
  const tracking = {
    carrier: told.carrier ?? row.carrier,
    trackingNumber,
    trackingUrl: told.trackingUrl ?? (isSameNumber ? row.trackingUrl : null),
  };
  const isSame = isSameNumber && tracking.carrier === row.carrier && tracking.trackingUrl === row.trackingUrl;
  await tx.shipment.update({
    where: { id: row.id },
    data: {
      ...tracking,
      supplierUpdatedAt: supplierUpdatedAt ?? row.supplierUpdatedAt,
      // What the shop was told to be in it stays in it.
      ...(row.fulfillmentId === null && { lines: told.lines, shippedAt: told.shippedAt ?? row.shippedAt }),
      // Whoever is at it at this moment finds it changed when they are done.
      ...(!isSame && row.state !== "due" && { state: "due", said: null, nextAt: now, retryCount: 0 }),
    },
  });
  return !isSame;
}

/** A blank is nothing; of addresses only what a browser opens as a page stays, written as Shopify takes it. */
function tidy(told: Shipment): Shipment {
  const { carrier, trackingNumber, trackingUrl } = told;
  const url = trackingUrl === null || !URL.canParse(trackingUrl) ? null : new URL(trackingUrl);
  return {
    ...told,
    carrier: carrier?.trim() || null,
    trackingNumber: trackingNumber?.trim() || null,
    trackingUrl: url !== null && ["http:", "https:"].includes(url.protocol) ? url.href : null,
  };
}
