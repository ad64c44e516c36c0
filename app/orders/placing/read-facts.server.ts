import { findLinkedVariants, type LinkedVariant } from "../../catalog/links/find-linked-variants.server.ts";
import { exchangeRatesOf } from "../../catalog/pricing/exchange-rates-of.ts";
import type { ExchangeRate } from "../../catalog/pricing/exchange-rate.ts";
import type { SealedKey } from "../../connection/sealed-key.server.ts";
import { inShops, type Tx } from "../../lib/db.server.ts";
import { gather } from "../../lib/gather.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type DoubtPause, pauseOf } from "../store/doubt-pause.server.ts";

/** What our records say of a fulfillment order and its shop, as far as placing it depends on that. */
export type Facts = {
  /** The database's time at which it was so. */
  now: Date;
  /** Whether there is a row for this fulfillment order. */
  isKnown: boolean;
  /** Of our fulfillment service; null while there is none. */
  ourLocationId: string | null;
  /** Null where the shop is not connected. */
  connection: SealedKey | null;
  pausedAt: Date | null;
  isPausedBySupport: boolean;
  isPausedForAll: boolean;
  /** The supplier's unclear answers pause ordering. */
  doubtPause: DoubtPause | null;
  /** Begins every reference of the shop; null before it has one. */
  referencePrefix: string | null;
  /** The version that parcels leave with now; null while none was published through Stockbridge. */
  brandingVersion: number | null;
  exchangeRates: ExchangeRate[];
  /** By the shop's variant ids, as last read from the supplier. */
  linkedVariants: ReadonlyMap<string, LinkedVariant>;
};

/** Of which fulfillment order, with which variants. */
type Asked = { shop: ShopDomain; fulfillmentOrderId: string; shopVariantIds: string[] };

/**
 * Reads all that placing an order depends on: its rows, and the linked variants a moment later. Where the shop got another key in
 * between, the attempt is not begun. Orders that are read at the same time share a transaction.
 */
export const readFacts: (asked: Asked) => Promise<Facts> = gather((asked: Asked[]) =>
  inShops([...new Set(asked.map(({ shop }) => shop))], async (tx, now) => {
    const rows = await readRows(tx, asked);
    const linked = await findLinkedVariants(tx, asked);
    return asked.map((_, at) => toFacts(rows.get(at), { now, linkedVariants: linked[at] ?? new Map() }));
  }),
);

type Row = {
  at: number;
  isKnown: boolean;
  ourLocationId: string | null;
  sealedKey: string | null;
  generation: number;
  account: string | null;
  keyCheck: string;
  pausedAt: Date | null;
  isPausedBySupport: boolean;
  isPausedForAll: boolean;
  nextTryAt: Date | null;
  nextTryOfAllAt: Date | null;
  referencePrefix: string | null;
  brandingVersion: number | null;
  priceRules: unknown;
};

/** One row each. Prisma's calls would take a statement for every table. */
async function readRows(tx: Tx, asked: Asked[]): Promise<Map<number, Row>> {
  const rows = await tx.$queryRaw<Row[]>`
    select asked.at::int,
      exists (select from supplier_order known
        where known.shop = asked.shop and known.fulfillment_order_id = asked.fulfillment_order_id) as "isKnown",
      case when service.service_id is not null then service.location_id end as "ourLocationId",
      connection.sealed_key as "sealedKey", connection.generation, connection.account,
      connection.key_check as "keyCheck",
      settings.paused_at as "pausedAt", settings.next_try_at as "nextTryAt",
      settings.reference_prefix as "referencePrefix",
      exists (select from support_pause pause where pause.shop = asked.shop) as "isPausedBySupport",
      exists (select from support_pause_of_all) as "isPausedForAll",
      (select next_try_at from supplier_doubt limit 1) as "nextTryOfAllAt",
      (select number from branding_version branding
        where branding.shop = asked.shop and published_at is not null
        order by number desc limit 1) as "brandingVersion",
      (select rules from price_rules where price_rules.shop = asked.shop
        order by version desc limit 1) as "priceRules"
    from unnest(${asked.map(({ shop }) => shop)}::text[],
        ${asked.map(({ fulfillmentOrderId }) => fulfillmentOrderId)}::text[])
      with ordinality as asked(shop, fulfillment_order_id, at)
    left join fulfillment_service service on service.shop = asked.shop
    left join connection on connection.shop = asked.shop
    left join ordering_settings settings on settings.shop = asked.shop`;
  return new Map(rows.map((row) => [row.at - 1, row]));
}

function toFacts(row: Row | undefined, read: Pick<Facts, "now" | "linkedVariants">): Facts {
  if (row === undefined) throw new Error("The database did not answer for every order.");
  const {
    sealedKey,
    generation,
    account,
    keyCheck,
    nextTryAt,
    nextTryOfAllAt,
    priceRules,
    at: _,
    ...facts
  } = row;
  return {
    ...read,
    ...facts,
    connection: sealedKey === null ? null : { sealedKey, generation, account, keyCheck },
    doubtPause: pauseOf({ ofShop: nextTryAt, ofAll: nextTryOfAllAt }),
    exchangeRates: exchangeRatesOf(priceRules),
  };
}
