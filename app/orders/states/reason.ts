import { Failure } from "../../lib/failure.ts";
import type { Money } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import type { DeliveryMethod } from "../../shop/fulfillment-order.ts";

/** What a reason asks of the merchant. */
export type Attention =
  /** Nothing: the order continues automatically, or has ended as intended. */
  | "none"
  /** It is not ordered before they do something. Once it is to be canceled instead, that does not matter. */
  | "to-order"
  /** Nothing that is due for the order goes on before they do something. */
  | "always"
  /** It went another way than they wanted. They have to know, and say that they do. */
  | "until-acknowledged";

/** What makes an order due before its time. Whatever the reason, a person can try again. */
export type Wake =
  | "access-restored"
  | "account-decided"
  | "connected"
  | "doubts-ended"
  | "ordering-resumed"
  | "paid"
  | "products-linked"
  | "supplier-back"
  | "support-resumed";

/** What helps, on the order's page: one of its buttons, or the way to where the cause is. */
export type Help =
  | "acknowledge"
  | "confirm"
  | "links"
  | "order-anyway"
  | "retry"
  | "send-test-order"
  | "settings"
  | "shop-order";

/** A line whose cost holds the order: how many pieces, what each costs at the supplier, and what that is held against. */
export type CostLine<Code extends CostCode = CostCode> = {
  code: `orders.cost-line.${Code}`;
  lineItemId: string;
  title: string;
  quantity: number;
  cost: Money;
  against: Money;
};
export type CostCode = "other-currency" | "below-cost" | "cost-rose";

type Row<Params> = {
  attention: Attention;
  /** Seconds until a worker looks again, or the first of ever longer pauses; null: only once something wakes it. */
  recheck: number | { firstSeconds: number } | null;
  wokenBy?: readonly Wake[];
  /** Whether an update of the supplier that can be applied ends it. */
  endedByUpdate?: true;
  /** Whether it matters even once the customer has everything. */
  outlastsDelivery?: true;
  help?: Help;
  /** What goes into the message. Only the type counts. */
  params?: Params;
};

/** Titles of the lines that it is about. */
type Lines = { lines: readonly string[] };
/** What has changed in the shop since the supplier got the order. */
export type ShopChange =
  | { code: "orders.change.removed"; title: string; ordered: number; left: number }
  | { code: "orders.change.address" | "orders.change.closed" | "orders.change.moved" };

/** The same with what they cost. */
type CostLines<Code extends CostCode> = { lines: readonly CostLine<Code>[] };
/** The supplier's number of the order. */
type Numbered = { number: string };
/** What the other side said, or a lookup showed. */
type Explained = { explanation: Message };

const SOON = { firstSeconds: 10 };
const IN_A_MINUTE = { firstSeconds: 60 };

/**
 * Why an order is where it is, and what follows from that: rows, pages, sweeps and wake-ups all go by this table. A code's
 * words are the messages `orders.reason.<code>` and `orders.reason.<code>.label`. Rows keep codes, so none is ever given
 * another meaning.
 */
