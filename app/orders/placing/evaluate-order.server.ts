import { Prisma } from "@prisma/client";

import {
  findLinkedVariants,
  type LinkedVariant,
  readLinkedVariants,
} from "../../catalog/links/find-linked-variants.server.ts";
import { type Costs, costsOf } from "../../catalog/pricing/costs.ts";
import { exchangeRatesOf, type ExchangeRate } from "../../catalog/pricing/exchange-rate.ts";
import { type OpenKey, openUsableKey, type SealedKey } from "../../connection/sealed-key.server.ts";
import { inShops, type Tx } from "../../lib/database/db.server.ts";
import { env } from "../../lib/env.server.ts";
import { batchCalls } from "../../lib/database/batch-calls.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import { methodKey } from "../../shop/orders/shipping-method.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { mayCall } from "../../wholesale/write-gate.ts";
import type { AttributeDecision } from "../choices/attributes.ts";
import type { ChoiceRules } from "../choices/choose.ts";
import { expectedShipping, usualShipping } from "../earnings/usual-shipping.server.ts";
import { countedStates } from "../states/order-state.ts";
import { usingUpReference } from "../states/outcome.ts";
import { type DoubtPause, pauseOf } from "../store/doubt-pause.server.ts";
import type { Approved } from "./approvals.ts";
import { type Circumstances, type Decision, decideOrder } from "./decide-order.ts";
import { type Part, planPart } from "./plan-part.ts";

/** Our records of a fulfillment order and its shop on which placing it depends. */
export type Facts = {
  /** Database time of the read. */
  now: Date;
  /** First time that a person confirmed that the supplier does not have this order. */
  deniedAt: Date | null;
  /**
   * True if the supplier once had an order for this request, or for another part of the customer's order. The pieces of
   * that former order no longer count, but the supplier may have reopened it.
   */
  isOrderedBefore: boolean;
  /** Location of our fulfillment service; null while there is none. */
  ourLocationId: string | null;
  /** State of our fulfillment service. `replaced`: it was deleted after the order was requested, and created again. */
  service: Circumstances["service"];
  /** The shop's connection; null if the shop is not connected. */
  connection: SealedKey | null;
  pausedAt: Date | null;
  /** True if one of the merchant's workflows holds the order. */
  isHeldOnRequest: boolean;
  /** True if the merchant accepted a loss for this fulfillment order, and the loss is not in our order's row yet. */
  hasAcceptedLoss: boolean;
  /** The merchant's setting: true if lines that can be ordered are sent while the other lines wait. */
  sendsParts: boolean;
  isPausedBySupport: boolean;
  isPausedForAll: boolean;
  /** The pause of ordering after the supplier's unclear replies; null if there is none. */
  doubtPause: DoubtPause | null;
  /** Prefix of all references of the shop; null before the shop has one. */
  referencePrefix: string | null;
  /** The current branding version of packages; null while none was published to the connected account through Stockbridge. */
  brandingVersion: number | null;
  exchangeRates: ExchangeRate[];
  choiceRules: ChoiceRules;
  /** True if the order's shipping method was seen before. */
  isMethodKnown: boolean;
  /** The merchant's settings of tax and shipping. */
  costs: Costs;
  /** The supplier's usual charge for shipping to the order's country; null if no order went there. */
  usualShipping: Money | null;
  /** Variants as last read from the supplier, by the shop's variant id. */
  linkedVariants: ReadonlyMap<string, LinkedVariant>;
};

/** A fulfillment order as the shop shows it; `request` is null if the shop shows no such request. */
type Asked = {
  shop: ShopDomain;
  fulfillmentOrderId: string;
  request: Pick<FulfillmentOrder, "shopOrderId" | "lines" | "shippingMethod" | "destination"> | null;
};

/** Reads the facts for placing an order. Orders that are read at the same time share a transaction. */
export const readFacts: (asked: Asked) => Promise<Facts> = batchCalls((asked: Asked[]) =>
  inShops([...new Set(asked.map(({ shop }) => shop))], (tx, now) => readFactsIn(tx, asked, now)),
);

