import { findPricing } from "../catalog/pricing/find-pricing.server.ts";
import { readInShop, type Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { decimalSign } from "../lib/read-decimal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type Message, storedMessage } from "../messages/message.ts";
import { readShippingModel, type ShippingModel } from "../shop/location/delivery-profile.server.ts";
import type { RateGroup, Rates } from "./rates.ts";
import { type RatesForm, toRatesForm } from "./rates-form.ts";

/** The progress of bringing the rates into the shop. */
export type RatesState = {
  kind: "none" | "pending" | "stopped" | "live" | "removing";
  /** Why the shop's rates are not up to date. */
  problem: Message | null;
  /**
   * Number of linked variants: those in our profile, those left out because the merchant stocks them elsewhere, and
   * those still to be checked.
   */
  inProfile: number;
  ownStock: number;
  waiting: number;
};

export type LoadedRates =
  | { kind: "unreadable"; problem: Message }
  | {
      kind: "rates";
      /** Zero before the merchant saves the first rates. */
      version: number;
      form: RatesForm | null;
      saved: Rates | null;
      currency: string;
      marketDriven: boolean;
      /** The shop's own country; null if Shopify shows none. */
      home: string | null;
      state: RatesState;
    };

/** Loads the rates page. */
export async function loadRates(shop: ShopDomain, language: string): Promise<LoadedRates> {
  try {
    const { shopCurrency: currency } = await findPricing(shop);
    const model = await readShippingModel(shop);
    return await readInShop(shop, (tx) => readRates(tx, shop, { currency, model, language }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation };
  }
}

/** Reads the rates in a transaction that the loader opened. */
export async function readRates(
  tx: Tx,
  shop: ShopDomain,
  { currency, model, language }: { currency: string; model: ShippingModel; language: string },
): Promise<Extract<LoadedRates, { kind: "rates" }>> {
  const row = await tx.shippingProfile.findUnique({ where: { shop } });
  const groups = (row?.groups ?? []) as RateGroup[];
  const saved = row && groups.length > 0 ? { title: row.title, currency: row.currency, groups } : null;
  return {
    kind: "rates",
    version: row?.version ?? 0,
    form: saved && toRatesForm(saved, decimalSign(language)),
    saved,
    currency,
    marketDriven: model.marketDriven,
    home: model.country,
    state: await findRatesState(tx, shop),
  };
}

/**
 * Problem of the rates after our service was deleted: without our location, the profile's rates have no
 * effect.
 */
const SERVICE_GONE = { code: "shipping.problem.service-gone" } as const;

/** Returns true if the merchant has saved shipping rates and not removed them. */
export async function hasRates(tx: Tx, shop: ShopDomain): Promise<boolean> {
  const row = await tx.shippingProfile.findUnique({ where: { shop }, select: { groups: true } });
  return row !== null && (row.groups as RateGroup[]).length > 0;
}

export async function findRatesState(tx: Tx, shop: ShopDomain): Promise<RatesState> {
  const row = await tx.shippingProfile.findUnique({ where: { shop } });
  const states = await tx.shippingVariant.groupBy({ by: ["state"], where: { shop }, _count: true });
  const count = (state: string) => states.find((each) => each.state === state)?._count ?? 0;
  const linked = await tx.variantLink.count({ where: { shop, shopState: null } });
  const [inProfile, ownStock] = [count("in"), count("own-stock")];
  const waiting = row === null ? 0 : Math.max(0, linked - inProfile - ownStock);
  const isGone = (await tx.fulfillmentService.count({ where: { shop, state: "gone" } })) > 0;
  const problem: Message | null = isGone ? SERVICE_GONE : storedMessage(row?.problem);
  const counts = { problem, inProfile, ownStock, waiting };
  if (row === null) return { kind: "none", ...counts };
  if (problem !== null) return { kind: "stopped", ...counts };
  if ((row.groups as RateGroup[]).length === 0) return { kind: "removing", ...counts };
  const isLive = row.writtenVersion === row.version && waiting === 0;
  return { kind: isLive ? "live" : "pending", ...counts };
}
