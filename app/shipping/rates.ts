import Big from "big.js";

import { minorDigits } from "../messages/minor-digits.ts";
import type { Zone } from "../shop/location/delivery-profile.server.ts";

/** Rates of a country group, in the shop's currency. */
export type RateGroup = {
  name: string;
  /** ISO codes; "rest-of-world": all countries that are in no other group. */
  countries: string[] | "rest-of-world";
  /** "value": by the price of the supplier's products in the cart. "weight": by their weight in kilograms. */
  basis: Basis;
  /** The first step begins at "0", and each ends where the next begins. A flat rate is one step. */
  steps: { from: string; price: string }[];
  /** From this price of the supplier's products in the cart on, shipping is free; null if it never is. */
  freeFrom: string | null;
};

export const bases = ["flat", "value", "weight"] as const;
export type Basis = (typeof bases)[number];

export type Rates = { title: string; currency: string; groups: RateGroup[] };

/** The optional scope of `shopify.app.toml` that a profile of our own needs. It includes `read_shipping`. */
export const WRITING_SCOPE = "write_shipping";

/**
 * Decimals of a weight in kilograms: Shopify weighs carts in whole grams (shopify.dev: Ajax Cart API,
 * total_weight).
 */
export const WEIGHT_DECIMALS = 3;

type Bound = { atLeast?: string; atMost?: string };

/**
 * Returns the zones of a delivery profile with these rates. A condition of Shopify includes both its limits.
 * Therefore each step ends one minor unit, or one gram, before the next begins, without a gap or an overlap.
 * With rates by weight, a cart worth `freeFrom` or more also gets the free rate.
 */
export function zonesOf({ title, currency, groups }: Rates): Zone[] {
  return groups.map((group) => {
    const { name, countries } = group;
    const priced = stepsOf(group, currency);
    return {
      name,
      countries:
        countries === "rest-of-world"
          ? [{ restOfWorld: true }]
          : countries.map((code) => ({ code: code as never, includeAllProvinces: true })),
      methodDefinitionsToCreate: priced.map(({ price, value, weight }) => ({
        name: title,
        active: true,
        rateDefinition: { price: { amount: price, currencyCode: currency as never } },
        priceConditionsToCreate: conditions(value, (amount) => ({ amount, currencyCode: currency as never })),
        weightConditionsToCreate: conditions(weight, (kilograms) => ({
          value: Number(kilograms),
          unit: "KILOGRAMS" as const,
        })),
      })),
    };
  });
}

/** Returns the lowest rate for a cart; null if its country is in no group. */
export function rateFor(
  { currency, groups }: Rates,
  cart: { country: string; value: string; weight: string },
): string | null {
  const group =
    groups.find(({ countries }) => countries !== "rest-of-world" && countries.includes(cart.country)) ??
    groups.find(({ countries }) => countries === "rest-of-world");
  if (!group) return null;
  const prices = stepsOf(group, currency)
    .filter(({ value, weight }) => isWithin(cart.value, value) && isWithin(cart.weight, weight))
    .map(({ price }) => new Big(price));
  const lowest = prices.toSorted((one, other) => one.cmp(other))[0];
  return lowest?.toFixed(minorDigits(currency)) ?? null;
}

/** Returns the names of groups whose customers never pay for shipping. */
export function freeGroups(groups: RateGroup[]): string[] {
  return groups
    .filter(({ steps }) => steps.every(({ price }) => new Big(price).eq(0)))
    .map(({ name }) => name);
}

/**
 * Returns the steps of a group, with the free one last. A flat rate and steps by value end where shipping
 * becomes free. Steps by weight continue, because Shopify's admin offers rates by price or by weight, never
 * by both. The customer then sees the free rate beside the other one, and chooses it.
 */
function stepsOf({ basis, steps, freeFrom }: RateGroup, currency: string) {
  const unit = minorUnit(basis === "weight" ? WEIGHT_DECIMALS : minorDigits(currency));
  const isCapped = basis !== "weight" && freeFrom !== null;
  const kept = isCapped ? steps.filter(({ from }) => new Big(from).lt(freeFrom)) : steps;
  const priced = kept.map(({ from, price }, index): { price: string; value: Bound; weight: Bound } => {
    const next = kept[index + 1]?.from ?? (isCapped ? freeFrom : undefined);
    const bound = {
      ...(new Big(from).gt(0) && { atLeast: from }),
      ...(next !== undefined && { atMost: new Big(next).minus(unit).toFixed() }),
    };
    return basis === "weight" ? { price, value: {}, weight: bound } : { price, value: bound, weight: {} };
  });
  return freeFrom === null ? priced : [...priced, { price: "0", value: { atLeast: freeFrom }, weight: {} }];
}

function minorUnit(decimals: number): Big {
  return new Big(10).pow(-decimals);
}

function conditions<Criteria>({ atLeast, atMost }: Bound, criteria: (limit: string) => Criteria) {
  return [
    ...(atLeast === undefined
      ? []
      : [{ operator: "GREATER_THAN_OR_EQUAL_TO" as const, criteria: criteria(atLeast) }]),
    ...(atMost === undefined
      ? []
      : [{ operator: "LESS_THAN_OR_EQUAL_TO" as const, criteria: criteria(atMost) }]),
  ];
}

function isWithin(amount: string, { atLeast, atMost }: Bound): boolean {
  const value = new Big(amount);
  return (atLeast === undefined || value.gte(atLeast)) && (atMost === undefined || value.lte(atMost));
}