/**
 * Reads the facts for several orders in `tx`: first their rows, then the linked variants. If a shop's key is replaced between
 * the two reads, `beginAttempt` begins no attempt.
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
  isOrderedBefore: boolean;
  ourLocationId: string | null;
  service: Facts["service"];
  sealedKey: string | null;
  generation: number;
  account: string | null;
  keyCheck: string;
  pausedAt: Date | null;
  isHeldOnRequest: boolean;
  hasAcceptedLoss: boolean;
  sendsParts: boolean;
  isPausedBySupport: boolean;
  isPausedForAll: boolean;
  nextTryAt: Date | null;
  nextTryOfAllAt: Date | null;
  referencePrefix: string | null;
  brandingVersion: number | null;
  priceRules: unknown;
  isMethodKnown: boolean;
  isAssigned: boolean;
  supplierMethod: string | null;
  defaultMethod: string | null;
  holdsUnknown: boolean;
  sendsCustomerNote: boolean;
  attributeDecisions: AttributeDecision[];
  usualShipping: Money | null;
};

/** Reads one row per order in one statement. Prisma would send one per table. */
async function readRows(tx: Tx, asked: Asked[]): Promise<Map<number, Row>> {
  const rows = await queryRows<Row>(tx)`
    select asked.at::int,
      (select min(outcome.at) from order_attempt attempt
        join order_attempt_outcome outcome on outcome.shop = attempt.shop and outcome.attempt_id = attempt.id
        where attempt.shop = known.shop and attempt.order_id = known.id and outcome.kind = 'confirmed-not-ordered')
        as "deniedAt",
      exists (select from supplier_order before
        join order_attempt attempt on attempt.shop = before.shop and attempt.order_id = before.id
        join order_attempt_outcome outcome on outcome.shop = attempt.shop and outcome.attempt_id = attempt.id
        where before.shop = asked.shop and before.shop_order_id = asked.shop_order_id
          and (before.id = known.id or before.state <> all(${countedStates}))
          and outcome.kind = any(${usingUpReference}))
        as "isOrderedBefore",
      case when service.service_id is not null and service.state <> 'gone' then service.location_id end as "ourLocationId",
      case when service.state = 'gone' then 'gone' when service.gone_at >= known.requested_at then 'replaced'
        else 'there' end as service,
      connection.sealed_key as "sealedKey", connection.generation, connection.account,
      connection.key_check as "keyCheck",
      settings.paused_at as "pausedAt", coalesce(settings.sends_parts, false) as "sendsParts", settings.next_try_at as "nextTryAt",
      settings.reference_prefix as "referencePrefix",
      exists (select from order_hold where order_hold.shop = asked.shop
          and order_hold.shop_order_id = coalesce(known.shop_order_id, asked.shop_order_id))
        as "isHeldOnRequest",
      exists (select from unrequested_order waiting where waiting.shop = asked.shop
          and waiting.fulfillment_order_id = asked.fulfillment_order_id and waiting.accepted_loss is not null)
        as "hasAcceptedLoss",
      exists (select from support_pause pause where pause.shop = asked.shop) as "isPausedBySupport",
      exists (select from support_pause_of_all) as "isPausedForAll",
      (select next_try_at from doubt_pause_of_all limit 1) as "nextTryOfAllAt",
      (select number from branding_version branding
        where branding.shop = asked.shop and published_at is not null
          and branding.account is not distinct from connection.account
        order by number desc limit 1) as "brandingVersion",
      (select rules from price_rules where price_rules.shop = asked.shop
        order by version desc limit 1) as "priceRules",
      method.key is not null as "isMethodKnown", method.assigned_at is not null as "isAssigned",
      method.supplier_method as "supplierMethod", settings.default_shipping_method as "defaultMethod",
      coalesce(settings.holds_unknown_methods, false) as "holdsUnknown",
      coalesce(settings.sends_customer_note, false) as "sendsCustomerNote",
      (select coalesce(jsonb_agg(jsonb_build_object('shopProductId', shop_product_id, 'name', name, 'sendsInNote', sends_in_note)), '[]')
        from attribute_decision decision where decision.shop = asked.shop
          and decision.shop_product_id = any(string_to_array(asked.products_with_texts, ' '))) as "attributeDecisions",
      ${usualShipping({ shop: Prisma.sql`asked.shop`, country: Prisma.sql`asked.country` })} as "usualShipping"
    from unnest(${asked.map(({ shop }) => shop)}::text[],
        ${asked.map(({ fulfillmentOrderId }) => fulfillmentOrderId)}::text[],
        ${asked.map(({ request }) => methodKey(request?.shippingMethod ?? ""))}::text[],
        ${asked.map(({ request }) => productsWithTexts(request).join(" "))}::text[],
        ${asked.map(({ request }) => request?.destination?.countryCode ?? "")}::text[],
        ${asked.map(({ request }) => request?.shopOrderId ?? "")}::text[])
      with ordinality as asked(shop, fulfillment_order_id, method_key, products_with_texts, country, shop_order_id, at)
    left join supplier_order known
      on known.shop = asked.shop and known.fulfillment_order_id = asked.fulfillment_order_id
    left join fulfillment_service service on service.shop = asked.shop
    left join connection on connection.shop = asked.shop
    left join ordering_settings settings on settings.shop = asked.shop
    left join shipping_method method on method.shop = asked.shop and method.key = asked.method_key`;
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
    isAssigned,
    supplierMethod,
    defaultMethod,
    holdsUnknown,
    sendsCustomerNote,
    attributeDecisions,
    at: _,
    ...facts
  } = row;
  return {
    ...read,
    ...facts,
    connection: sealedKey === null ? null : { sealedKey, generation, account, keyCheck },
    doubtPause: pauseOf({ ofShop: nextTryAt, ofAll: nextTryOfAllAt }),
    exchangeRates: exchangeRatesOf(priceRules),
    choiceRules: {
      method: { assigned: isAssigned ? { supplierMethod } : null, defaultMethod, holdsUnknown },
      sendsCustomerNote,
      attributeDecisions,
    },
    costs: costsOf(priceRules),
  };
}

