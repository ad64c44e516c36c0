import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { Message } from "../../messages/message.ts";
import type { Attempt, AttemptId } from "../attempt-store.server.ts";
import { isDead } from "../outcome.ts";
import { confirmDoubt, type Confirmed, quietly } from "./confirm-doubt.server.ts";
import { lookUp } from "./look-up-order.server.ts";

/** A person has not found an order in doubt at the supplier: it is ordered again, unless the supplier has it after all. */
export async function confirmNotOrdered(id: AttemptId): Promise<Confirmed> {
  return confirmDoubt(id, {
    outcome: { code: "confirmed-not-ordered" },
    contradict: (attempt, key) => contradict(id, { attempt, key }),
  });
}

async function contradict(
  { shop }: AttemptId,
  { attempt, key }: { attempt: Attempt; key: OpenKey | null },
): Promise<Message | null> {
  const found = key && (await quietly(() => lookUp({ shop, key }, attempt.reference)));
  const alive = found?.exact.find((each) => !isDead(each));
  return alive ? { code: "orders.contradicted.found", number: alive.id } : null;
}
