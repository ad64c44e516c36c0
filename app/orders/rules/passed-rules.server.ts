import { z } from "zod";

import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { riskLevels } from "../../shop/orders/order-facts.ts";
import type { OrderRules } from "./order-rules.ts";
import { findRulesIn } from "./rules-store.server.ts";

/** The rules that let an order through, and the facts of the order at that time. */
export type PassedRules = {
  at: Date;
  /** The version of the rules; 0: the defaults. */
  version: number;
  /** One message per rule that applied, with the fact that it judged. */
  passed: Message[];
};

type Ordered = { shop: ShopDomain; shopOrderId: string; fulfillmentOrderId: string };

/**
 * Returns the rules that let an order through to its automatic request; null if automatic ordering has not requested
 * it. An order that was divided from another one has no automatic request of its own, so the other order's rules are
 * returned.
 */
export async function findPassedRules(tx: Tx, of: Ordered): Promise<PassedRules | null> {
  const { shop, fulfillmentOrderId } = of;
  const own = { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } };
  const row = (await tx.automaticRequest.findUnique({ where: own })) ?? (await findRequestOfDivided(tx, of));
  if (row === null) return null;
  const { rules } = await findRulesIn(tx, { shop, version: row.rulesVersion });
  const { totalAmount: amount, totalCurrency: currency } = row;
  const total = amount !== null && currency !== null ? { amount, currency } : null;
  return {
    at: row.decidedAt,
    version: row.rulesVersion,
    passed: describe(rules, { ...facts.parse(row.facts), total }),
  };
}

/**
 * Finds the automatic request of the order from which this order was divided; null if there is none, or if the merchant
 * pressed “Send to supplier” for the rest.
 */
async function findRequestOfDivided(tx: Tx, { shop, shopOrderId, fulfillmentOrderId }: Ordered) {
  const [divided, pressed] = [
    await tx.supplierOrder.findMany({
      where: { shop, shopOrderId, OR: [{ partTriedAt: { not: null } }, { partOf: { not: null } }] },
      select: { fulfillmentOrderId: true },
    }),
    await tx.unrequestedOrder.count({ where: { shop, fulfillmentOrderId, pressedAt: { not: null } } }),
  ];
  if (divided.length === 0 || pressed > 0) return null;
  const ids = divided.map((each) => each.fulfillmentOrderId);
  return tx.automaticRequest.findFirst({
    where: { shop, fulfillmentOrderId: { in: ids } },
    orderBy: { decidedAt: "asc" },
  });
}

/** The stored facts of a request. They are empty after the customer's data was erased. */
const facts = z.object({
  tags: z.array(z.string()).default([]),
  country: z.string().nullable().default(null),
  risk: z.enum(riskLevels).default("none"),
});

type Facts = z.infer<typeof facts> & { total: { amount: string; currency: string } | null };

function describe(
  { delay, onlyTags, neverTags, holdAbove, countries, risk, ordersPerDay, moneyPerDay }: OrderRules,
  judged: Facts,
): Message[] {
  const { total, tags, country } = judged;
  const passed: Message[] = [];
  if (delay.kind === "minutes") passed.push({ code: "rules.passed.delay", minutes: delay.minutes });
  if (delay.kind === "daily") passed.push({ code: "rules.passed.daily", time: delay.at });
  if (total !== null)
    passed.push(
      holdAbove === null
        ? { code: "rules.passed.total", total }
        : { code: "rules.passed.amount", total, limit: holdAbove },
    );
  if (onlyTags.length > 0) passed.push({ code: "rules.passed.tags", tags });
  if (neverTags.length > 0) passed.push({ code: "rules.passed.no-tags", tags: neverTags });
  if (countries.kind !== "all" && country !== null) passed.push({ code: "rules.passed.country", country });
  if (risk !== "off") passed.push({ code: `rules.passed.risk-${judged.risk}` });
  if (ordersPerDay !== null) passed.push({ code: "rules.passed.orders-per-day", limit: ordersPerDay });
  if (moneyPerDay !== null) passed.push({ code: "rules.passed.money-per-day", limit: moneyPerDay });
  return passed;
}
