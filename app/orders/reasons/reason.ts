import type { Failure } from "../../lib/failure.ts";
import type { Money } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import type { DeliveryMethod } from "../../shop/orders/fulfillment-order.ts";
import type { RejectionWord } from "../../wholesale/resources.ts";
import type { Loss } from "../earnings/earnings.ts";
import {
  type Attention,
  type Help,
  row,
  type Row,
  SOON,
  IN_A_MINUTE,
  PAUSE,
  TO_CHANGE_IN_SHOP,
  TO_APPROVE,
  TO_ASSIGN,
  TO_OMIT_NOTE,
  TO_CONFIRM,
  TO_ACKNOWLEDGE,
  TO_ACKNOWLEDGE_UNTIL_UPDATE,
  TO_ACKNOWLEDGE_ALWAYS,
} from "./consequences.ts";
import type { Purchase } from "./purchase.ts";
import type {
  CostCode,
  CostLines,
  Difference,
  Explained,
  Lines,
  Numbered,
  ShopChange,
} from "./reason-params.ts";

/**
 * The reasons for an order's state, and their consequences: rows, pages, sweeps and wake-ups all use this
 * table. A code's texts are the messages `orders.reason.<code>` and `orders.reason.<code>.label`. Rows keep
 * codes, so a code never changes its meaning.
 */
