import type { Message, MessageCode, MessageParam } from "../../messages/message.ts";
import type { MissingCosts } from "../pricing/pricing.ts";

/** A change in the history or the preview. Amounts are in the shop's currency. */
export type ShownChange = { sku: string | null; field: string; old: string | null; new: string | null };

/** The reasons for which Stockbridge changes a value in the shop. */
const REASONS = [
  "cost",
  "rules",
  "approved",
  "follows",
  "stock",
  "supplier",
  "off-sale",
  "discontinued",
  "unreadable",
  "on-sale-again",
  "set",
  "undone-run",
] as const;
export type ChangeReason = (typeof REASONS)[number] | "undone-edit";

/**
 * A change's cause, as the history stores it. `runId`: null if the merchant made the change in the shop.
 * `editAt`: the time of the price edit that was undone.
 */
export type ChangeCause<At = Date> = {
  runId: string | null;
  undo: boolean;
  reason: string | null;
  editAt: At | null;
};

/** Returns a message that says who made a change, and why. */
export function messageOfCause({ editAt, ...change }: ChangeCause<Date | string>): Message {
  if (change.reason === "undone-edit" && editAt !== null)
    return { code: "sync.history.undone-edit", at: new Date(editAt).toISOString() };
  if (change.undo && change.reason === null) return { code: "sync.history.undone" };
  if (change.runId === null) return { code: "sync.history.by-you" };
  const reason = REASONS.find((each) => each === change.reason);
  return reason === undefined ? { code: "sync.history.by-us" } : { code: `sync.history.because.${reason}` };
}

/**
 * A merchant's own value (`shop`), and the value that it would get by following: the supplier's, or the price
 * by the rules (`supplier`). Unknown values are null.
 */
export type OwnValue = {
  field: string;
  /** Null for a field of the product itself. */
  variant: string | null;
  shop: string | null;
  /** For a status: "sold" or "ended". */
  supplier: string | null;
  /**
   * The margin of the merchant's price, in per cent. `supplierMargin`: of the price by the rules. Null if
   * unknown, and for other fields.
   */
  margin: string | null;
  supplierMargin: string | null;
};

type FieldCode = Exclude<Extract<MessageCode, `sync.field.${string}`>, "sync.field.other">;

const FIELDS = new Map<string, FieldCode>([
  ["price", "sync.field.price"],
  ["compareAtPrice", "sync.field.compareAtPrice"],
  ["cost", "sync.field.cost"],
  ["stock", "sync.field.stock"],
  ["status", "sync.field.status"],
  ["title", "sync.field.title"],
  ["descriptionHtml", "sync.field.descriptionHtml"],
  ["vendor", "sync.field.vendor"],
  ["productType", "sync.field.productType"],
]);

const STATUSES = new Map<string, Extract<MessageCode, `sync.status.${string}`>>([
  ["ACTIVE", "sync.status.active"],
  ["DRAFT", "sync.status.draft"],
  ["ARCHIVED", "sync.status.archived"],
  ["UNLISTED", "sync.status.unlisted"],
]);

/** Returns the name of a field. */
export function messageOfField(field: string): Message {
  const code = FIELDS.get(field);
  return code === undefined ? { code: "sync.field.other", field } : { code };
}

/** Returns a message about a change. If the currency is unknown, amounts have none. */
export function messageOfChange(
  { sku, field, old, new: now }: ShownChange,
  currency: string | null,
): Message {
  if (field === "variant")
    return now === null
      ? { code: "sync.change.variant-deleted", sku: sku ?? "" }
      : { code: "sync.change.variant-added", sku: now };
  const name = messageOfField(field);
  const of: Message = sku === null ? name : { code: "sync.change.of-variant", field: name, sku };
  if (now === null)
    return old === null
      ? { code: "sync.change.edited", of }
      : { code: "sync.change.removed", of, old: valueOf(field, old, currency) };
  if (old === null) return { code: "sync.change.set", of, now: valueOf(field, now, currency) };
  return { code: "sync.change", of, old: valueOf(field, old, currency), now: valueOf(field, now, currency) };
}

/** Returns a message about a merchant's own value and the supplier's. */
export function messageOfOwnValue(
  { field, variant, shop, supplier, margin, supplierMargin }: OwnValue,
  { currency, missing }: { currency: string | null; missing: MissingCosts | null },
): Message {
  const name = messageOfField(field);
  const shown = (value: string | null, percent: string | null): MessageParam => {
    if (value === null) return { code: "sync.yours.unknown" };
    if (percent === null) return valueOf(field, value, currency);
    const known = valueOf(field, value, currency);
    return {
      code: "sync.yours.with-margin",
      value: known,
      margin: { code: "catalog.margin", margin: percent, missing },
    };
  };
  const of: Message = variant === null ? name : { code: "sync.change.of-variant", field: name, sku: variant };
  if (field === "status")
    return {
      code: supplier === "sold" ? "sync.yours.status-sold" : "sync.yours.status-ended",
      shop: shown(shop, null),
    };
  if (field === "stock") return { code: "sync.yours.stock", of, supplier: shown(supplier, null) };
  if (field === "descriptionHtml") return { code: "sync.yours.description" };
  return {
    code: field === "price" || field === "compareAtPrice" ? "sync.yours.price" : "sync.yours.value",
    of,
    shop: shown(shop, margin),
    supplier: shown(supplier, supplierMargin),
  };
}

/**
 * Returns the label of the button that lets a field follow the supplier. Names the new price if only one price
 * would change.
 */
export function messageOfFollowing(
  { field, values, more }: { field: string; values: readonly OwnValue[]; more: number },
  currency: string | null,
): Message {
  if (field !== "price") return { code: "sync.yours.follow" };
  const [price, ...others] = values.filter((value) => value.field === "price");
  const amount = others.length + more === 0 ? price?.supplier : null;
  return amount && currency !== null
    ? { code: "sync.yours.follow-price-of", price: { amount, currency } }
    : { code: "sync.yours.follow-price" };
}

/** Fields whose values are amounts in the shop's currency. */
export const AMOUNT_FIELDS = ["price", "compareAtPrice", "cost"];

function valueOf(field: string, value: string, currency: string | null): MessageParam {
  if (AMOUNT_FIELDS.includes(field)) return currency === null ? value : { amount: value, currency };
  if (field === "stock") return { code: "sync.pieces", count: Number(value) };
  const status = field === "status" ? STATUSES.get(value) : undefined;
  return status === undefined ? value : { code: status };
}
