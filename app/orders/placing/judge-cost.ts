import type { LinkedVariant as Linked } from "../../catalog/links/find-linked-variants.server.ts";
import { convert } from "../../catalog/pricing/exchange-rate.ts";
import { isMore, type Money, percentOf, shareOf, subtract, sum, withoutTax } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import type { FulfillmentOrder, FulfillmentOrderLine } from "../../shop/orders/fulfillment-order.ts";
import {
  countedShipping,
  type Loss,
  lossIn,
  type EarningRules,
  type Expected,
  expectedEarnings,
  paidBesides,
  soldOf,
} from "../earnings/earnings.ts";
import type { Reason } from "../reasons/reason.ts";
import type { CostCode, CostLine } from "../reasons/reason-params.ts";
import { type Approved, isCostApproved, isLossAccepted } from "./approvals.ts";

/** Our data on the supplier's variant that is linked to a variant of the shop. */
export type LinkedVariant = Omit<Linked, "supplierProductId">;

/** A line with pieces left to fulfill, and its linked variant at the supplier. */
export type LinkedLine<Line = FulfillmentOrderLine> = { line: Line; variant: LinkedVariant | undefined };

type CostCircumstances = EarningRules & {
  fulfillmentOrder: FulfillmentOrder | null;
  approved: Approved;
  /** The supplier's expected charge for shipping; null if unknown. */
  expectedShipping: Money | null;
};

/** Per piece: the supplier's current cost, the cost that the shop knows, and the customer's price without tax. */
export type Prices = { cost: Money; knownCost: Money | null; selling: Money | null };

/**
 * Finds a problem of a line's cost: the cost is above the price, or more than 20% above the cost that the merchant knows.
 * Converts currencies at the merchant's exchange rate, which also sets prices. Without a rate no comparison is possible.
 *
 * @returns null, or the problem and the amount that the cost was compared with.
 */
export function judgeCost(
  { cost, knownCost, selling }: Prices,
  { exchangeRates: rates, costs: { supplierTax } }: EarningRules,
): { code: CostCode; against: Money } | null {
  const costAs = ({ currency }: Money) => convert(cost, currency, rates);
  const foreign = [selling, knownCost].find((known) => known && costAs(known) === null);
  if (foreign) return { code: "other-currency", against: foreign };
  const isAbove = (most: Money, price: Money | null) => isMore(price ?? cost, most);
  const net = (price: Money | null) =>
    price && supplierTax !== null ? withoutTax(price, supplierTax) : price;
  if (selling && isAbove(selling, net(costAs(selling)))) return { code: "below-cost", against: selling };
  if (knownCost && isAbove(percentOf(knownCost, 120), costAs(knownCost)))
    return { code: "cost-rose", against: knownCost };
  return null;
}

/**
 * Returns the first cost problem that applies, with the lines concerned. A line that is sold below its cost holds the
 * order only if the whole order loses money, or if its profit is unknown. Ignores costs that the merchant has approved:
 * the cost of a line, or all costs by accepting the loss when they sent exactly these pieces. `compareOrder` judges the
 * charge after ordering.
 */
export function problemOfCost(
  lines: LinkedLine[],
  circumstances: CostCircumstances,
): Reason<CostCode> | null {
  const figures = figuresOf(lines, circumstances);
  const loss = lossIn(figures);
  const isOpen = (each: Judged) =>
    !isCostApproved(circumstances.approved, each, each.code === "below-cost" ? loss : null);
  const judged = (compared: "knownCost" | "selling") =>
    lines.flatMap((each) => judge(each, compared, circumstances));
  const [byPrice, byKnownCost] = [judged("selling"), judged("knownCost")];
  const open = [...byPrice, ...byKnownCost].filter(isOpen);
  const losing = byPrice.filter(({ code }) => code === "below-cost");
  const isUnknown = figures.profit === null;
  const below = losing.length > 0 || isUnknown ? losing : byShipping(lines);
  const otherCurrency = reasonFor("other-currency", uniqueLines(open));
  if (otherCurrency !== null || isAccepted(lines, figures, circumstances)) return otherCurrency;
  const belowCost =
    loss || isUnknown
      ? reasonFor("below-cost", below.filter(isOpen), { total: messageOfLoss(figures), loss })
      : null;
  return belowCost ?? reasonFor("cost-rose", open);
}

