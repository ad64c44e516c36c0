import type { Prisma } from "@prisma/client";

import { asSystem, inShop, inShops, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import { batchCalls } from "../../lib/database/batch-calls.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dueAt, unleased } from "../../queue/lease.server.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { atSupplierStates, unsentStates } from "../states/order-state.ts";
import {
  heldForAWhile,
  lockOrders,
  type OrderId,
  type OrderRow,
  toOrderRow,
  wakeOrder,
  wakeSweep,
} from "./order-store.server.ts";
import { reasonsThat, type Wake } from "../states/reason.ts";

/** Makes a shop's orders due that wait for this event. */
export async function wakeOrders(
  shop: ShopDomain,
  wake: Exclude<Wake, "paid" | "supplier-back">,
): Promise<void> {
  const waiting: Prisma.SupplierOrderWhereInput[] = [waitingFor(wake)];
  // An uninstall has cleared all due times.
  if (wake === "connected") waiting.push(atRest);
  await inShop(
    shop,
    async (tx, now) => {
      await makeDue(tx, { within: { shop }, waiting: { OR: waiting }, now });
      await wakeSweep(tx);
    },
    LONG_WORK,
  );
}

/**
 * Makes orders of every shop due that wait for the supplier to reply again, or clearly, or for support to
 * resume ordering.
 */
export async function wakeAllOrders(
  wake: "supplier-back" | "doubts-ended" | "support-resumed",
): Promise<void> {
  await asSystem(
    "orders",
    async (tx, now) => {
      await makeDue(tx, { within: {}, waiting: { ...waitingFor(wake), dueAt: { gt: now } }, now });
      await wakeSweep(tx);
    },
    LONG_WORK,
  );
}

/**
 * Makes orders due that wait for a payment, which has reportedly arrived. Processing checks that with the
 * shop.
 */
export async function wakePaidOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null || (await findUnpaid({ shop, id })).length === 0) return;
  await inShop(shop, async (tx, now) => {
    const within = { shop, shopOrderId: id };
    await makeDue(tx, { within, waiting: waitingFor("paid"), now });
    const due = await tx.supplierOrder.findMany({ where: { ...within, dueAt: now }, select: { id: true } });
    for (const order of due) await wakeOrder(tx, { shop, id: order.id });
  });
}

const findUnpaid = ourOrders("shopOrderId", {
  OR: [waitingFor("paid"), { state: { in: unsentStates }, leasedUntil: { not: null } }],
});

/**
 * Makes orders due that wait for a wake-up, and also those that a worker has claimed: it may be about to hold
 * them for a reason that has passed. The worker keeps its lease, and `changeClaimed` leaves the order due.
 */
async function makeDue(
  tx: Tx,
  { within, waiting, now }: Record<"within" | "waiting", Prisma.SupplierOrderWhereInput> & { now: Date },
): Promise<void> {
  // Claimed orders first: if a worker ends its lease meanwhile, the last statement sees its writes.
  const leased = { ...within, dueAt: { not: null }, leasedUntil: { gt: now } };
  const claimed = await tx.supplierOrder.findMany({ where: leased, select: { shop: true, id: true } });
  const ids = [...(await lockOrders(tx, claimed as OrderId[])).keys()];
  await tx.supplierOrder.updateMany({ where: { ...leased, id: { in: ids } }, data: { dueAt: now } });
  await tx.supplierOrder.updateMany({ where: { AND: [within, waiting, unleased(now)] }, data: dueAt(now) });
}

/** Excludes attempts that are under way: they have a due time of their own. */
function waitingFor(wake: Wake): Prisma.SupplierOrderWhereInput {
  const reasons = reasonsThat(({ wokenBy }) => wokenBy?.includes(wake) === true);
  return { reason: { in: reasons }, state: { not: "placing" } };
}

/** Orders that have something to do, but no due time. */
const atRest: Prisma.SupplierOrderWhereInput = {
  dueAt: null,
  OR: [
    { state: { in: ["ready", "in_doubt"] } },
    heldForAWhile,
    { acceptance: "closing" },
    { state: { in: atSupplierStates }, acceptance: "due" },
    {
      state: { in: atSupplierStates },
      cancelRequestedAt: { not: null },
      acceptance: { in: ["due", "accepted", "gone"] },
    },
  ],
};

/** A shop, and the id of a shop order or fulfillment order. */
type Asked = { shop: ShopDomain; id: string };

/**
 * Creates a lookup of our orders that match `where`. Most webhooks are about other sales of the shop, so
 * lookups that arrive together share a statement.
 */
export function ourOrders(
  by: "shopOrderId" | "fulfillmentOrderId",
  where: Prisma.SupplierOrderWhereInput,
): (asked: Asked) => Promise<OrderRow[]> {
  return batchCalls(async (all: Asked[]) => {
    const shops = [...new Set(all.map(({ shop }) => shop))];
    const wanted = { shop: { in: shops }, [by]: { in: all.map(({ id }) => id) } };
    const rows = await inShops(shops, (tx) => tx.supplierOrder.findMany({ where: { AND: [wanted, where] } }));
    return all.map(({ shop, id }) =>
      rows.filter((row) => row.shop === shop && row[by] === id).map(toOrderRow),
    );
  });
}
