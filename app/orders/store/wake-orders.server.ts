import type { Prisma } from "@prisma/client";

import { batchCalls } from "../../lib/database/batch-calls.ts";
import { asSystem, inShop, inShops, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dueAt, unleased } from "../../queue/lease.server.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { atSupplierStates, unsentStates } from "../states/order-state.ts";
import type { Wake } from "../reasons/consequences.ts";
import { reasonsThat } from "../reasons/reason.ts";
import {
  changeLocked,
  heldForAWhile,
  lockOrder,
  lockOrders,
  type OrderId,
  type OrderRow,
  toOrderRow,
  wakeOrder,
  wakeSweep,
} from "./order-store.server.ts";

/** Makes a shop's orders due if they wait for this event. */
export async function wakeOrders(
  shop: ShopDomain,
  wake: Exclude<Wake, "paid" | "supplier-back">,
): Promise<void> {
  const waiting: Prisma.SupplierOrderWhereInput[] = [waitingFor(wake)];
  // Uninstalling the app cleared the due times, so this also wakes orders that have work left but no due time.
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
 * Makes orders of all shops due if they wait for this event: the supplier replies again, its replies are clear again,
 * or support resumes ordering.
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
 * Makes orders due if they wait for a payment, after a webhook has reported it. The worker that processes them asks the
 * shop if the payment has arrived.
 *
 * @returns `not-yet` if there were any, so that the webhook is handled once more: the shop may show the payment only
 *   later.
 */
export async function wakePaidOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<"not-yet" | undefined> {
  const id = shopOrderId(subjectId);
  if (id === null || (await findUnpaid({ shop, id })).length === 0) return undefined;
  await inShop(shop, async (tx, now) => {
    const within = { shop, shopOrderId: id };
    await makeDue(tx, { within, waiting: waitingFor("paid"), now });
    const due = await tx.supplierOrder.findMany({ where: { ...within, dueAt: now }, select: { id: true } });
    for (const order of due) await wakeOrder(tx, { shop, id: order.id });
  });
  return "not-yet";
}

/** The result of making an order due. */
export type MadeDue =
  | { kind: "made-due"; order: OrderRow }
  | { kind: "unknown" }
  /** The order has been due for a worker since `since`. */
  | { kind: "due"; order: OrderRow; since: Date }
  /** A worker has leased the order until `until`. */
  | { kind: "claimed"; order: OrderRow; until: Date }
  /** An attempt is under way, and ends by `until`. */
  | { kind: "placing"; order: OrderRow; until: Date | null }
  /** Only the merchant can continue the order. */
  | { kind: "waits-for-merchant"; order: OrderRow }
  | { kind: "nothing-due"; order: OrderRow };

/**
 * Makes a waiting order due now. Changes no state: a worker only works on the order earlier than planned. Skips orders
 * that wait for the merchant, and attempts that are under way. An order in doubt gets one more lookup, even after its
 * regular lookups have ended.
 */
export async function makeOrderDue(
  tx: Tx,
  { shop, id, now }: { shop: ShopDomain; id: string; now: Date },
): Promise<MadeDue> {
  const order = await lockOrder(tx, { shop, id });
  if (order === null) return { kind: "unknown" };
  const { state, dueAt, leasedUntil } = order;
  if (state === "placing") return { kind: "placing", order, until: dueAt };
  if (leasedUntil !== null && leasedUntil > now) return { kind: "claimed", order, until: leasedUntil };
  if (dueAt !== null && dueAt <= now) return { kind: "due", order, since: dueAt };
  const rests = dueAt === null && state !== "in_doubt" && state !== "ready";
  if (rests) return { kind: state === "held" ? "waits-for-merchant" : "nothing-due", order };
  await changeLocked(tx, order, { dueAt: now });
  await wakeOrder(tx, order);
  return { kind: "made-due", order };
}

/**
 * Clears the due times of a shop that has uninstalled the app. Its rows stay until the shop is redacted:
 * after a reinstall they prevent buying an order twice. Attempts that may have reached the supplier are still
 * resolved.
 */
export async function suspendOrders(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.supplierOrder.updateMany({
      where: { shop, state: { notIn: ["placing", "in_doubt"] }, dueAt: { not: null } },
      data: dueAt(null),
    }),
  );
}

/**
 * Creates a lookup of our orders that match `where`. Most webhooks are about other sales of the shop and find no order
 * of ours, so lookups at the same time share a statement.
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

/** A shop, and the id of a shop order or fulfillment order. */
type Asked = { shop: ShopDomain; id: string };

const findUnpaid = ourOrders("shopOrderId", {
  OR: [waitingFor("paid"), { state: { in: unsentStates }, leasedUntil: { not: null } }],
});

/**
 * Makes orders due if they wait for a wake-up. Also makes claimed orders due: their worker may be about to hold them
 * for a reason that has just passed. The worker keeps its lease, and `changeClaimed` leaves the order due.
 */
async function makeDue(
  tx: Tx,
  { within, waiting, now }: Record<"within" | "waiting", Prisma.SupplierOrderWhereInput> & { now: Date },
): Promise<void> {
  // Claimed orders come first. If a worker ends its lease meanwhile, the last statement sees the changes of that
  // worker.
  const leased = { ...within, dueAt: { not: null }, leasedUntil: { gt: now } };
  const claimed = await tx.supplierOrder.findMany({ where: leased, select: { shop: true, id: true } });
  const ids = [...(await lockOrders(tx, claimed as OrderId[])).keys()];
  await tx.supplierOrder.updateMany({ where: { ...leased, id: { in: ids } }, data: { dueAt: now } });
  await tx.supplierOrder.updateMany({ where: { AND: [within, waiting, unleased(now)] }, data: dueAt(now) });
}

/**
 * Selects the orders that wait for this event. Excludes attempts that are under way, because they have a due time of
 * their own.
 */
function waitingFor(wake: Wake): Prisma.SupplierOrderWhereInput {
  const reasons = reasonsThat(({ wokenBy }) => wokenBy?.includes(wake) === true);
  return { reason: { in: reasons }, state: { not: "placing" } };
}

/** Orders that have work left, but no due time. */
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