const reasons = {
  // Not ordered yet
  "not-connected": row({ attention: "to-order", recheck: 3600, wokenBy: ["connected"], help: "settings" }),
  "ordering-paused": row({ ...PAUSE, recheck: 3600, wokenBy: ["ordering-resumed"], help: "settings" }),
  "ordering-paused-by-support": row({ ...PAUSE, recheck: 300, wokenBy: ["support-resumed"] }),
  "ordering-paused-for-all": row({ ...PAUSE, recheck: 300, wokenBy: ["support-resumed"] }),
  "ordering-doubtful": row({ ...PAUSE, recheck: 60, wokenBy: ["doubts-ended"] }),
  "not-confirmed": row({ ...PAUSE, recheck: 300 }),
  // Rows of early releases have no amount, until a worker checks the order again.
  unpaid: row<{ outstanding: Money } & Purchase>({
    attention: "to-order",
    recheck: 900,
    wokenBy: ["paid"],
    help: "shop-order",
  }),
  "test-order": row<Purchase>({ attention: "to-order", recheck: 3600, help: "send-test-order" }),
  "on-hold": row({ attention: "to-order", recheck: 900, help: "shop-order" }),
  // A workflow of Shopify Flow holds the order, until a person or another workflow sends it.
  "held-on-request": row({ attention: "to-order", recheck: null, help: "retry" }),
  "payment-not-shown": row({ attention: "to-order", recheck: 86_400, help: "shop-order" }),
  "not-shipped": row<{ delivery: DeliveryMethod }>(TO_CHANGE_IN_SHOP),
  "unlinked-variant": row<Lines>({
    attention: "to-order",
    recheck: 3600,
    wokenBy: ["connected", "products-linked"],
    help: "links",
  }),
  "account-changed": row<Lines>({
    attention: "to-order",
    recheck: 3600,
    wokenBy: ["connected", "account-decided"],
    help: "settings",
  }),
  "no-sku": row<Lines>(TO_CHANGE_IN_SHOP),
  "no-quantity": row(TO_CHANGE_IN_SHOP),
  "no-address": row(TO_CHANGE_IN_SHOP),
  "address-not-shown": row(TO_CHANGE_IN_SHOP),
  "no-name": row(TO_CHANGE_IN_SHOP),
  "no-street": row(TO_CHANGE_IN_SHOP),
  "no-city": row(TO_CHANGE_IN_SHOP),
  "no-postcode": row(TO_CHANGE_IN_SHOP),
  "no-country": row(TO_CHANGE_IN_SHOP),
  "unknown-province": row(TO_CHANGE_IN_SHOP),
  "method-not-assigned": row<{ method: string }>(TO_ASSIGN),
  "method-not-offered": row<{ method: string }>(TO_ASSIGN),
  "note-not-taken": row(TO_OMIT_NOTE),
  "note-too-long": row<{ length: number; most: number }>(TO_OMIT_NOTE),
  "texts-not-taken": row<Lines>({
    attention: "to-order",
    recheck: 3600,
    wokenBy: ["connected", "choices-changed"],
  }),
  discontinued: row<Lines>({ attention: "to-order", recheck: 3600, wokenBy: ["connected"] }),
  "out-of-stock": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "price-unreadable": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "stock-unreadable": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "product-unreadable": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "other-currency": row<CostLines<"other-currency">>(TO_APPROVE),
  // Rows of earlier releases may lack `total` and `loss`. `loss` is null if the order's profit is unknown.
  "below-cost": row<CostLines<"below-cost"> & { total: Message; loss: Loss | null }>(TO_APPROVE),
  "cost-rose": row<CostLines<"cost-rose">>(TO_APPROVE),
  "already-ordered": row<Lines>({ attention: "to-order", recheck: 3600 }),
  "already-at-supplier": row<Numbered>({ attention: "to-order", recheck: null, help: "retry" }),
  "key-unauthorized": row({ attention: "to-order", recheck: 300, wokenBy: ["connected"], help: "settings" }),
  "key-not-opened": row({ attention: "to-order", recheck: 300, wokenBy: ["connected"], help: "settings" }),

  // Our fulfillment service was deleted while the order waited. Once the service is back, the order may be assigned to
  // it again.
  "service-gone": row({ attention: "to-order", recheck: 3600, wokenBy: ["service-back"], help: "home" }),
  "service-replaced": row(TO_CHANGE_IN_SHOP),

  // Outcomes of an attempt
  "never-sent": row({ attention: "none", recheck: SOON, wokenBy: ["supplier-back"] }),
  "too-late": row({ attention: "none", recheck: 0 }),
  rejected: row<Explained & { word?: RejectionWord }>({
    attention: "to-order",
    recheck: null,
    help: "retry",
  }),
  "ended-at-once": row<Numbered & { status: string }>({
    attention: "to-order",
    recheck: null,
    help: "retry",
  }),
  "proven-not-ordered": row({ attention: "none", recheck: 0 }),
  "confirmed-not-ordered": row({ attention: "none", recheck: 0 }),

  // In doubt
  unclear: row<Explained>(TO_CONFIRM),
  abandoned: row(TO_CONFIRM),
  "found-dead": row<Numbered & { status: string }>(TO_CONFIRM),
  "found-different": row<Numbered>(TO_CONFIRM),
  "found-twice": row<{ numbers: readonly string[] }>(TO_CONFIRM),
  "found-unreadable": row<Numbered>(TO_CONFIRM),
  "not-found": row<Explained>(TO_CONFIRM),
  "accepted-before-records": row(TO_CONFIRM),
  "found-for-earlier-request": row<Numbered & { reference: string }>(TO_CONFIRM),
  "unreadable-for-earlier-request": row<{ reference: string }>(TO_CONFIRM),
  "cannot-tell": row<Explained>({
    attention: "always",
    recheck: IN_A_MINUTE,
    wokenBy: ["supplier-back", "connected"],
    help: "confirm",
  }),

  // Failures of the supplier, the shop or Stockbridge
  "supplier-unreachable": row<Explained>({ attention: "none", recheck: SOON, wokenBy: ["supplier-back"] }),
  "supplier-rate-limited": row<Explained>({ attention: "none", recheck: IN_A_MINUTE }),
  "supplier-rejected": row<Explained>({ attention: "none", recheck: SOON }),
  "supplier-unexpected-reply": row<Explained>({ attention: "none", recheck: SOON }),
  "supplier-outcome-unknown": row<Explained>({
    attention: "none",
    recheck: SOON,
    wokenBy: ["supplier-back"],
  }),
  "shop-unreachable": row<Explained>({ attention: "none", recheck: SOON }),
  "shop-rate-limited": row<Explained>({ attention: "none", recheck: SOON }),
  "shop-rejected": row<Explained>({ attention: "always", recheck: SOON, help: "retry" }),
  "shop-unexpected-reply": row<Explained>({ attention: "always", recheck: SOON, help: "retry" }),
  "shop-outcome-unknown": row<Explained>({ attention: "none", recheck: SOON }),
  "permission-missing": row({ attention: "always", recheck: SOON, help: "retry" }),
  "access-lost": row({ attention: "always", recheck: SOON, wokenBy: ["access-restored"] }),
  // The app is uninstalled. After a new install, connecting the supplier wakes the order, although it has no due time.
  "shop-gone": row({ attention: "none", recheck: null, wokenBy: ["connected"] }),
  ours: row({ attention: "none", recheck: SOON }),
  "still-waiting": row<Explained>({
    attention: "to-order",
    recheck: SOON,
    wokenBy: ["supplier-back"],
    help: "retry",
  }),

  // The request in the shop
  "not-accepted": row<Explained>({ attention: "always", recheck: SOON, help: "shop-order" }),
  "not-declined": row<Explained>({ attention: "always", recheck: SOON, help: "shop-order" }),
  // Shopify has refused a step towards a request of the lines that can be ordered: a rejection, or the request after it.
  "part-not-requested": row<Explained>({ attention: "always", recheck: SOON, help: "shop-order" }),
  // Only this app rejects requests. This reason means that our records lack the rejection, for example after a backup
  // was restored.
  "request-rejected": row({ attention: "until-acknowledged", recheck: null, help: "acknowledge" }),
  "request-gone": row({ attention: "none", recheck: 0 }),
  gone: row({ attention: "none", recheck: null }),
  "not-ours": row({ attention: "none", recheck: null }),
  "not-ordered-again": row<Numbered>({ attention: "none", recheck: null }),
  // The supplier ended the order earlier, and the merchant may not have read that yet. This reason therefore says both.
  "rejected-since-ended": row<Numbered>({
    attention: "until-acknowledged",
    recheck: null,
    help: "acknowledge",
  }),

  // The customer's order
  "changed-in-shop": row<Numbered & { changes: readonly ShopChange[] }>({
    ...TO_ACKNOWLEDGE,
    cancelHelps: true,
  }),
  // Noticed only after the whole order had shipped
  "address-changed-too-late": row<Numbered>(TO_ACKNOWLEDGE_ALWAYS),

  // The order at the supplier
  "not-canceled": row<Explained>(TO_ACKNOWLEDGE),
  "update-differs": row<Numbered>(TO_ACKNOWLEDGE_UNTIL_UPDATE),
  "unknown-to-supplier": row<Numbered>(TO_ACKNOWLEDGE_UNTIL_UPDATE),
  // The order was placed with another account, and the supplier does not show it to the connected account.
  "other-account": row<Numbered>(TO_ACKNOWLEDGE_UNTIL_UPDATE),
  "update-unreadable": row<Numbered & Explained>({ attention: "none", recheck: null, endedByUpdate: true }),
  "rest-canceled": row<Numbered>(TO_ACKNOWLEDGE),
  "canceled-after-shipping": row<Numbered>(TO_ACKNOWLEDGE_ALWAYS),
  "canceled-at-supplier": row<Numbered>(TO_ACKNOWLEDGE),
  "rejected-at-supplier": row<Numbered>(TO_ACKNOWLEDGE),
  "duplicate-at-supplier": row<Numbered & { other: string }>(TO_ACKNOWLEDGE),
  "still-open-at-supplier": row<Numbered>(TO_ACKNOWLEDGE),
  // Missing, replaced or added pieces, missing packages, another cost
  "differs-at-supplier": row<Numbered & { differences: readonly Difference[] }>({
    ...TO_ACKNOWLEDGE_ALWAYS,
    cancelHelps: true,
  }),
  // Shipments that the shop does not show in full
  "shipment-not-shown": row<{ shipments: number }>(TO_ACKNOWLEDGE_ALWAYS),
  // The merchant chose to order missing pieces again, in another request.
  "missing-ordered-again": row<Numbered>({ attention: "none", recheck: null }),
  // The missing pieces are to be ordered again, but the app lacks the optional scope to request them.
  "missing-not-allowed": row<Numbered>({
    attention: "always",
    recheck: SOON,
    outlastsDelivery: true,
    help: "settings",
  }),
  // The missing pieces could not be requested.
  "missing-not-ordered": row<Numbered & Explained>(TO_ACKNOWLEDGE_ALWAYS),
  canceled: row<Numbered>({ attention: "none", recheck: null }),
  "canceled-unsent": row({ attention: "none", recheck: null }),
};

