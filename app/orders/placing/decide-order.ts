import { type Money, totalOf } from "../../lib/money.ts";
import { addressFormOf, type Destination } from "../../shop/addresses/postal-address.ts";
import {
  type FulfillmentOrder,
  type FulfillmentOrderLine,
  isOver,
} from "../../shop/orders/fulfillment-order.ts";
import type { Address, SupplierVariantId } from "../../wholesale/resources.ts";
import { type ChoiceRules, type Choices, choose, type Taken } from "../choices/choose.ts";
import { type EarningRules, soldOf } from "../earnings/earnings.ts";
import type { Purchase } from "../reasons/purchase.ts";
import type { Reason } from "../reasons/reason.ts";
import type { CostCode } from "../reasons/reason-params.ts";
import { countPieces } from "../states/supplier-order.ts";
import { type Approved, isUnpaidApproved } from "./approvals.ts";
import { type LinkedLine, type LinkedVariant, problemOfCost } from "./judge-cost.ts";

export type Circumstances = {
  /** The fulfillment order as the shop shows it now; null if the shop does not show it. */
  fulfillmentOrder: FulfillmentOrder | null;
  /** Keyed by the shop's variant id, without variants that are not linked. */
  linkedVariants: ReadonlyMap<string, LinkedVariant>;
  connected: boolean;
  /** Our fulfillment service in the shop. `replaced`: it was deleted since the order's request, and created again. */
  service: "there" | "gone" | "replaced";
  /** Who has paused ordering: the shop's merchant, or Stockbridge support for this shop or all of them. */
  paused: "no" | "by-merchant" | "by-support" | "for-all";
  /** True if one of the merchant's workflows holds the order. */
  heldOnRequest: boolean;
  /** True if the contract documents ordering, or the operator has confirmed it. */
  confirmed: boolean;
  approved: Approved;
  /** The supplier's expected charge for shipping; null if unknown. */
  expectedShipping: Money | null;
  choiceRules: ChoiceRules;
  takes: Taken;
} & EarningRules;

/** A line to order. */
export type PlannedLine = {
  lineItemId: string;
  fulfillmentOrderLineId: string;
  supplierVariantId: SupplierVariantId;
  sku: string;
  title: string;
  quantity: number;
  /** Pieces that the customer ordered in all. */
  ordered: number;
  /** The supplier's cost per piece. */
  cost: Money;
  /** The customer's price of these pieces, net of tax. */
  revenue: Money;
  tax: Money;
};

export type Decision =
  | { kind: "place"; lines: PlannedLine[]; shipTo: Address; choices: Choices }
  | { kind: "hold"; reason: Reason }
  /** The customer's order is canceled, so nothing is bought for it. */
  | { kind: "cancel" }
  /** The request is not ours, is gone, or was rejected. */
  | { kind: "drop"; reason: Reason<"gone" | "not-ours" | "request-rejected"> };

/**
 * Decides a requested fulfillment order. Places all of its lines or none, because a request can be accepted only as a
 * whole. Problems that the merchant has to fix come before problems that may pass.
 */
export function decideOrder(circumstances: Circumstances): Decision {
  const { fulfillmentOrder, linkedVariants, connected, paused, confirmed, approved, service, heldOnRequest } =
    circumstances;
  if (fulfillmentOrder === null) return holdLeftBehind(service) ?? { kind: "drop", reason: { code: "gone" } };
  if (isOver(fulfillmentOrder.status)) return { kind: "drop", reason: { code: "gone" } };
  const { ours, request, paid, outstanding, test, status, delivery, lines, destination, orderCanceled } =
    fulfillmentOrder;
  if (!ours && service !== "there" && orderCanceled) return { kind: "cancel" };
  if (!ours) return holdLeftBehind(service) ?? { kind: "drop", reason: { code: "not-ours" } };
  if (request === "rejected" && !orderCanceled) return { kind: "drop", reason: { code: "request-rejected" } };
  // Includes accepted requests: a person may order again, or an earlier attempt's outcome was never stored.
  if (request !== "submitted" && request !== "accepted") return { kind: "drop", reason: { code: "gone" } };

  if (orderCanceled) return { kind: "cancel" };
  if (heldOnRequest) return hold({ code: "held-on-request" });
  if (!connected) return hold({ code: "not-connected" });
  if (!confirmed) return hold({ code: "not-confirmed" });
  if (paid === null || outstanding === null) return hold({ code: "payment-not-shown" });
  const linked = linkLines(lines, linkedVariants);
  if (!paid && !isUnpaidApproved(approved, outstanding))
    return hold({ code: "unpaid", outstanding, ...purchaseOf(linked) });
  if (test && !approved.test) return hold({ code: "test-order", ...purchaseOf(linked) });
  if (status === "on_hold" || status === "scheduled") return hold({ code: "on-hold" });
  if (delivery !== null && delivery !== "shipping") return hold({ code: "not-shipped", delivery });
  const problem = problemOfLines(linked) ?? problemOfAddress(fulfillmentOrder);
  if (problem !== null) return problem;
  const { choiceRules, takes } = circumstances;
  const chosen = choose(fulfillmentOrder, choiceRules, { takes, isNoteOmitted: approved.withoutNote });
  if ("reason" in chosen) return hold(chosen.reason);
  return (
    problemOfSupply(linked) ??
    holdForReason(problemOfCost(linked, circumstances)) ??
    pauseOf(paused) ?? {
      kind: "place",
      lines: linked.flatMap(plan),
      shipTo: toAddress(destination as Destination),
      choices: chosen.choices,
    }
  );
}

