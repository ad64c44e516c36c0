import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { findLatestAttempt } from "../store/attempt-store.server.ts";
import { checkNumber } from "./check-number.server.ts";
import { type Confirmed, findKeyOf } from "./find-doubt.server.ts";
import { findTypedNumber, replaceNumber } from "./typed-number.server.ts";

/**
 * Corrects a number that a person typed, with the same checks as `confirmOrdered`.
 *
 * @param version version of the order that the person saw.
 * @param certain as in `confirmOrdered`.
 */
export async function correctNumber(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  { number, certain, version }: { number: SupplierOrderId; certain: boolean; version: number },
): Promise<Confirmed> {
  const typed = await inShop(shop, (tx) => findTypedNumber(tx, { shop, orderId }));
  if (typed?.order.version !== version) return { kind: "changed" };
  const { attempt } = await findLatestAttempt(shop, orderId);
  const key = await findKeyOf(shop, attempt);
  const checked = await checkNumber({ shop, orderId }, { number, attempt, key });
  if (checked.kind === "contradicted" || (checked.kind === "unverified" && !certain)) return checked;
  const found = checked.kind === "other-reference" ? checked.found : undefined;
  if (found && !certain) return { kind: "other-reference", number, reference: found.reference };
  const outcome =
    checked.kind === "found"
      ? ({ code: "found", number: checked.number } as const)
      : ({ code: "confirmed-ordered", number } as const);
  const isReplaced = await replaceNumber(shop, { orderId, wrong: typed.number, outcome, found });
  if (!isReplaced) return { kind: "changed" };
  return checked.kind === "found" ? checked : { kind: "confirmed" };
}
