import { Prisma, type Shipment as Row } from "@prisma/client";

import { jobs } from "../../queue/jobs.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hasSamePieces, UNTRACKED } from "../states/supplier-order.ts";
import { reviewFindings } from "../updates/review-findings.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { mergeEvents, type StoredEvent } from "./shipment-events.ts";
import { tidyTracking } from "./tracking-fields.ts";
import type { Order, Shipment } from "../../wholesale/resources.ts";

/**
 * Stores the shipments of the supplier's update, one row per shipment, and wakes a worker to show them in the
 * shop. Only a newer update of the same shipment corrects its row. Runs in the transaction that applies the
 * update, under its lock.
 *
 * @returns true if there was anything new.
 */
export async function ingestShipments(
  tx: Tx,
  { shop, orderId, update, now }: { shop: ShopDomain; orderId: string; update: Order; now: Date },
): Promise<boolean> {
  const rows = await tx.shipment.findMany({ where: { shop, orderId } });
  const known = new Map(rows.map((row) => [row.supplierShipmentId, row]));
  const of = { shop, orderId, supplierUpdatedAt: pastOnly(update.updatedAt, now), now };
  let isNew = false;
  // If the update has a shipment twice, the later one counts.
  for (const shipment of new Map(
    update.shipments.map((each) => [each.id, { ...each, ...tidyTracking(each) }]),
  ).values()) {
    const row = known.get(shipment.id) ?? findUntracked(rows, shipment);
    const earlier = (row?.events ?? []) as StoredEvent[];
    const isDelivered = update.status === "delivered";
    const events = mergeEvents(earlier, { events: shipment.events, isDelivered });
    const stored = row
      ? await correct(tx, row, { shipment, events, ...of })
      : await add(tx, { shipment, events, ...of });
    isNew ||= stored;
  }
  if (isNew) await enqueue(tx, jobs["tracking.push-shipments"], { shop, orderId });
  return isNew;
}

/** A field that the update omits keeps its value. Exception: a link is dropped if the number changes. */
type Stored = {
  shop: ShopDomain;
  orderId: string;
  shipment: Shipment;
  events: StoredEvent[];
  supplierUpdatedAt: Date | null;
  now: Date;
};

async function add(
  tx: Tx,
  { shop, orderId, shipment, events, supplierUpdatedAt, now }: Stored,
): Promise<boolean> {
  const { id: supplierShipmentId, carrier, trackingNumber, trackingUrl, shippedAt, lines } = shipment;
  await tx.shipment.create({
    data: {
      shop,
      orderId,
      supplierShipmentId,
      supplierUpdatedAt,
      carrier,
      trackingNumber,
      trackingUrl,
      shippedAt,
      lines,
      events,
      state: "due",
      dueAt: now,
    },
  });
  return true;
}

async function correct(
  tx: Tx,
  row: Row,
  { shipment, events, supplierUpdatedAt, now }: Stored,
): Promise<boolean> {
  const known = pastOnly(row.supplierUpdatedAt, now);
  if (supplierUpdatedAt !== null && known !== null && supplierUpdatedAt < known) return false;
  // A link belongs to its number, so the old link is kept only if the number is the same.
  const trackingNumber = shipment.trackingNumber ?? row.trackingNumber;
  const isSameNumber = trackingNumber === row.trackingNumber;
  const tracking = {
    carrier: shipment.carrier ?? row.carrier,
    trackingNumber,
    trackingUrl: shipment.trackingUrl ?? (isSameNumber ? row.trackingUrl : null),
  };
  const isSame = isSameNumber && tracking.carrier === row.carrier && tracking.trackingUrl === row.trackingUrl;
  const hasNewEvents = events.length > (row.events as StoredEvent[]).length;
  const { lines, shippedAt } = shipment;
  const due = { state: "due", problem: Prisma.DbNull, dueAt: now, retryCount: 0 };
  await tx.shipment.updateMany({
    where: { shop: row.shop, id: row.id },
    data: {
      ...tracking,
      supplierShipmentId: shipment.id,
      supplierUpdatedAt: supplierUpdatedAt ?? known,
      // The stored contents do not change once the shop shows the package.
      ...(row.fulfillmentId === null && { lines, shippedAt: shippedAt ?? row.shippedAt }),
      events,
      // A worker may have claimed the shipment. It notices this change before it releases the lease.
      ...(hasNewEvents && row.state === "shown" && { dueAt: now, retryCount: 0 }),
      ...(!isSame && row.state !== "due" && due),
    },
  });
  if (!isSame && row.state === "failed")
    await reviewFindings(tx, { shop: row.shop as ShopDomain, id: row.orderId }, { now });
  return !isSame || hasNewEvents;
}

/**
 * Finds the package that we made when the merchant fulfilled these pieces, before the supplier reported the shipment.
 */
function findUntracked(rows: Row[], { lines }: Shipment): Row | undefined {
  return rows.find(({ supplierShipmentId, lines: ours }) => {
    if (!supplierShipmentId.startsWith(UNTRACKED)) return false;
    return lines.length === 0 || hasSamePieces({ lines }, { lines: ours as Shipment["lines"] });
  });
}

/**
 * Returns a time only if it is past. With a time in the future, all later updates would seem older, and would be
 * ignored.
 */
function pastOnly(at: Date | null, now: Date): Date | null {
  return at !== null && at <= now ? at : null;
}
