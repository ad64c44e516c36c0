import { inShop } from "../../lib/database/db.server.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { isForEarlierRequest } from "../states/outcome.ts";
import { type AttemptId } from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import { appendStanding } from "./standing-attempt.server.ts";
import { checkNumber } from "./check-number.server.ts";
import { type Confirmed, findDoubt } from "./find-doubt.server.ts";

/**
 * Records that a person found an order in doubt at the supplier under this number: it is placed, unless the
 * number belongs to another order. An order under our own reference wins over a mistyped number.
 *
 * @param certain true if the person confirmed the number after a warning that the supplier does not show it,
 *   or shows it with another reference.
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
    // The page has shown an earlier request's reference and asked for the number of its order.
    const isAskedFor = lost !== null && isForEarlierRequest(lost) && lost.reference === found.reference;
    if (!certain && !isAskedFor) return { kind: "other-reference", number, reference: found.reference };
    const standing = await inShop(id.shop, (tx) => appendStanding(tx, { ...id, found }));
    if (standing === null) return { kind: "changed" };
    attemptId = standing;
  }
  await endAttempt({ ...id, attemptId }, { outcome: { code: "confirmed-ordered", number } });
  return { kind: "confirmed" };
}