/** Returns what the pieces of lines cost; null if they cost several currencies. */
export function costOf(lines: readonly Pick<PlannedLine, "cost" | "quantity">[]): Money | null {
  return totalOf(lines.map(({ cost: price, quantity }) => ({ price, quantity })));
}

type Linked = Pick<Circumstances, "fulfillmentOrder" | "linkedVariants">;

/** Returns the lines to order; null if there is none, or one of them is not linked. */
export function linesToOrder({ fulfillmentOrder, linkedVariants }: Linked): PlannedLine[] | null {
  const linked = linkLines(fulfillmentOrder?.lines ?? [], linkedVariants);
  const lines = linked.flatMap(plan);
  return lines.length === 0 || lines.length < linked.length ? null : lines;
}

/** Returns the linked lines; null if there are none. */
export function linkedLines({ fulfillmentOrder, linkedVariants }: Linked): PlannedLine[] | null {
  const lines = linkLines(fulfillmentOrder?.lines ?? [], linkedVariants).flatMap(plan);
  return lines.length === 0 ? null : lines;
}

/**
 * Holds an order that is not shown as ours. Without our service, Shopify shows a waiting request at another location or
 * not at all, although the merchant wants it.
 */
function holdLeftBehind(service: Circumstances["service"]): Hold | null {
  return service === "there" ? null : hold({ code: `service-${service}` });
}

/** A line with pieces left to fulfill. `problem`: a problem of the line itself, apart from the order's cost. */
export type JudgedLine = LinkedLine & { problem: Reason | null };

/** Judges each line by itself, except that lines of one variant share its stock. */
export function judgeLines({
  fulfillmentOrder,
  linkedVariants,
}: Pick<Circumstances, "fulfillmentOrder" | "linkedVariants">): JudgedLine[] {
  const linked = linkLines(fulfillmentOrder?.lines ?? [], linkedVariants);
  return linked.map((each) => {
    const problem = problemOfLines([each]) ?? problemOfSupply([each], linked);
    return { ...each, problem: problem && problem.reason };
  });
}

/** Returns the first problem that keeps these items from being ordered. Ignores the order's costs and address. */
export function problemOfItems(
  items: readonly Item[],
  linkedVariants: Circumstances["linkedVariants"],
): Reason | null {
  const linked = linkLines(items, linkedVariants);
  return (problemOfLines(linked) ?? problemOfSupply(linked))?.reason ?? null;
}

function pauseOf(paused: Circumstances["paused"]): Hold | null {
  switch (paused) {
    case "no":
      return null;
    case "by-merchant":
      return hold({ code: "ordering-paused" });
    case "by-support":
      return hold({ code: "ordering-paused-by-support" });
    case "for-all":
      return hold({ code: "ordering-paused-for-all" });
  }
}

type Hold = Extract<Decision, { kind: "hold" }>;
type LinesCode = Exclude<Extract<Reason, { lines: readonly unknown[] }>["code"], CostCode>;

/** The facts of a line that its supply depends on. */
type Item = Pick<FulfillmentOrderLine, "shopVariantId" | "sku" | "title" | "quantity">;

function linkLines<Line extends Item>(
  lines: readonly Line[],
  linkedVariants: Circumstances["linkedVariants"],
): LinkedLine<Line>[] {
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ line, variant: linkedVariants.get(line.shopVariantId ?? "") }));
}

function purchaseOf(linked: LinkedLine[]): Purchase {
  const items = linked.map(
    ({ line: { title, quantity } }) => ({ code: "orders.item", quantity, title }) as const,
  );
  const lines = linked.flatMap(plan);
  return { items, cost: lines.length === linked.length ? costOf(lines) : null };
}

