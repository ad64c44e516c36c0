import type { Prisma } from "@prisma/client";

import { asSystem, inShop, inShops, LONG_WORK } from "../../lib/db.server.ts";
import { gather } from "../../lib/gather.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dueAt, isPostponed } from "../../queue/lease.server.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { atSupplierStates } from "../states/order-state.ts";
import { heldForAWhile, type OrderRow, toOrderRow, wakeOrder, wakeSweep } from "./order-store.server.ts";
import { reasonsThat, type Wake } from "../states/reason.ts";

/** Makes due what waits in a shop for something that has come. */
export async function wakeOrders(
  shop: ShopDomain,
  wake: Exclude<Wake, "paid" | "supplier-back">,
): Promise<void> {
  const waiting: Prisma.SupplierOrderWhereInput[] = [waitingFor(wake)];
  // An uninstall has put everything to rest.
  if (wake === "connected") waiting.push(atRest);
  await inShop(
    shop,
    async (tx, now) => {
      await tx.supplierOrder.updateMany({ where: { shop, OR: waiting }, data: dueAt(now) });
      await wakeSweep(tx);
    },
    LONG_WORK,
  );
}

/** Makes due what waits in every shop for the supplier to answer again, or to answer clearly, or for support to resume ordering. */
export async function wakeAllOrders(
  wake: "supplier-back" | "doubts-ended" | "support-resumed",
): Promise<void> {
  await asSystem(
    "orders",
    async (tx, now) => {
      await tx.supplierOrder.updateMany({
        where: { ...waitingFor(wake), ...isPostponed(now) },
        data: dueAt(now),
      });
      await wakeSweep(tx);
    },
    LONG_WORK,
  );
}

/** Makes due what waits for a customer's payment, which is said to have come. Whether it has, the shop says then. */
export async function wakePaidOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null || (await findUnpaid({ shop, id })).length === 0) return;
  await inShop(shop, async (tx, now) => {
    const woken = await tx.supplierOrder.updateManyAndReturn({
      where: { shop, shopOrderId: id, ...waitingFor("paid") },
      data: dueAt(now),
    });
    for (const order of woken) await wakeOrder(tx, { shop, id: order.id });
  });
}

const findUnpaid = ourOrders("shopOrderId", waitingFor("paid"));

/** An attempt that is under way has a time of its own. */
function waitingFor(wake: Wake): Prisma.SupplierOrderWhereInput {
  const reasons = reasonsThat(({ wokenBy }) => wokenBy?.includes(wake) === true);
  return { reason: { in: reasons }, state: { not: "placing" } };
}

/** What has something to do, but no time for it. */
const atRest: Prisma.SupplierOrderWhereInput = {
  dueAt: null,
  OR: [
    { state: { in: ["ready", "in_doubt"] } },
    heldForAWhile,
    { acceptance: "closing" },
    { state: { in: atSupplierStates }, acceptance: "due" },
    {
      ...{ state: { in: atSupplierStates }, cancelRequestedAt: { not: null } },
      acceptance: { in: ["due", "accepted", "gone"] },
    },
  ],
};

/** A shop, and the id of a shop order or fulfillment order. */
type Asked = { shop: ShopDomain; id: string };

/**
 * Makes a lookup of our orders that `where` fits. Most webhooks are about other sales of the shop, so lookups that
 * arrive together share a statement.
 */
export function ourOrders(
  by: "shopOrderId" | "fulfillmentOrderId",
  where: Prisma.SupplierOrderWhereInput,
): (asked: Asked) => Promise<OrderRow[]> {
  return gather(async (all: Asked[]) => {
    const shops = [...new Set(all.map(({ shop }) => shop))];
    const wanted = { shop: { in: shops }, [by]: { in: all.map(({ id }) => id) } };
    const rows = await inShops(shops, (tx) => tx.supplierOrder.findMany({ where: { AND: [wanted, where] } }));
    return all.map(({ shop, id }) =>
      rows.filter((row) => row.shop === shop && row[by] === id).map(toOrderRow),
    );
  });
}
