import type { Message, MessageCode, MessageParam } from "../../messages/message.ts";

/** A change in the history or the preview. Amounts are in the shop's currency. */
export type ShownChange = { sku: string | null; field: string; old: string | null; new: string | null };

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

/** Names a field of a product. */
export function messageOfField(field: string): Message {
  const code = FIELDS.get(field);
  return code === undefined ? { code: "sync.field.other", field } : { code };
}

/** Describes a change. If the shop's currency is unknown, amounts are shown without one. */
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

const AMOUNTS = ["price", "compareAtPrice", "cost"];

function valueOf(field: string, value: string, currency: string | null): MessageParam {
  if (AMOUNTS.includes(field)) return currency === null ? value : { amount: value, currency };
  if (field === "stock") return { code: "sync.pieces", count: Number(value) };
  const status = field === "status" ? STATUSES.get(value) : undefined;
  return status === undefined ? value : { code: status };
}
