import type { SupplierOrder } from "@prisma/client";

import { readInShop, type Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { lossOf } from "../lib/money.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { TriedPart } from "./dry-run-part.server.ts";
import { tryOrders } from "./dry-run.server.ts";
import { sentUnpaid } from "./placing/approvals.ts";
import { findLastOrders } from "./rules/load-rules.server.ts";
import type { Held } from "./rules/preview-rules.ts";
import { isEnded, type OrderState, unsentStates } from "./states/order-state.ts";

/** The orders that would not be placed automatically, with the reason, by their ids in the shop. */
type Forecast = { kind: "forecast"; held: Record<string, Held> } | { kind: "failed"; problem: Message };

/**
 * Tries the shop's last orders, for the preview of rules: an order that passes the rules may still be held, for example
 * because of its stock or a loss. Does not try orders that the supplier has or had. They count as held if they were
 * canceled, rejected, sent unpaid or sold at a loss, because Stockbridge would not place such orders automatically.
 */
export async function forecastOrders(shop: ShopDomain): Promise<Forecast> {
  const { orders, known } = await readInShop(shop, async (tx) => {
    const last = await findLastOrders(tx, shop);
    const waiting = await findUnplaced(tx, shop, last);
    const orders = waiting.map((id) => ({ id, name: "" }));
    return { orders, known: await findPlacedBesideRules(tx, shop, without(last, waiting)) };
  });
  try {
    const held = (await tryOrders(shop, orders)).flatMap(({ id, parts }) => {
      const [first] = parts.flatMap(toHeld);
      return first ? [[id, first] as const] : [];
    });
    return { kind: "forecast", held: { ...known, ...Object.fromEntries(held) } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "failed", problem: error.explanation };
  }
}

/** Returns the ids of the orders that wait to be sent or are held. */
async function findUnplaced(tx: Tx, shop: ShopDomain, shopOrderIds: string[]): Promise<string[]> {
  const of = { shop, shopOrderId: { in: shopOrderIds } };
  const select = { shopOrderId: true };
  const waiting = [
    ...(await tx.unrequestedOrder.findMany({ where: { ...of, leftAt: null }, select })),
    ...(await tx.supplierOrder.findMany({ where: { ...of, state: { in: unsentStates } }, select })),
  ];
  return [...new Set(waiting.map(({ shopOrderId }) => shopOrderId))];
}

/**
 * Returns reasons by order id: why Stockbridge would not have placed an order automatically that the supplier has or
 * had.
 */
async function findPlacedBesideRules(
  tx: Tx,
  shop: ShopDomain,
  shopOrderIds: string[],
): Promise<Record<string, Held>> {
  const rows = await tx.supplierOrder.findMany({
    where: { shop, shopOrderId: { in: shopOrderIds } },
    select: { shopOrderId: true, state: true, profit: true, revenueCurrency: true, unpaidApproved: true },
    orderBy: { requestedAt: "asc" },
  });
  const held = [...Map.groupBy(rows, ({ shopOrderId }) => shopOrderId)].flatMap(([id, parts]) => {
    const message = whyNotPlaced(parts);
    return message === null ? [] : [[id, { message }] as const];
  });
  return Object.fromEntries(held);
}

type PlacedPart = Pick<SupplierOrder, "state" | "profit" | "revenueCurrency" | "unpaidApproved">;

function whyNotPlaced(parts: PlacedPart[]): Message | null {
  const alive = parts.filter(({ state }) => !isEnded(state as OrderState));
  if (alive.length === 0)
    return parts.some(({ state }) => state === "canceled")
      ? { code: "rules.preview.canceled" }
      : { code: "rules.preview.rejected" };
  const [outstanding] = alive.flatMap((part) => sentUnpaid(part) ?? []);
  if (outstanding) return { code: "rules.preview.unpaid", outstanding };
  const [loss] = alive.flatMap(({ profit: amount, revenueCurrency: currency }) =>
    amount === null || currency === null ? [] : (lossOf({ amount, currency }) ?? []),
  );
  return loss ? { code: "rules.preview.loss", loss } : null;
}

function without(ids: string[], others: string[]): string[] {
  const left = new Set(others);
  return ids.filter((id) => !left.has(id));
}

function toHeld({ decision, message }: TriedPart): Held[] {
  if (decision === "place" || decision === "part" || decision === "known") return [];
  return [{ message }];
}
