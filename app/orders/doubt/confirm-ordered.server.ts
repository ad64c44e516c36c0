import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { Message } from "../../messages/message.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import type { Attempt, AttemptId } from "../attempt-store.server.ts";
import { isSameOrder } from "../outcome.ts";
import { confirmDoubt, type Confirmed, quietly } from "./confirm-doubt.server.ts";

/**
 * A person has found an order in doubt at the supplier, under this number: it is placed, unless the number belongs to
 * another order.
 */
export async function confirmOrdered(id: AttemptId, number: SupplierOrderId): Promise<Confirmed> {
  return confirmDoubt(id, {
    outcome: { code: "confirmed-ordered", number },
    contradict: (attempt, key) => contradict(id, { number, attempt, key }),
  });
}

type Claim = { number: SupplierOrderId; attempt: Attempt; key: OpenKey | null };

async function contradict({ shop }: AttemptId, { number, attempt, key }: Claim): Promise<Message | null> {
  const found = key && (await quietly(() => callAsShop({ shop, key }, "getOrder", { id: number })));
  if (found !== null && isSameOrder(found, attempt)) return null;
  const other = await inShop(shop, (tx) =>
    tx.supplierOrder.findFirst({ where: { shop, supplierOrderId: number } }),
  );
  if (other !== null) return { code: "orders.contradicted.number-in-use", number, order: other.orderName };
  if (found === null) return null;
  return { code: "orders.contradicted.other-order", number, reference: attempt.reference };
}