/** The decision on an order, and the facts behind it. */
export type Evaluated = {
  decision: Decision;
  /** If the order is held, the lines that can be ordered without the others; null if there are none. */
  part: Part | null;
  linkedVariants: Circumstances["linkedVariants"];
  /** The key that read cost and stock; null if no key works. */
  key: OpenKey | null;
};

/**
 * Decides on an order by the shop's fulfillment order, our records, and the supplier's current cost and stock.
 *
 * @param fulfillmentOrder null if the shop shows no such fulfillment order.
 * @throws Failure if the read of cost and stock from the supplier fails.
 */
export async function evaluateOrder(
  shop: ShopDomain,
  {
    fulfillmentOrder,
    facts,
    approved,
  }: { fulfillmentOrder: FulfillmentOrder | null; facts: Facts; approved: Approved },
): Promise<Evaluated> {
  // Without a working key nothing is bought, so cost and stock as last read suffice.
  const key = await openUsableKey(shop, facts.connection);
  const linkedVariants =
    key === null ? facts.linkedVariants : await readLinkedVariants(facts.linkedVariants, key);
  const circumstances: Circumstances = {
    fulfillmentOrder,
    linkedVariants,
    approved,
    exchangeRates: facts.exchangeRates,
    costs: facts.costs,
    expectedShipping: expectedShipping(facts.usualShipping, facts.costs),
    connected: facts.connection !== null,
    service: facts.service,
    confirmed: mayCall(assumptions(), "placeOrder"),
    paused: whoPaused(facts),
    heldOnRequest: facts.isHeldOnRequest,
    choiceRules: facts.choiceRules,
    takes: abilities,
  };
  const decision = decideOrder(circumstances);
  const part = decision.kind === "hold" ? planPart(circumstances) : null;
  return { decision, part, linkedVariants, key };
}

/** If several pauses apply, the widest one is shown. */
function whoPaused({ isPausedForAll, isPausedBySupport, pausedAt }: Facts): Circumstances["paused"] {
  if (env.ORDERING === "paused" || isPausedForAll) return "for-all";
  if (isPausedBySupport) return "by-support";
  return pausedAt === null ? "no" : "by-merchant";
}

/** Returns the shop's variants whose links an order depends on. */
function variantsIn(fulfillmentOrder: Pick<FulfillmentOrder, "lines"> | null): string[] {
  return fulfillmentOrder?.lines.flatMap(({ shopVariantId }) => shopVariantId ?? []) ?? [];
}

function productsWithTexts(fulfillmentOrder: Pick<FulfillmentOrder, "lines"> | null): string[] {
  const lines = fulfillmentOrder?.lines.filter(({ attributes }) => attributes.length > 0) ?? [];
  return lines.flatMap(({ shopProductId }) => shopProductId ?? []);
}
