import type { Money } from "../../lib/money.ts";
import { type ReadMoney, toMoney } from "./order-money.ts";

/** Facts about an order that rules need. No personal data, unless the merchant has put some into a tag. */
export type OrderFacts = {
  /** The order's present total, in the currency that the shop had when the order was placed. */
  total: Money;
  tags: string[];
  /** The country of the shipping address; null if the order has none, or Shopify does not show it. */
  country: string | null;
  /**
   * The countries that the order's fulfillment orders at our location go to; absent if those were not read. A
   * fulfillment order may keep an address that the merchant has corrected in the order.
   */
  destinations?: (string | null)[];
  risk: RiskLevel;
  /** True for Shopify's test orders, which bring no money. */
  test: boolean;
};

/** Shopify's RiskAssessmentResult. "none": no assessment, or one without a result. */
export type RiskLevel = (typeof riskLevels)[number];

/** From the least to the most severe. */
export const riskLevels = ["none", "low", "pending", "medium", "high"] as const;

/** An order in the shop, with the facts that rules need. */
export type JudgedOrder = { id: string; name: string; processedAt: Date; facts: OrderFacts };

type ReadFacts = {
  tags: string[];
  test: boolean;
  currentTotalPriceSet: ReadMoney;
  shippingAddress?: { countryCodeV2?: string | null } | null;
  risk: { assessments: { riskLevel: string }[] };
};

/** Translates Shopify's fields. Several apps may assess an order. The most severe result counts. */
export function toOrderFacts({
  tags,
  test,
  currentTotalPriceSet,
  shippingAddress,
  risk,
}: ReadFacts): OrderFacts {
  const results = new Set(risk.assessments.map(({ riskLevel }) => riskLevel.toLowerCase()));
  return {
    total: toMoney(currentTotalPriceSet.shopMoney),
    tags,
    country: shippingAddress?.countryCodeV2 ?? null,
    risk: riskLevels.findLast((level) => results.has(level)) ?? "none",
    test,
  };
}