function problemOfLines(lines: LinkedLine<Item>[]): Hold | null {
  if (lines.length === 0) return hold({ code: "no-quantity" });
  return (
    holdFor("unlinked-variant", lines, ({ variant }) => variant === undefined) ??
    holdFor("account-changed", lines, ({ variant }) => variant?.ofAnotherAccount === true) ??
    holdFor("no-sku", lines, ({ line }) => isBlank(line.sku))
  );
}

/** @param all the order's lines: several of them may be linked to one variant, and share its stock. */
function problemOfSupply(lines: LinkedLine<Item>[], all: LinkedLine<Item>[] = lines): Hold | null {
  const wanted = countPieces(
    all.flatMap(({ line: { quantity }, variant }) => (variant ? [{ ...variant, quantity }] : [])),
  );
  const isShort = ({ variant }: LinkedLine<Item>) =>
    variant !== undefined && variant.stock < (wanted.get(variant.supplierVariantId) ?? 0);
  return (
    holdFor("price-unreadable", lines, ({ variant }) => variant?.unreadable === "price") ??
    holdFor("stock-unreadable", lines, ({ variant }) => variant?.unreadable === "stock") ??
    holdFor("product-unreadable", lines, ({ variant }) => variant?.unreadable === "product") ??
    holdFor("discontinued", lines, ({ variant }) => variant?.discontinued === true) ??
    holdFor("out-of-stock", lines, isShort)
  );
}

function holdForReason(reason: Reason | null): Hold | null {
  return reason && hold(reason);
}

function hold(reason: Reason): Hold {
  return { kind: "hold", reason };
}

/** Holds the order for the lines that match, if any. */
function holdFor(
  code: LinesCode,
  lines: LinkedLine<Item>[],
  isMeant: (line: LinkedLine<Item>) => boolean,
): Hold | null {
  const titles = lines.filter(isMeant).map(({ line }) => line.title);
  return titles.length === 0 ? null : hold({ code, lines: titles });
}

/** Holds an order whose address lacks a field that Shopify's checkout requires in its country. */
function problemOfAddress({ destination, orderAddress }: FulfillmentOrder): Hold | null {
  if (destination === null) return hold({ code: "no-address" });
  // A customer may omit some of these fields, never all. If all are empty, the shop does not show them.
  if (Object.values(destination).every((field) => field === null)) return hold({ code: "address-not-shown" });
  const { countryCode, zip, city, address1, province, provinceCode } = destination;
  const form = addressFormOf(countryCode);
  if (isBlank(countryCode)) return hold({ code: "no-country" });
  if (isBlank(address1)) return hold({ code: "no-street" });
  if (isBlank(city) && form.onlyCity === undefined) return hold({ code: "no-city" });
  if (isBlank(zip) && form.zip === "required") return hold({ code: "no-postcode" });
  // A missing province is fine, because not every sales channel asks for it. A missing code is fine if the shop does
  // not show the customer's order, because only that order has the code.
  const isCoded = isBlank(province) || provinceCode !== null || orderAddress === null;
  if (form.asksProvince === true && !isCoded) return hold({ code: "unknown-province" });
  if (nameOf(destination) === "") return hold({ code: "no-name" });
  return null;
}

function plan({ line, variant }: LinkedLine): PlannedLine[] {
  if (variant === undefined) return [];
  const { id: fulfillmentOrderLineId, lineItemId, sku, title, quantity, ordered } = line;
  const { supplierVariantId, price: cost } = variant;
  const ofVariant = { supplierVariantId, cost, ...soldOf(line) };
  return [{ lineItemId, fulfillmentOrderLineId, sku: sku ?? "", title, quantity, ordered, ...ofVariant }];
}

function toAddress(destination: Destination): Address {
  const { address1, city, zip, countryCode } = destination;
  const { onlyCity = "", onlyZip } = addressFormOf(countryCode);
  return {
    name: nameOf(destination),
    firstName: destination.firstName || null,
    lastName: destination.lastName || null,
    company: destination.company || null,
    address1: address1 ?? "",
    address2: destination.address2 || null,
    city: city || onlyCity,
    region: destination.province || null,
    regionCode: destination.provinceCode,
    postalCode: zip || (onlyZip ?? null),
    countryCode: countryCode ?? "",
    phone: destination.phone || null,
    email: destination.email || null,
  };
}

/**
 * Returns the recipient's name, with its parts in the usual sequence of the country. A package to a company needs no
 * person.
 */
function nameOf({ firstName, lastName, company, countryCode }: Destination): string {
  const { familyNameFirst = false } = addressFormOf(countryCode);
  const parts = familyNameFirst ? [lastName, firstName] : [firstName, lastName];
  return parts.filter(Boolean).join(" ") || (company ?? "");
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}
