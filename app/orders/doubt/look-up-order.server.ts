import { randomBytes } from "node:crypto";

import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Order } from "../../wholesale/resources.ts";

/** What the supplier answered to a reference. */
export type LookedUp = {
  /** Orders of exactly this reference. */
  exact: Order[];
  /** Whether finding none would prove anything: false when others came in the answer. */
  proves: boolean;
};

const PAGES_AT_MOST = 10;

/** Asks the supplier for the orders of a reference, however much else it answers with. */
export async function lookUp(reference: string, apiKey: string): Promise<LookedUp> {
  const exact: Order[] = [];
  let others = 0;
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const answer: { items: Order[]; nextCursor: string | null } = await callWholesale("findOrders", {
      input: { reference, cursor },
      credential: apiKey,
    });
    for (const item of answer.items) {
      if (item.reference === reference) exact.push(item);
      else others += 1;
    }
    cursor = answer.nextCursor;
    if (cursor === null) return { exact, proves: others === 0 };
  }
  return { exact, proves: false };
}

/**
 * Proves the lookup itself: an order that the attempt's own key has surely placed is found by its reference, and a
 * reference that nobody has used finds nothing. Of the attempt's own key, although another one of the same account may
 * be asking: a supplier that shows each key only its own orders must not pass.
 */
export async function controlLookup(
  shop: ShopDomain,
  { keyGeneration, apiKey }: { keyGeneration: number; apiKey: string },
): Promise<"works" | "failed" | "no-known-order"> {
  const known = await inShop(shop, (tx) =>
    tx.orderAttempt.findFirst({
      where: { shop, keyGeneration, outcomes: { some: { kind: { in: ["placed", "found"] } } } },
      orderBy: { startedAt: "desc" },
    }),
  );
  if (known === null) return "no-known-order";
  const found = await lookUp(known.reference, apiKey);
  const nonsense = await lookUp(`${known.reference}-${randomBytes(6).toString("hex")}`, apiKey);
  return found.exact.length > 0 && nonsense.exact.length === 0 && nonsense.proves ? "works" : "failed";
}
