import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { type AttemptId, endAttempt } from "../store/attempt-store.server.ts";
import { checkNumber } from "./check-number.server.ts";
import { type Confirmed, findDoubt } from "./find-doubt.server.ts";

/**
 * A person has found an order in doubt at the supplier, under this number: it is placed, unless the number belongs to
 * another order. What the supplier has under our own reference wins over a number that was mistyped.
 *
 * @param certain whether they have been told that the supplier shows no such number, and say it again.
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
  await endAttempt(id, { outcome: { code: "confirmed-ordered", number } });
  return { kind: "confirmed" };
}