export type ReasonCode = keyof typeof reasons;

export const reasonCodes = Object.keys(reasons) as ReasonCode[];

type ParamsIn<Code extends ReasonCode> = (typeof reasons)[Code] extends Row<infer Params> ? Params : never;

/** A reason with the parameters of its message. */
export type Reason<Codes extends ReasonCode = ReasonCode> = {
  [Code in Codes]: { code: Code } & ParamsIn<Code>;
}[Codes];

/** Returns the codes that fulfill a condition, for queries. */
export function reasonsThat(holds: (row: Row<unknown>) => boolean): ReasonCode[] {
  return reasonCodes.filter((code) => holds(reasons[code]));
}

/**
 * Returns the merchant's task for a code. Returns "always" for a code of a later version, so that the merchant sees the
 * order.
 */
export function attentionOf(code: string): Attention {
  return isKnown(code) ? reasons[code].attention : "always";
}

export function helpOf(code: string): Help | null {
  return isKnown(code) ? (reasons[code].help ?? null) : null;
}

export function cancelHelps(code: string): boolean {
  return isKnown(code) && reasons[code].cancelHelps === true;
}

/** Returns true if the reason only says why the order waits, so that the next successful step ends it. */
export function isAboutWaiting(code: string): boolean {
  return isKnown(code) && reasons[code].recheck !== null;
}

