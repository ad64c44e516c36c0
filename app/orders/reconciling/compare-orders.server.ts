import type { SupplierOrder } from "@prisma/client";

import type { NewEntry } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Order } from "../../wholesale/resources.ts";
import { endAttempt, findLatestAttempt } from "../attempt-store.server.ts";
import { judgeOrder, type Judgement } from "./judge-order.ts";
import { wakeOrder } from "../order-store.server.ts";
import type { OrderState } from "../order-state.ts";
import { isDead, isSameOrder } from "../outcome.ts";
import { findRecorded, recordMismatch } from "./record-mismatch.server.ts";

export type Comparing = {
  apiKey: string;
  now: Date;
  abilities: Pick<Abilities, "findOrderByReference">;
};

/** Due again so soon, a doubt is being settled already. */
const SETTLED_SOON_MS = 60_000;

/**
 * Compares orders of the supplier, all of them with references of ours, with our rows. What settles a doubt settles it;
 * of what does not fit the merchant is told, once, and nothing is changed: what is right, they know.
 */
export async function compareOrders(shop: ShopDomain, orders: Order[], comparing: Comparing): Promise<void> {
  const [known, told] = [await findKnown(shop, orders), await findRecorded(shop, orders.map(subjectOf))];
  for (const found of orders) {
    const row = known.get(found.reference) ?? null;
    const judgement = judge(found, row);
    if (judgement === "fine") continue;
    if (row !== null && judgement === "resolves-doubt") await resolveFound(row, found, comparing);
    else if (!told.has(subjectOf(found))) await lookAgain(shop, found, comparing);
  }
}

type Known = Omit<SupplierOrder, "shop"> & { shop: ShopDomain };

async function findKnown(shop: ShopDomain, orders: Order[]): Promise<Map<string, Known>> {
  const attempts = await inShop(shop, (tx) =>
    tx.orderAttempt.findMany({
      where: { shop, reference: { in: orders.map(({ reference }) => reference) } },
      include: { order: true },
    }),
  );
  return new Map(attempts.map(({ reference, order }) => [reference, { ...order, shop }]));
}

function judge(found: Order, row: Known | null): Judgement {
  return judgeOrder(found, row && { ...row, state: row.state as OrderState });
}

/** A list may be old by the time it is read, so both sides are asked once more before anybody is alarmed. */
async function lookAgain(shop: ShopDomain, found: Order, { apiKey, now }: Comparing): Promise<void> {
  const row = (await findKnown(shop, [found])).get(found.reference) ?? null;
  const judgement = judge(await readAgain(found, apiKey), row);
  const said = sayMismatch(judgement, found, row);
  if (said === null) return;
  const about: NewEntry["subject"] = row
    ? { label: row.orderName, url: `/app/orders/${row.id}` }
    : { label: "Orders", url: "/app/orders" };
  await recordMismatch(shop, { subject: subjectOf(found), about, said }, now);
}

async function readAgain(found: Order, apiKey: string): Promise<Order> {
  try {
    return await callWholesale("getOrder", { input: { id: found.id }, credential: apiKey });
  } catch (error) {
    const passes =
      !(error instanceof Failure) || (error.code !== "rejected" && error.code !== "unexpected-reply");
    if (passes) throw error;
    // It tells nothing of single orders, so what it listed has to do.
    return found;
  }
}

function sayMismatch(judgement: Judgement, { id, reference }: Order, row: Known | null): string | null {
  const name = row?.orderName ?? "";
  switch (judgement) {
    case "fine":
    case "resolves-doubt":
      return null;
    case "unknown":
      return `The supplier has an order of this shop that Stockbridge does not know (its number ${id}, our reference ${reference}). Look at it on the supplier, and cancel it there if you do not want it.`;
    case "over-here":
      return `Order ${name} is over here, but the supplier still has it (its number ${id}). Cancel it there if you do not want it.`;
    case "waits-here":
      return `Order ${name} waits here as if it had not been ordered, but the supplier has it (its number ${id}). Cancel it here if you keep that one, or there before you try again: otherwise it is bought twice.`;
    case "second":
      return `The supplier has order ${name} twice: its number ${id} beside ${row?.supplierOrderId ?? ""}. Cancel one of them there.`;
  }
}

/** What is told of once. */
function subjectOf({ id }: Order): string {
  return `supplier:${id}`;
}

/**
 * Where the supplier can be asked by reference, the doubt is due to be settled now. Where it cannot, the list itself is
 * the evidence, if it shows exactly what the attempt has sent, alive.
 */
async function resolveFound(
  { shop, id: orderId }: Known,
  found: Order,
  { now, abilities }: Comparing,
): Promise<void> {
  if (abilities.findOrderByReference) {
    const soon = new Date(now.getTime() + SETTLED_SOON_MS);
    await inShop(shop, async (tx) => {
      const { count } = await tx.supplierOrder.updateMany({
        where: { id: orderId, state: "in_doubt", OR: [{ nextAt: null }, { nextAt: { gt: soon } }] },
        data: { nextAt: now },
      });
      if (count > 0) await wakeOrder(tx, { shop, id: orderId });
    });
    return;
  }
  const attempt = await findLatestAttempt(shop, orderId);
  if (isDead(found) || !isSameOrder(found, attempt)) return;
  const outcome = {
    kind: "found",
    said: `It was found among the supplier's orders (its number ${found.id}).`,
    supplierOrderId: found.id,
  } as const;
  await endAttempt(
    { shop, orderId, attemptId: attempt.id },
    { verdict: { outcome, to: "placed", goOnAfterSeconds: 0 }, now, cost: found.cost?.total ?? null },
  );
}
