import type { ClaimedOrder } from "../order-store.server.ts";
import { endAttempt, findLatestAttempt } from "../attempt-store.server.ts";

/** An attempt whose time is over without an outcome: its process ended. Whether it had sent the order, nobody knows. */
export async function abandonAttempt({ shop, id: orderId }: ClaimedOrder, now: Date): Promise<void> {
  const attempt = await findLatestAttempt(shop, orderId);
  const said = "Stockbridge stopped in the middle of ordering, perhaps before and perhaps after sending it.";
  await endAttempt(
    { shop, orderId, attemptId: attempt.id },
    { verdict: { outcome: { kind: "abandoned", said }, to: "in_doubt", goOnAfterSeconds: 0 }, now },
  );
}