export function isEndedByUpdate(code: string): boolean {
  return isKnown(code) && reasons[code].endedByUpdate === true;
}

export function outlastsDelivery(code: string): boolean {
  return isKnown(code) && reasons[code].outlastsDelivery === true;
}

/** Returns true if the order is held because of its cost. The merchant can order it anyway. */
export function isAboutCost(code: string): code is CostCode {
  return helpOf(code) === "order-anyway";
}

/**
 * Returns true if the merchant can approve orders with this reason only one by one, and not in bulk: unpaid orders and
 * test orders.
 */
export function isApprovedOneByOne(code: string): boolean {
  return code === "unpaid" || code === "test-order";
}

/** Returns true if the order waits for the end of a pause. Until then, trying again does nothing. */
export function isAboutPause(code: string): boolean {
  return isKnown(code) && reasons[code].isPause === true;
}

/** Returns the seconds until a worker checks again; null: only after a wake-up. */
export function recheckSeconds(
  code: ReasonCode,
  { retryCount = 0, failure = null }: { retryCount?: number; failure?: Failure | null } = {},
): number | null {
  const { recheck } = reasons[code];
  return typeof recheck === "object" && recheck !== null
    ? backOffSeconds(retryCount, { failure, ...recheck })
    : recheck;
}

/** Returns true if this version knows the code. A row may have a code of a later version. */
export function isKnown(code: string): code is ReasonCode {
  return Object.hasOwn(reasons, code);
}
