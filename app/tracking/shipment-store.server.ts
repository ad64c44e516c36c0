import { Prisma, type Shipment } from "@prisma/client";

import { type NewEntry, recordActivity } from "../activity/record-activity.server.ts";
import { inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Tracking } from "../shop/fulfillment.ts";
import type { OrderLine } from "../wholesale/resources.ts";
import type { RequestedFulfillment, OrderedLine } from "./plan-fulfillment.ts";

/** A parcel that this worker alone tells the shop of until `leasedUntil`; so with all others of its order. */
export type ClaimedShipment = {
  shop: ShopDomain;
  id: string;
  order: { id: string; name: string; fulfillmentOrderId: string; lines: OrderedLine[] };
  tracking: Tracking;
  lines: OrderLine[];
  fulfillmentId: string | null;
  requested: RequestedFulfillment | null;
  /** The other parcels of the order that the shop has, the oldest first. */
  others: { fulfillmentId: string; tracking: Tracking }[];
  said: string | null;
  retryCount: number;
  leasedUntil: Date;
  /** The shop is not asked for anything after this, so that nothing is on its way when the lease ends. */
  deadline: Date;
};

/** Reading what is left. */
const ASK_WITHIN_MS = 120_000;
/** Then asking the shop for one thing, which takes that long at most, waiting for points included. */
const LEASE_MS = 240_000;

/**
 * Takes the oldest of an order's parcels that the shop is still to be told of. Parcels of an order are told one after the
 * other: what is left of the order depends on the one before. Null when none is due, or somebody is at one of them.
 */
export async function claimShipment(
  shop: ShopDomain,
  orderId: string,
  now: Date,
): Promise<ClaimedShipment | null> {
  return inShop(shop, async (tx) => {
    await tx.$queryRaw`select from supplier_order where id = ${orderId}::uuid for update`;
    const order = await tx.supplierOrder.findUnique({
      where: { id: orderId },
      include: {
        lines: { orderBy: { id: "asc" } },
        shipments: { orderBy: [{ shippedAt: { sort: "asc", nulls: "last" } }, { id: "asc" }] },
      },
    });
    const waiting = order?.shipments.filter(({ state, nextAt }) => state === "due" && nextAt !== null) ?? [];
    const [first] = waiting;
    const isTaken = waiting.some(({ leasedUntil }) => leasedUntil !== null && leasedUntil > now);
    if (!order || !first?.nextAt || first.nextAt > now || isTaken) return null;
    const leasedUntil = new Date(now.getTime() + LEASE_MS);
    await tx.shipment.update({ where: { id: first.id }, data: { nextAt: leasedUntil, leasedUntil } });
    const { fulfillmentOrderId, orderName: name, lines } = order;
    return {
      shop,
      id: first.id,
      order: { id: orderId, name, fulfillmentOrderId, lines },
      tracking: trackingOf(first),
      lines: first.lines as OrderLine[],
      fulfillmentId: first.fulfillmentId,
      requested: first.requested as RequestedFulfillment | null,
      others: order.shipments.flatMap((each) =>
        each.id === first.id || each.fulfillmentId === null
          ? []
          : [{ fulfillmentId: each.fulfillmentId, tracking: trackingOf(each) }],
      ),
      ...{ said: first.said, retryCount: first.retryCount },
      leasedUntil,
      deadline: new Date(now.getTime() + ASK_WITHIN_MS),
    };
  });
}

/**
 * Writes down what the shop is about to be asked to make of a parcel; null: that it surely has made nothing.
 *
 * @returns false when the parcel is somebody else's by now.
 */
export async function recordRequested(
  { shop, ...claimed }: ClaimedShipment,
  requested: RequestedFulfillment | null,
): Promise<boolean> {
  const { count } = await inShop(shop, (tx) =>
    tx.shipment.updateMany({ where: stillMine(claimed), data: { requested: requested ?? Prisma.DbNull } }),
  );
  return count === 1;
}

/** The shop shows the parcel, with what was known of it when it was claimed. What is known since is still to be told. */
export async function markShown(
  { shop, ...claimed }: ClaimedShipment,
  { fulfillmentId, now }: { fulfillmentId: string; now: Date },
): Promise<void> {
  await inShop(shop, async (tx) => {
    // Whoever has it by now: that the shop has made it holds.
    await tx.shipment.updateMany({
      where: { id: claimed.id },
      data: { fulfillmentId, requested: Prisma.DbNull },
    });
    const { company: carrier, number: trackingNumber, url: trackingUrl } = claimed.tracking;
    const done = { leasedUntil: null, said: null, retryCount: 0 };
    const { count } = await tx.shipment.updateMany({
      where: { ...stillMine(claimed), carrier, trackingNumber, trackingUrl },
      data: { ...done, state: "shown", nextAt: null },
    });
    if (count === 1) return;
    await tx.shipment.updateMany({ where: stillMine(claimed), data: { ...done, nextAt: now } });
  });
}

/** Lets the parcel wait, and says why. `until` null: until it is woken. */
export async function postponeShipment(
  claimed: ClaimedShipment,
  { said, until, tellAt }: { said: string; until: Date | null; tellAt?: Date },
): Promise<void> {
  await inShop(claimed.shop, async (tx) => {
    const { count } = await tx.shipment.updateMany({
      where: stillMine(claimed),
      data: { said, nextAt: until, leasedUntil: null, retryCount: claimed.retryCount + 1 },
    });
    // Looking again and finding the same is no news.
    if (count === 0 || tellAt === undefined || said === claimed.said) return;
    await tellOf(tx, claimed, { kind: "tracking.waits", tone: "warning", said, at: tellAt });
  });
}

/** The shop does not show the parcel, and will not by itself: the merchant is told. */
export async function failShipment(
  claimed: ClaimedShipment,
  { said, now }: { said: string; now: Date },
): Promise<void> {
  await inShop(claimed.shop, async (tx) => {
    const { count } = await tx.shipment.updateMany({
      where: stillMine(claimed),
      data: { state: "failed", said, nextAt: null, leasedUntil: null, retryCount: 0 },
    });
    if (count === 0) return;
    await tellOf(tx, claimed, { kind: "tracking.failed", tone: "warning", said, at: now });
  });
}

async function tellOf(
  tx: Tx,
  { shop, order }: ClaimedShipment,
  { said, ...entry }: Pick<NewEntry, "kind" | "tone" | "at"> & { said: string },
): Promise<void> {
  const subject = { label: order.name, url: `/app/orders/${order.id}` } as const;
  await recordActivity(tx, {
    ...entry,
    ...{ shop, subject },
    message: { code: "earlier-message", text: `Order ${order.name}: ${said}` },
  });
}

function stillMine({ id, leasedUntil }: Pick<ClaimedShipment, "id" | "leasedUntil">) {
  return { id, state: "due", leasedUntil };
}

function trackingOf({ carrier: company, trackingNumber: number, trackingUrl: url }: Shipment): Tracking {
  return { company, number, url };
}
