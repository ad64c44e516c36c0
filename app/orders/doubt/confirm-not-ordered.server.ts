import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Attempt, type AttemptId, wordCountsFrom } from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import { isDead, isForEarlierRequest } from "../states/outcome.ts";
import { type Confirmed, findDoubt, quietly } from "./find-doubt.server.ts";
import { judgeFound, lookUpOrUnreadable } from "./look-up-order.server.ts";

/**
 * Records that a person did not find an order in doubt at the supplier. The order is sent again, unless a
 * lookup finds it; then the found order decides. Too early an answer proves nothing, because the order may
 * still be in transit.
 *
 * @param certain the warning that the person has confirmed. `unreadable`: the supplier's reply to our
 *   reference, or to that of an earlier request for the same pieces, cannot be read. `stands`: it has an
 *   order for an earlier request.
 */
export async function confirmNotOrdered(
  id: AttemptId,
  { certain }: { certain: Certainty },
): Promise<Confirmed> {
  const { shop } = id;
  const doubt = await findDoubt(id);
  if (doubt === null) return { kind: "changed" };
  const { attempt, key, now, wasUnreadable } = doubt;
  if (now < wordCountsFrom(attempt)) return { kind: "too-early" };
  const found = key && (await quietly(() => lookUpOrUnreadable({ shop, key }, attempt.reference)));
  if (found && found.exact.length > 0) {
    const outcome = judgeFound(found, attempt);
    const alive = found.exact.find((each) => !isDead(each));
    // A dead order has used up its reference.
    if (alive !== undefined || outcome.code === "found-dead") await endAttempt(id, { outcome });
    if (alive !== undefined) {
      const { id: number } = alive;
      if (outcome.code === "found") return { kind: "found", number };
      return { kind: "contradicted", explanation: { code: "orders.contradicted.found", number } };
    }
  }
  // A supplier would return nothing, readable or not, for an order that it does not have.
  const isUnreadable = found ? found.unreadable > 0 && !found.loose : wasUnreadable;
  if (isUnreadable && certain === false) return { kind: "unreadable", reference: attempt.reference };
  const question = certain === "stands" ? null : await askOfEarlier({ shop, key }, { attempt, certain });
  if (question !== null) return question;
  await endAttempt(id, { outcome: { code: "confirmed-not-ordered" } });
  return { kind: "confirmed" };
}

/** The warning that a person has confirmed, if any. */
export type Certainty = "unreadable" | "stands" | false;

/**
 * Returns the warning about an earlier request for the same pieces that the supplier has, or may have, an
 * order for; null if nothing more can ship from it.
 */
async function askOfEarlier(
  { shop, key }: { shop: ShopDomain; key: OpenKey | null },
  { attempt: { ofLostRecords: lost }, certain }: { attempt: Attempt; certain: Certainty },
): Promise<Confirmed | null> {
  if (lost === null || !isForEarlierRequest(lost)) return null;
  const { reference } = lost;
  const found = key && (await quietly(() => lookUpOrUnreadable({ shop, key }, reference)));
  if (lost.code === "found-for-earlier-request") {
    const isOver = found?.exact.some((each) => each.id === lost.number && isDead(each)) ?? false;
    return isOver ? null : { kind: "stands", number: lost.number };
  }
  const alive = found?.exact.find((each) => !isDead(each));
  if (alive) return { kind: "stands", number: alive.id };
  const isClear = found !== null && (found.unreadable === 0 || found.loose);
  return isClear || certain === "unreadable" ? null : { kind: "unreadable", reference };
}
