import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import type { Attempt } from "../store/attempt-store.server.ts";
import { hasSamePieces, isDead, isSameOrder, knownAs } from "../states/outcome.ts";
import { quietly } from "./find-doubt.server.ts";
import { lookUp } from "./look-up-order.server.ts";

/** What the supplier shows of a number that a person has typed. */
export type CheckedNumber =
  /** It is this order's. */
  | { kind: "verified" }
  /** This order, by our exact reference and our lines, has that one. */
  | { kind: "found"; number: SupplierOrderId }
  | { kind: "contradicted"; explanation: Message }
  /** It has another reference or none, and the same items, or shows none. */
  | { kind: "other-reference"; found: Order }
  /** It shows no such order, or nothing at all. */
  | { kind: "unverified"; number: SupplierOrderId };

/** Holds a number that a person has typed for an order against what the supplier shows of it, asked with this key. */
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
 * Whether it may be what was ordered before our records, by an earlier installation or by hand. What has a reference of
 * an attempt that we know is that one's.
 */
async function mayStandFor(
  shop: ShopDomain,
  { found, attempt }: { found: Order; attempt: Attempt },
): Promise<boolean> {
  if (!(found.lines.length === 0 || hasSamePieces(found, attempt))) return false;
  const reference = knownAs(found);
  return (await inShop(shop, (tx) => tx.orderAttempt.count({ where: { shop, reference } }))) === 0;
}

/** The one order that the supplier has alive under the attempt's reference, with its lines; null when there is none. */
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
