import { findLatestAttempt } from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";

/**
 * Ends an attempt whose deadline passed without an outcome: its process crashed, and may have sent the order.
 */
export async function abandonAttempt({ shop, id: orderId }: ClaimedOrder): Promise<void> {
  const { attempt } = await findLatestAttempt(shop, orderId);
  await endAttempt({ shop, orderId, attemptId: attempt.id }, { outcome: { code: "abandoned" } });
}