const reasons = {
  // Why it is not ordered
  "not-connected": row({ attention: "to-order", recheck: 3600, wokenBy: ["connected"], help: "settings" }),
  "ordering-paused": row({
    ...{ attention: "none", recheck: 3600, wokenBy: ["ordering-resumed"], help: "settings" },
  }),
  "ordering-paused-by-support": row({ attention: "none", recheck: 300, wokenBy: ["support-resumed"] }),
  "ordering-paused-for-all": row({ attention: "none", recheck: 300, wokenBy: ["support-resumed"] }),
  "ordering-doubtful": row({ attention: "none", recheck: 60, wokenBy: ["doubts-ended"] }),
  "not-confirmed": row({ attention: "none", recheck: 300 }),
  unpaid: row({ attention: "to-order", recheck: 900, wokenBy: ["paid"], help: "shop-order" }),
  "test-order": row({ attention: "to-order", recheck: 3600, help: "send-test-order" }),
  "on-hold": row({ attention: "to-order", recheck: 900, help: "shop-order" }),
  "payment-not-shown": row({ attention: "to-order", recheck: 86_400, help: "shop-order" }),
  "not-shipped": row<{ delivery: DeliveryMethod }>({
    ...{ attention: "to-order", recheck: 3600, help: "shop-order" },
  }),
  "unlinked-variant": row<Lines>({
    ...{ attention: "to-order", recheck: 3600, wokenBy: ["connected", "products-linked"], help: "links" },
  }),
  "account-changed": row<Lines>({
    ...{ attention: "to-order", recheck: 3600, wokenBy: ["connected", "account-decided"], help: "settings" },
  }),
  "no-sku": row<Lines>({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "no-quantity": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "no-address": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "address-not-shown": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "no-name": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "no-street": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "no-city": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "no-postcode": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  "no-country": row({ attention: "to-order", recheck: 3600, help: "shop-order" }),
  discontinued: row<Lines>({ attention: "to-order", recheck: 3600, wokenBy: ["connected"] }),
  "out-of-stock": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "price-unreadable": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "stock-unreadable": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "product-unreadable": row<Lines>({ attention: "to-order", recheck: 900, wokenBy: ["connected"] }),
  "other-currency": row<CostLines<"other-currency">>({
    ...{ attention: "to-order", recheck: 3600, wokenBy: ["connected"], help: "order-anyway" },
  }),
  "below-cost": row<CostLines<"below-cost">>({
    ...{ attention: "to-order", recheck: 3600, wokenBy: ["connected"], help: "order-anyway" },
  }),
  "cost-rose": row<CostLines<"cost-rose">>({
    ...{ attention: "to-order", recheck: 3600, wokenBy: ["connected"], help: "order-anyway" },
  }),
  "already-ordered": row<Lines>({ attention: "to-order", recheck: 3600 }),
  "key-unauthorized": row({ attention: "to-order", recheck: 300, wokenBy: ["connected"], help: "settings" }),
  "key-not-opened": row({ attention: "to-order", recheck: 300, wokenBy: ["connected"], help: "settings" }),

  // What became of an attempt to order it
  "never-sent": row({ attention: "none", recheck: SOON, wokenBy: ["supplier-back"] }),
  "too-late": row({ attention: "none", recheck: 0 }),
  rejected: row<Explained>({ attention: "to-order", recheck: null, help: "retry" }),
  "ended-at-once": row<Numbered & { status: string }>({
    ...{ attention: "to-order", recheck: null, help: "retry" },
  }),
  "proven-not-ordered": row({ attention: "none", recheck: 0 }),
  "confirmed-not-ordered": row({ attention: "none", recheck: 0 }),

  // Why it is in doubt
  unclear: row<Explained>({ attention: "always", recheck: IN_A_MINUTE, help: "confirm" }),
  abandoned: row({ attention: "always", recheck: IN_A_MINUTE, help: "confirm" }),
  "found-dead": row<Numbered & { status: string }>({
    ...{ attention: "always", recheck: IN_A_MINUTE, help: "confirm" },
  }),
  "found-different": row<Numbered>({ attention: "always", recheck: IN_A_MINUTE, help: "confirm" }),
  "found-twice": row<{ numbers: readonly string[] }>({
    ...{ attention: "always", recheck: IN_A_MINUTE, help: "confirm" },
  }),
  "found-unreadable": row<Numbered>({ attention: "always", recheck: IN_A_MINUTE, help: "confirm" }),
  "not-found": row<Explained>({ attention: "always", recheck: IN_A_MINUTE, help: "confirm" }),
  "accepted-before-records": row({ attention: "always", recheck: IN_A_MINUTE, help: "confirm" }),
  "found-for-earlier-request": row<Numbered & { reference: string }>({
    ...{ attention: "always", recheck: IN_A_MINUTE, help: "confirm" },
  }),
  "unreadable-for-earlier-request": row<{ reference: string }>({
    ...{ attention: "always", recheck: IN_A_MINUTE, help: "confirm" },
  }),
  "cannot-tell": row<Explained>({
    ...{
      attention: "always",
      recheck: IN_A_MINUTE,
      wokenBy: ["supplier-back", "connected"],
      help: "confirm",
    },
  }),

  // What went wrong on the way, by the side that it went wrong on
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
  // Not installed any more: only an install leads on, and it wakes what rests.
  "shop-gone": row({ attention: "none", recheck: null, wokenBy: ["connected"] }),
  ours: row({ attention: "none", recheck: SOON }),
  "still-waiting": row<Explained>({
    ...{ attention: "to-order", recheck: SOON, wokenBy: ["supplier-back"], help: "retry" },
  }),

  // What became of the request in the shop
  "not-accepted": row<Explained>({ attention: "always", recheck: SOON, help: "shop-order" }),
  "not-declined": row<Explained>({ attention: "always", recheck: SOON, help: "shop-order" }),
  "request-gone": row({ attention: "none", recheck: 0 }),
  gone: row({ attention: "none", recheck: null }),
  "not-ours": row({ attention: "none", recheck: null }),
  "not-ordered-again": row<Numbered>({ attention: "none", recheck: null }),

  // What became of the customer's order
  "changed-in-shop": row<Numbered & { changes: readonly ShopChange[] }>({
    ...{ attention: "until-acknowledged", recheck: null, help: "acknowledge" },
  }),

  // What the supplier made of it
  "not-cancelled": row<Explained>({ attention: "until-acknowledged", recheck: null, help: "acknowledge" }),
  "update-differs": row<Numbered>({
    ...{ attention: "until-acknowledged", recheck: null, endedByUpdate: true, help: "acknowledge" },
  }),
  "unknown-to-supplier": row<Numbered>({
    ...{ attention: "until-acknowledged", recheck: null, endedByUpdate: true, help: "acknowledge" },
  }),
  "update-unreadable": row<Numbered & Explained>({ attention: "none", recheck: null, endedByUpdate: true }),
  "rest-cancelled": row<Numbered>({ attention: "until-acknowledged", recheck: null, help: "acknowledge" }),
  "cancelled-there": row<Numbered>({ attention: "until-acknowledged", recheck: null, help: "acknowledge" }),
  "rejected-there": row<Numbered>({ attention: "until-acknowledged", recheck: null, help: "acknowledge" }),
  "second-there": row<Numbered & { other: string }>({
    ...{ attention: "until-acknowledged", recheck: null, help: "acknowledge" },
  }),
  "alive-there": row<Numbered>({ attention: "until-acknowledged", recheck: null, help: "acknowledge" }),
  // Of what has left, the shop shows less
  "parcel-not-shown": row<{ parcels: number }>({
    ...{ attention: "until-acknowledged", recheck: null, outlastsDelivery: true, help: "acknowledge" },
  }),
  cancelled: row<Numbered>({ attention: "none", recheck: null }),
  "cancelled-unsent": row({ attention: "none", recheck: null }),
};

function row<Params = object>(row: Row<Params>): Row<Params> {
  return row;
}

export type ReasonCode = keyof typeof reasons;

export const reasonCodes = Object.keys(reasons) as ReasonCode[];

type ParamsIn<Code extends ReasonCode> = (typeof reasons)[Code] extends Row<infer Params> ? Params : never;

/** A reason with what goes into its message. */
export type Reason<Codes extends ReasonCode = ReasonCode> = {
  [Code in Codes]: { code: Code } & ParamsIn<Code>;
}[Codes];

/** The codes of which something holds, for a database to look for. */
export function reasonsThat(holds: (row: Row<unknown>) => boolean): ReasonCode[] {
  return reasonCodes.filter((code) => holds(reasons[code]));
}

/** What a code asks of the merchant. A code that this version does not know must at least be shown. */
export function attentionOf(code: string): Attention {
  return isKnown(code) ? reasons[code].attention : "always";
}

export function helpOf(code: string): Help | null {
  return isKnown(code) ? (reasons[code].help ?? null) : null;
}

/** Whether it says what an order waits for: once that went through, it is over. */
export function isAboutWaiting(code: string): boolean {
  return isKnown(code) && reasons[code].recheck !== null;
}

export function isEndedByUpdate(code: string): boolean {
  return isKnown(code) && reasons[code].endedByUpdate === true;
}

export function outlastsDelivery(code: string): boolean {
  return isKnown(code) && reasons[code].outlastsDelivery === true;
}

/** Whether the order is held for what it costs: then the merchant can have it ordered anyway. */
export function isAboutCost(code: string): code is CostCode {
  return helpOf(code) === "order-anyway";
}

/** After how many seconds a worker looks again; null: only once something wakes it. */
export function recheckSeconds(
  code: ReasonCode,
  { retryCount = 0, failure = null }: { retryCount?: number; failure?: Failure | null } = {},
): number | null {
  const { recheck } = reasons[code];
  return typeof recheck === "object" && recheck !== null
    ? backOffSeconds(retryCount, { failure, ...recheck })
    : recheck;
}

/** The reason that a failure is for the order that was being processed. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof Failure) || (error.side === "ours" && error.code !== "unauthorized"))
    return { code: "ours" };
  const { code, side, explanation } = error;
  switch (code) {
    case "unauthorized":
      return { code: side === "ours" ? "key-not-opened" : "key-unauthorized" };
    case "access-lost":
    case "shop-gone":
      return { code };
    case "rejected":
      if (explanation.code === "failure.shop.permission-missing") return { code: "permission-missing" };
      return { code: side === "shop" ? "shop-rejected" : "supplier-rejected", explanation };
    case "unreachable":
    case "rate-limited":
    case "unexpected-reply":
    case "outcome-unknown":
      return { code: side === "shop" ? `shop-${code}` : `supplier-${code}`, explanation };
  }
}

/** Five minutes with the shortest backoff, half an hour with that of a minute, longer if the other side asks to wait. */
const RETRIES_QUIETLY = 5;

/** Returns true if something has failed so often in a row that the merchant has to learn of it. */
export function failsForLong({ retryCount }: { retryCount: number }): boolean {
  return retryCount >= RETRIES_QUIETLY;
}

/** The reason of an order that could not be placed for long. @param explanation of the last failure. */
export function stillWaiting(explanation: Message = { code: "failure.ours" }): Reason<"still-waiting"> {
  return { code: "still-waiting", explanation };
}

/** A reason as a row keeps it. One from before reasons had parameters has its sentence, as `{text}`. */
export type StoredReason = { reason: string; reasonParams: unknown };

/** A reason in full, as a page or an entry says it. */
export function messageOf({ reason, reasonParams }: StoredReason): Message {
  const params = (reasonParams ?? {}) as { text?: string };
  if (params.text !== undefined) return { code: "earlier-message", text: params.text };
  return isKnown(reason) ? inWords({ ...params, code: reason } as Reason) : { code: "unknown-message" };
}

export function inWords({ code, ...params }: Reason): Message {
  return { ...params, code: `orders.reason.${code}` } as Worded;
}

/** A reason in a few words; null where this version has none. */
export function labelOf(code: string): Message | null {
  return isKnown(code) ? { code: `orders.reason.${code}.label` } : null;
}

/** Has the compiler hold that each reason has its message, with no parameters but its own. */
type Worded = { [Code in ReasonCode]: { code: `orders.reason.${Code}` } & ParamsIn<Code> }[ReasonCode];

function isKnown(code: string): code is ReasonCode {
  return Object.hasOwn(reasons, code);
}
