import { mayBeStoredAs, sameAmount } from "../../lib/money.ts";

/** The amounts of a variant that Stockbridge writes. */
export const amountFields = ["price", "compareAtPrice", "cost"] as const;
export type AmountField = (typeof amountFields)[number];

/** A variant's amounts. Null: the variant has no such amount. Missing: the amount is unknown. */
export type Amounts = Partial<Record<AmountField, string | null>>;

/** A variant's amounts after a write. */
export type WrittenAmounts = {
  /**
   * The written amounts as Shopify stored them. If the shop has another amount later, the merchant has changed
   * it.
   */
  values: Amounts;
  /**
   * Amounts that we sent and that Shopify stored differently, such as rounded. We do not send the same amount
   * again.
   */
  sent: Amounts;
  /** All amounts in the shop, as far as they are known. */
  inShop: Amounts;
};

/**
 * Returns a variant's amounts after a write.
 * @param stored the variant's amounts from Shopify's reply; undefined if the reply lacks the variant.
 */
export function afterWrite(sent: Amounts, stored: Amounts | undefined): WrittenAmounts {
  // Shopify may reply with "12.5" to "12.50".
  const isSame = (field: AmountField) => sameAmount(sent[field] ?? null, stored?.[field] ?? null);
  const values = pick(sent, (field) => (isSame(field) ? sent[field] : (stored?.[field] ?? sent[field])));
  const differing = pick(sent, (field) => (values[field] === sent[field] ? undefined : sent[field]));
  return { values, sent: differing, inShop: { ...stored, ...values } };
}

/**
 * Returns a variant's amounts after a write whose reply had no amounts, by a later read. An amount counts as
 * ours if Shopify may have rounded our amount to it; if not, it is the merchant's. The read has no costs, so
 * the next comparison recognizes a rounded cost.
 */
export function afterRead(
  sent: Amounts,
  { price, compareAtPrice }: { price: string; compareAtPrice: string | null },
): WrittenAmounts {
  const read: Amounts = { price, compareAtPrice };
  const stored = pick(sent, (field) =>
    mayBeStoredAs(sent[field] ?? null, read[field] ?? null) ? read[field] : undefined,
  );
  return { ...afterWrite(sent, stored), inShop: read };
}

function pick(from: Amounts, value: (field: AmountField) => string | null | undefined): Amounts {
  const found = amountFields.flatMap((field) => {
    const picked = from[field] === undefined ? undefined : value(field);
    return picked === undefined ? [] : [[field, picked] as const];
  });
  return Object.fromEntries(found);
}