function judge(
  { line, variant }: LinkedLine,
  compared: "knownCost" | "selling",
  rules: EarningRules,
): Judged[] {
  if (variant === undefined) return [];
  const { price: cost } = variant;
  const prices = { cost, knownCost: null, selling: null };
  const known = compared === "selling" ? pricePerPiece(line) : line.unitCost;
  const found = judgeCost({ ...prices, [compared]: known }, rules);
  return found ? [{ ...found, ...concerned(line), cost }] : [];
}

/**
 * Returns the lines of an order that loses money only because of its shipping: no line costs more than it sells for.
 */
function byShipping(lines: LinkedLine[]): Judged[] {
  return lines.flatMap(({ line, variant }) => {
    const against = pricePerPiece(line);
    if (variant === undefined || against === null) return [];
    return [{ code: "below-cost", against, ...concerned(line), cost: variant.price } as const];
  });
}

function concerned({ lineItemId, title, quantity }: FulfillmentOrderLine) {
  return { lineItemId, title, quantity };
}

/** Returns the customer's price per piece without tax; null if the shop does not show the line's price. */
function pricePerPiece({ net, unitPrice, ordered }: FulfillmentOrderLine): Money | null {
  return unitPrice && shareOf(net, { part: 1, whole: Math.max(ordered, 1) });
}

type Figures = Expected & { profit: Money | null };

function figuresOf(
  linked: LinkedLine[],
  { fulfillmentOrder, expectedShipping, ...rules }: CostCircumstances,
): Figures {
  const items = sum(linked.map(({ line }) => soldOf(line).revenue));
  const besides = fulfillmentOrder && paidBesides(fulfillmentOrder);
  return expectedEarnings(
    {
      paid: items && (besides ? sum([items, besides]) : items),
      pieces: linked.map(({ line: { quantity }, variant }) => ({ price: variant?.price ?? null, quantity })),
      shipping: expectedShipping,
    },
    rules,
  );
}

/** Returns true if the merchant accepted a loss of these pieces, and the present loss is no higher. */
function isAccepted(linked: LinkedLine[], figures: Figures, { approved }: CostCircumstances): boolean {
  const { profit } = figures;
  if (profit === null) return false;
  const shipping = countedShipping(figures)?.amount ?? null;
  const loss = { ...subtract({ ...profit, amount: "0" }, profit), shipping };
  return isLossAccepted(approved, { loss, lines: linked.map(({ line }) => line) });
}

/** Returns the message about the order's revenue and cost, or that its profit is unknown. */
function messageOfLoss({ paid, cost, shipping, profit }: Figures): Message {
  if (paid === null || cost === null || profit === null) return { code: "orders.loss-not-known" };
  return shipping
    ? { code: "orders.loss-with-shipping", paid, cost, shipping }
    : { code: "orders.loss", paid, cost };
}

/**
 * Returns each line once. A line may be listed twice, because both its price and its known cost lack an exchange rate.
 */
function uniqueLines(judged: Judged[]): Judged[] {
  return judged.filter(
    (each, at) => judged.findIndex(({ lineItemId }) => lineItemId === each.lineItemId) === at,
  );
}

type Judged = Omit<CostLine, "code"> & { code: CostCode };

function reasonFor(
  code: CostCode,
  judged: Judged[],
  ofOrder: { total?: Message; loss?: Loss | null } = {},
): Reason<CostCode> | null {
  const lines = judged
    .filter((each) => each.code === code)
    .map((each) => ({ ...each, code: `orders.cost-line.${code}` as const }));
  return lines.length === 0 ? null : ({ code, lines, ...ofOrder } as Reason<CostCode>);
}
