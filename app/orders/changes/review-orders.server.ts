import { Prisma } from "@prisma/client";
import { isServiceMissing } from "../../catalog/location/our-location.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { dueAt } from "../../queue/lease.server.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { readAddresses, readVersions } from "../../shop/orders/orders.server.ts";
import { heldForAWhile, type OrderRow, toOrderRow, wakeOrder } from "../store/order-store.server.ts";
import { ourOrders } from "../store/wake-orders.server.ts";
import { compareWithShop, recordLateAddress } from "./compare-with-shop.server.ts";
import { hashDestination, isAnotherDestination } from "./hash-destination.server.ts";
import { atSupplierStates, unclearStates } from "../states/order-state.ts";

/**
 * Orders that the supplier has not shipped in full, and whose cancellation is not requested. Their request is accepted
 * in the shop, or gone.
 */
export const stillToSend = {
  state: { in: ["placed", "partially_shipped"] },
  acceptance: { in: ["accepted", "gone"] },
  cancelRequestedAt: null,
} satisfies Prisma.SupplierOrderWhereInput;

/** `stillToSend` as an SQL condition. */
export const STILL_TO_SEND = Prisma.sql`state in (${Prisma.join(stillToSend.state.in)})
  and acceptance in (${Prisma.join(stillToSend.acceptance.in)}) and cancel_requested_at is null`;

/**
 * Orders that have shipped in full, whose address is compared one last time: it may have changed right before the
 * shipment.
 */
const justShipped = {
  state: { in: ["shipped", "delivered"] },
  destinationHash: { not: null },
} satisfies Prisma.SupplierOrderWhereInput;

/** `justShipped` as an SQL condition, as in the index `supplier_order_just_shipped`. */
export const JUST_SHIPPED = Prisma.sql`state in (${Prisma.join(justShipped.state.in)}) and destination_hash is not null`;

/** Orders that are not sent yet. The customer's order in the shop affects their next decision. */
const unsent = { OR: [{ state: "ready" }, heldForAWhile] } satisfies Prisma.SupplierOrderWhereInput;

/** Orders that may be at the supplier, and whose request we have not accepted yet. */
const notAccepted = {
  OR: [{ state: { in: unclearStates } }, { state: { in: atSupplierStates }, acceptance: "due" }],
} satisfies Prisma.SupplierOrderWhereInput;

/**
 * Reviews a customer's order that has changed in the shop. Compares the part that the supplier has with the shop.
 * Decides the unsent part again, even if a worker is about to place it. A customer's order that we have no part of
 * costs no call.
 */
export async function reviewOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null) return;
  const concerned = await findConcerned({ shop, id });
  const isAnswered = ({ acceptance }: OrderRow) => acceptance === "accepted" || acceptance === "gone";
  const areAnswered = concerned.every(isAnswered);
  if (!areAnswered) await wakeUnsent(shop, id);
  // Another worker may have accepted an order's request just before the mark (`shopChangedAt`) was set. Therefore the
  // orders are read again.
  const orders = areAnswered ? concerned : await findConcerned({ shop, id });
  for (const order of orders.filter(isAnswered)) await compareWithShop(shop, order);
}

const findConcerned = ourOrders("shopOrderId", { OR: [stillToSend, unsent, notAccepted] });

/**
 * Makes unsent orders due. This ends the claim of a worker that has read the old order, so that the worker orders
 * nothing. Marks orders that are being sent or were sent already, so that they are compared right after their
 * acceptance.
 */
async function wakeUnsent(shop: ShopDomain, id: string): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const woken = await tx.supplierOrder.updateManyAndReturn({
      where: { shop, shopOrderId: id, ...unsent },
      data: dueAt(now),
    });
    for (const order of woken) await wakeOrder(tx, { shop, id: order.id });
    await markChanged(tx, { shop, shopOrderId: id }, now);
  });
}

/**
 * Compares orders that have changed in the shop since the last run, because webhooks get lost, and some changes have no
 * webhook. One call reads the versions of up to 100 orders; only changed orders cost more calls. The latest orders come
 * first, because the supplier can still correct their addresses.
 */
export async function reviewChanged(shop: ShopDomain): Promise<void> {
  const until = performance.now() + COMPARE_MS;
  // Once our fulfillment service is deleted, no fulfillment order is ours, although Shopify may show it unchanged. The
  // suffix makes every order count as changed.
  const suffix = (await isServiceMissing(shop)) ? " without service" : "";
  for (let beyond: string | null = null; ;) {
    const orders = await findBatch(shop, { ...stillToSend, ...(beyond !== null && { id: { lt: beyond } }) });
    const last = orders.at(-1);
    if (last === undefined) return;
    const versions = await readVersions(shop, orders);
    for (const order of orders) {
      const { version: shown = "", since = null } = versions.get(order.fulfillmentOrderId) ?? {};
      const version = shown + suffix;
      if (version === order.shopVersion) continue;
      if (performance.now() > until) return;
      await compareWithShop(shop, order);
      await inShop(shop, async (tx, now) => {
        // A second change within the same second would not change the version. Therefore a recent order is compared
        // once more.
        const shopVersion = since !== null && after(since, SETTLED_SECONDS) > now ? null : version;
        await tx.supplierOrder.updateMany({ where: { shop, id: order.id }, data: { shopVersion } });
      });
    }
    beyond = last.id;
  }
}

/**
 * Compares the addresses of orders that have shipped in full since the last run, by one call per 100 orders. The
 * merchant learns of a change that came too late for the supplier. Each order is compared once.
 */
export async function reviewShipped(shop: ShopDomain): Promise<void> {
  for (let beyond: string | null = null; ;) {
    const orders = await findBatch(shop, { ...justShipped, ...(beyond !== null && { id: { lt: beyond } }) });
    const last = orders.at(-1);
    if (last === undefined) return;
    const addresses = await readAddresses(shop, [...new Set(orders.map((order) => order.shopOrderId))]);
    const same: string[] = [];
    for (const { id, shopOrderId, destinationHash } of orders) {
      const shown = await hashDestination(addresses.get(shopOrderId) ?? null);
      if (isAnotherDestination(destinationHash, shown) === true)
        await inShop(shop, (tx, now) => recordLateAddress(tx, { shop, orderId: id, now }));
      else same.push(id);
    }
    await inShop(shop, (tx) =>
      tx.supplierOrder.updateMany({
        where: { shop, id: { in: same }, ...justShipped },
        data: { destinationHash: null },
      }),
    );
    beyond = last.id;
  }
}

/** Orders per read. A shop with up to 100 unshipped orders thus costs one call. */
const BATCH = 100;

/** Time limit of a run. The next run compares the rest. */
const COMPARE_MS = 120_000;

const SETTLED_SECONDS = 60;

async function findBatch(shop: ShopDomain, where: Prisma.SupplierOrderWhereInput): Promise<OrderRow[]> {
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, ...where },
      orderBy: { id: "desc" },
      take: BATCH,
    }),
  );
  return rows.map(toOrderRow);
}

/** Marks orders whose request is not accepted yet, so that they are compared with the shop right after the acceptance. */
export async function markChanged(
  tx: Tx,
  which: { shop: ShopDomain } & ({ shopOrderId: string } | { fulfillmentOrderId: string }),
  now: Date,
): Promise<void> {
  await tx.supplierOrder.updateMany({ where: { ...which, ...notAccepted }, data: { shopChangedAt: now } });
}
