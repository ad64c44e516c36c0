import { readInShop, type Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { type TriedPart, tryOrders } from "./dry-run.server.ts";
import { findLastOrders } from "./rules/load-rules.server.ts";
import type { Held } from "./rules/preview-rules.ts";
import { unsentStates } from "./states/order-state.ts";

/** The orders that a dry run would not place, with its words, by their ids in the shop. */
type Forecast = { kind: "forecast"; held: Record<string, Held> } | { kind: "failed"; problem: Message };

/**
 * Tries those of the last orders that the supplier does not have, for the preview of rules: rules let through an order that is then
 * held, such as for its stock or a loss.
 */
export async function forecastOrders(shop: ShopDomain): Promise<Forecast> {
  const orders = await readInShop(shop, async (tx) => {
    const waiting = await findUnplaced(tx, shop, await findLastOrders(tx, shop));
    return waiting.map((id) => ({ id, name: "" }));
  });
  try {
    const held = (await tryOrders(shop, orders)).flatMap(({ id, parts }) => {
      const [first] = parts.flatMap(toHeld);
      return first ? [[id, first] as const] : [];
    });
    return { kind: "forecast", held: Object.fromEntries(held) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "failed", problem: error.explanation };
  }
}

/** Returns those of the orders that wait to be sent, or that are held. */
async function findUnplaced(tx: Tx, shop: ShopDomain, shopOrderIds: string[]): Promise<string[]> {
  const of = { shop, shopOrderId: { in: shopOrderIds } };
  const select = { shopOrderId: true };
  const waiting = [
    ...(await tx.unrequestedOrder.findMany({ where: { ...of, leftAt: null }, select })),
    ...(await tx.supplierOrder.findMany({ where: { ...of, state: { in: unsentStates } }, select })),
  ];
  return [...new Set(waiting.map(({ shopOrderId }) => shopOrderId))];
}

function toHeld({ decision, message }: TriedPart): Held[] {
  if (decision === "place" || decision === "part" || decision === "known") return [];
  return [{ message }];
}
