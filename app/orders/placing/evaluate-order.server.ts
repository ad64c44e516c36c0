import { findLinkedVariants, type LinkedVariant } from "../../catalog/links/find-linked-variants.server.ts";
import { exchangeRatesOf } from "../../catalog/pricing/exchange-rates-of.ts";
import type { ExchangeRate } from "../../catalog/pricing/exchange-rate.ts";
import { readLinkedVariants } from "../../catalog/links/read-linked-variants.server.ts";
import { type OpenKey, openUsableKey, type SealedKey } from "../../connection/sealed-key.server.ts";
import { inShops, type Tx } from "../../lib/db.server.ts";
import { env } from "../../lib/env.server.ts";
import { gather } from "../../lib/gather.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { mayCall } from "../../wholesale/write-gate.ts";
import { type DoubtPause, pauseOf } from "../store/doubt-pause.server.ts";
import { type Circumstances, type Decision, decideOrder } from "./decide-order.ts";

/** What our records say of a fulfillment order and its shop, as far as placing it depends on that. */
export type Facts = {
  /** The database's time at which it was so. */
  now: Date;
  /** When a person first said that the supplier does not have this order. */
  deniedAt: Date | null;
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

/** A fulfillment order as the shop shows it; `request` is null when it has none of that id. */
type Asked = {
  shop: ShopDomain;
  fulfillmentOrderId: string;
  request: Pick<FulfillmentOrder, "lines"> | null;
};

/** Reads all that placing an order depends on. Orders that are read at the same time share a transaction. */
export const readFacts: (asked: Asked) => Promise<Facts> = gather((asked: Asked[]) =>
  inShops([...new Set(asked.map(({ shop }) => shop))], (tx, now) => readFactsIn(tx, asked, now)),
);

/**
 * The same for several orders in `tx`: their rows, and the linked variants a moment later. Where the shop got another key in
 * between, the attempt is not begun.
 */
export async function readFactsIn(tx: Tx, asked: Asked[], now: Date): Promise<Facts[]> {
  const wanted = asked.map(({ shop, request }) => ({ shop, shopVariantIds: variantsIn(request) }));
  const rows = await readRows(tx, asked);
  const linked = await findLinkedVariants(tx, wanted);
  return asked.map((_, at) => toFacts(rows.get(at), { now, linkedVariants: linked[at] ?? new Map() }));
}

type Row = {
  at: number;
  deniedAt: Date | null;
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
      (select min(outcome.at) from order_attempt attempt
        join order_attempt_outcome outcome on outcome.shop = attempt.shop and outcome.attempt_id = attempt.id
        where attempt.shop = known.shop and attempt.order_id = known.id and outcome.kind = 'confirmed-not-ordered')
        as "deniedAt",
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
    left join supplier_order known
      on known.shop = asked.shop and known.fulfillment_order_id = asked.fulfillment_order_id
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

/** What becomes of an order, with what that was decided by. */
export type Evaluated = {
  decision: Decision;
  linkedVariants: Circumstances["linkedVariants"];
  /** The key that cost and stock were read with; null without one that works. */
  key: OpenKey | null;
};

/**
 * Decides what becomes of an order, by what the shop shows, what our records say, and cost and stock at the supplier at this
 * moment.
 *
 * @param fulfillmentOrder null when the shop has none of that id.
 * @throws Failure when the supplier cannot be asked about cost and stock just now.
 */
export async function evaluateOrder(
  shop: ShopDomain,
  {
    fulfillmentOrder,
    facts,
    approvedCosts,
    testApproved,
  }: { fulfillmentOrder: FulfillmentOrder | null; facts: Facts } & Pick<
    Circumstances,
    "approvedCosts" | "testApproved"
  >,
): Promise<Evaluated> {
  // Without a key that works nothing is bought, so there is nobody to ask, and nothing to lose by what was read last.
  const key = await openUsableKey(shop, facts.connection);
  const linkedVariants =
    key === null ? facts.linkedVariants : await readLinkedVariants(facts.linkedVariants, key);
  const decision = decideOrder({
    ...{ fulfillmentOrder, linkedVariants, approvedCosts, testApproved },
    exchangeRates: facts.exchangeRates,
    connected: facts.connection !== null,
    confirmed: mayCall(assumptions(), "placeOrder"),
    paused: whoPaused(facts),
  });
  return { decision, linkedVariants, key };
}

/** The widest pause is the one shown. */
function whoPaused({ isPausedForAll, isPausedBySupport, pausedAt }: Facts): Circumstances["paused"] {
  if (env.ORDERING === "paused" || isPausedForAll) return "for-all";
  if (isPausedBySupport) return "by-support";
  return pausedAt === null ? "no" : "by-merchant";
}

/** The variants whose links an order depends on. */
function variantsIn(fulfillmentOrder: Pick<FulfillmentOrder, "lines"> | null): string[] {
  return fulfillmentOrder?.lines.flatMap(({ shopVariantId }) => shopVariantId ?? []) ?? [];
}
