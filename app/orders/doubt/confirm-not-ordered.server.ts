import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Attempt, type AttemptId, wordCountsFrom } from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import { isDead, isForEarlierRequest } from "../states/outcome.ts";
import { type Confirmed, findDoubt, quietly } from "./find-doubt.server.ts";
import { judgeFound, lookUpOrUnreadable } from "./look-up-order.server.ts";

/**
 * A person has not found an order in doubt at the supplier: it is ordered again, unless the supplier has it after all. Then
 * what was found is what the order is judged by from now on. What they have not found while it may still be on its way
 * proves nothing.
 *
 * @param certain what they have been told, and say it all the same: that the supplier answers its reference, or that of an
 * earlier request of the same pieces, with what cannot be read; then, that it has an order for an earlier request.
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
    // What stands there, dead, has used its reference up.
    if (alive !== undefined || outcome.code === "found-dead") await endAttempt(id, { outcome });
    if (alive !== undefined) {
      const { id: number } = alive;
      if (outcome.code === "found") return { kind: "found", number };
      return { kind: "contradicted", explanation: { code: "orders.contradicted.found", number } };
    }
  }
  // Of an order that isn't there a supplier would have nothing to say.
  const isUnreadable = found ? found.unreadable > 0 && !found.loose : wasUnreadable;
  if (isUnreadable && certain === false) return { kind: "unreadable", reference: attempt.reference };
  const question = certain === "stands" ? null : await askOfEarlier({ shop, key }, { attempt, certain });
  if (question !== null) return question;
  await endAttempt(id, { outcome: { code: "confirmed-not-ordered" } });
  return { kind: "confirmed" };
}

/** What a person has been asked about once more, if at all. */
export type Certainty = "unreadable" | "stands" | false;

/**
 * What a person is asked about an order for an earlier request of the same pieces that the supplier has, or may have; null
 * where it shows that nothing comes of it any more.
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
