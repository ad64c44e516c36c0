import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import type { Attempt } from "../store/attempt-store.server.ts";
import { hasSamePieces, isDead, isSameOrder, knownAs } from "../states/outcome.ts";
import { quietly } from "./find-doubt.server.ts";
import { lookUp } from "./look-up-order.server.ts";

/** The supplier's view of a number that a person typed. */
export type CheckedNumber =
  /** The number belongs to this order. */
  | { kind: "verified" }
  /** The supplier has this order, by our exact reference and our lines, under that number instead. */
  | { kind: "found"; number: SupplierOrderId }
  | { kind: "contradicted"; explanation: Message }
  /** The supplier's order has another reference or none. Its items are the same, or not shown. */
  | { kind: "other-reference"; found: Order }
  /** The supplier shows no such order, or cannot be read. */
  | { kind: "unverified"; number: SupplierOrderId };

/** Checks a number that a person typed against the supplier's orders. */
export async function checkNumber(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  { number, attempt, key }: { number: SupplierOrderId; attempt: Attempt; key: OpenKey | null },
): Promise<CheckedNumber> {
  const ours = key && (await findByReference({ shop, key }, attempt));
  if (ours !== null) return ours === number ? { kind: "verified" } : { kind: "found", number: ours };
  const found = key && (await quietly(() => callAsShop({ shop, key }, "getOrder", { id: number })));
  if (found !== null && isSameOrder(found, attempt)) return { kind: "verified" };
  const other = await inShop(shop, (tx) =>
    tx.supplierOrder.findFirst({ where: { shop, supplierOrderId: number, id: { not: orderId } } }),
  );
  if (other !== null)
    return contradicted({ code: "orders.contradicted.number-in-use", number, order: other.orderName });
  if (found === null) return { kind: "unverified", number };
  if (await mayStandFor(shop, { found, attempt })) return { kind: "other-reference", found };
  return contradicted({ code: "orders.contradicted.other-order", number, reference: attempt.reference });
}

/**
 * Returns true if the found order may be from before our records: placed by an earlier installation or by
 * hand. An order with the reference of a known attempt belongs to that attempt.
 */
async function mayStandFor(
  shop: ShopDomain,
  { found, attempt }: { found: Order; attempt: Attempt },
): Promise<boolean> {
  if (!(found.lines.length === 0 || hasSamePieces(found, attempt))) return false;
  const reference = knownAs(found);
  return (await inShop(shop, (tx) => tx.orderAttempt.count({ where: { shop, reference } }))) === 0;
}

/**
 * Returns the only live order that the supplier has under the attempt's reference and with its lines; null if
 * there is no such order, or more than one.
 */
async function findByReference(
  asking: { shop: ShopDomain; key: OpenKey },
  attempt: Attempt,
): Promise<SupplierOrderId | null> {
  if (!abilities.findOrderByReference) return null;
  const found = await quietly(() => lookUp(asking, attempt.reference));
  const [only, ...others] = found?.exact.filter((each) => !isDead(each)) ?? [];
  return only !== undefined && others.length === 0 && isSameOrder(only, attempt) ? only.id : null;
}

function contradicted(explanation: Message): CheckedNumber {
  return { kind: "contradicted", explanation };
}
