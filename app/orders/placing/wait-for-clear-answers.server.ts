import { inShop } from "../../lib/db.server.ts";
import { findDoubtPause } from "../store/doubt-pause.server.ts";
import { type ClaimedOrder, postponeOrder } from "../store/order-store.server.ts";

/**
 * Postpones an order while unclear answers pause ordering and the next single order is not due to be tried yet.
 *
 * @returns whether it waits.
 */
export async function waitForClearAnswers(order: ClaimedOrder): Promise<boolean> {
  const { shop } = order;
  const notBefore = await inShop(shop, async (tx, now) => {
    const pause = await findDoubtPause(tx, shop);
    return pause !== null && pause.nextTryAt > now ? pause.nextTryAt : null;
  });
  if (notBefore === null) return false;
  await postponeOrder(order, { code: "ordering-doubtful" }, { notBefore });
  return true;
}
