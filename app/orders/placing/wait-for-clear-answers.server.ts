import { findTurn } from "../store/doubt-pause.server.ts";
import { type ClaimedOrder, postponeOrder } from "../store/order-store.server.ts";

/**
 * Postpones an order while unclear answers pause ordering and the next single order is not due to be tried yet.
 *
 * @returns whether it waits.
 */
export async function waitForClearAnswers(order: ClaimedOrder): Promise<boolean> {
  const turn = await findTurn(order.shop);
  if (turn === null) return false;
  await postponeOrder(order, { code: "ordering-doubtful" }, { notBefore: turn.nextTryAt });
  return true;
}
