import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { Message } from "../../messages/message.ts";
import { type Attempt, type AttemptId, endAttempt, findLatestAttempt } from "../attempt-store.server.ts";
import type { Outcome } from "../outcome.ts";

/** What came of a person's word on an order in doubt. */
export type Confirmed =
  | { kind: "confirmed" }
  /** It is not in doubt, or because of another attempt than the one that they looked for. */
  | { kind: "not-in-doubt" }
  /** The supplier says otherwise, so nothing was changed. */
  | { kind: "contradicted"; explanation: Message };

/**
 * Ends an order's doubt by a person's word, unless the supplier contradicts it.
 *
 * @param attemptId the attempt that the person looked for. About a later one their word says nothing: said twice in a hurry,
 * it must not end what the first time has begun.
 * @param contradict says what the supplier shows otherwise, if it can be asked; null when nothing does.
 */
export async function confirmDoubt(
  { shop, orderId, attemptId }: AttemptId,
  {
    outcome,
    contradict,
  }: { outcome: Outcome; contradict: (attempt: Attempt, key: OpenKey | null) => Promise<Message | null> },
): Promise<Confirmed> {
  const order = await inShop(shop, (tx) => tx.supplierOrder.findUnique({ where: { id: orderId } }));
  if (order?.state !== "in_doubt") return { kind: "not-in-doubt" };
  const { attempt } = await findLatestAttempt(shop, orderId);
  if (attempt.id !== attemptId) return { kind: "not-in-doubt" };
  const key = await quietly(() => findUsableKey(shop));
  const explanation = await contradict(attempt, key);
  if (explanation !== null) return { kind: "contradicted", explanation };
  await endAttempt({ shop, orderId, attemptId }, { outcome });
  return { kind: "confirmed" };
}

/** What cannot be read is believed: the person has seen it. */
export async function quietly<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
