import { inShop } from "../../lib/db.server.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { isForEarlierRequest } from "../states/outcome.ts";
import { type AttemptId } from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import { appendStanding } from "./standing-attempt.server.ts";
import { checkNumber } from "./check-number.server.ts";
import { type Confirmed, findDoubt } from "./find-doubt.server.ts";

/**
 * A person has found an order in doubt at the supplier, under this number: it is placed, unless the number belongs to
 * another order. What the supplier has under our own reference wins over a number that was mistyped.
 *
 * @param certain whether they have been told that the supplier shows no such number, or shows another reference with it,
 * and say it again.
 */
export async function confirmOrdered(
  id: AttemptId,
  { number, certain }: { number: SupplierOrderId; certain: boolean },
): Promise<Confirmed> {
  const doubt = await findDoubt(id);
  if (doubt === null) return { kind: "changed" };
  const checked = await checkNumber(id, { number, ...doubt });
  if (checked.kind === "contradicted" || (checked.kind === "unverified" && !certain)) return checked;
  if (checked.kind === "found") {
    await endAttempt(id, { outcome: { code: "found", number: checked.number } });
    return checked;
  }
  let { attemptId } = id;
  if (checked.kind === "other-reference") {
    const { found } = checked;
    const { ofLostRecords: lost } = doubt.attempt;
    // The page has named the reference of an earlier request, and asks for the number of its order.
    const isAskedFor = lost !== null && isForEarlierRequest(lost) && lost.reference === found.reference;
    if (!certain && !isAskedFor) return { kind: "other-reference", number, reference: found.reference };
    const standing = await inShop(id.shop, (tx) => appendStanding(tx, { ...id, found }));
    if (standing === null) return { kind: "changed" };
    attemptId = standing;
  }
  await endAttempt({ ...id, attemptId }, { outcome: { code: "confirmed-ordered", number } });
  return { kind: "confirmed" };
}
