import { type NewEntry, recordActivity, type Subject } from "../../lib/activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { SyncSettings } from "../links/sync-settings.ts";
import type { LinkedProduct } from "./linked-product.ts";
import { statusAfter, type SyncResult } from "./sync-result.ts";

/**
 * Records for the merchant that products are no longer synced, because the merchant has deleted or archived
 * them in the shop. One entry per batch and state.
 */
export async function reportEndedSync(
  tx: Tx,
  shop: ShopDomain,
  { results, now }: { results: SyncResult[]; now: Date },
): Promise<void> {
  for (const state of ["deleted", "archived"] as const) {
    const gone = results.filter(({ shopState }) => shopState === state);
    if (gone.length === 0) continue;
    await recordActivity(tx, {
      shop,
      kind: `catalog.${state}-in-shop`,
      tone: "info",
      message: {
        code: `catalog.activity.${state}-in-shop`,
        count: gone.length,
        products: gone.slice(0, NAMES_AT_MOST).map(({ product }) => product.name),
      },
      subject: subjectOf(gone, "imported"),
      at: now,
    });
  }
}

/**
 * Records for the merchant that the supplier has newly discontinued products. Also records products whose stock
 * became zero because they are unreadable, if the merchant has chosen that (`zeroUnreadable`).
 */
export async function reportDiscontinued(
  tx: Tx,
  shop: ShopDomain,
  { results, settings, now }: { results: SyncResult[]; settings: SyncSettings; now: Date },
): Promise<void> {
  const ended = Map.groupBy(await markDiscontinued(tx, shop, results), (result) =>
    statusAfter(result) === "DRAFT" ? "draft" : settings.stock && isStockZero(result) ? "zero" : "offered",
  );
  const unreadable = results.filter(
    ({ product, written }) =>
      settings.zeroUnreadable &&
      product.unreadable !== null &&
      !product.discontinued &&
      written.stock.some(({ variant }) => variant.stock !== 0),
  );
  for (const [kind, concerned] of [
    ["discontinued", ended.get("offered") ?? []],
    ["off-sale", ended.get("zero") ?? []],
    ["off-sale-as-drafts", ended.get("draft") ?? []],
    ["off-sale-unreadable", unreadable],
  ] as const) {
    if (concerned.length === 0) continue;
    await recordActivity(tx, {
      shop,
      kind: `catalog.${kind}`,
      tone: "warning",
      message: {
        code: `catalog.activity.${kind}`,
        count: concerned.length,
        products: concerned.slice(0, NAMES_AT_MOST).map(({ product }) => product.name),
      },
      subject: subjectOf(concerned, kind === "off-sale-unreadable" ? "unreadable" : "ended"),
      subjects: concerned.map(({ product }) => ({ ...productSubject(product), what: CONSEQUENCES[kind] })),
      about: idsOf(concerned),
      at: now,
    });
  }
}

const CONSEQUENCES = {
  discontinued: { code: "notifications.mail.still-offered" },
  "off-sale": { code: "notifications.mail.stock-is-zero" },
  "off-sale-as-drafts": { code: "notifications.mail.is-draft" },
  "off-sale-unreadable": { code: "notifications.mail.stock-is-zero" },
} as const;

/**
 * Marks discontinued products (`discontinued_told`), so that the merchant gets one report per discontinuation.
 * Unmarks products that the supplier sells. Skips products that are deleted or archived in the shop, or whose
 * sync has to be repeated.
 * @returns the newly marked products.
 */
async function markDiscontinued(tx: Tx, shop: ShopDomain, results: SyncResult[]): Promise<SyncResult[]> {
  const synced = results.filter(({ shopState, dueInSeconds }) => shopState === null && dueInSeconds === null);
  if (synced.length === 0) return [];
  const ended = synced.filter(({ product }) => product.discontinued);
  const changed = await queryRows<{ id: string; told: boolean }>(tx)`
    update product_link set discontinued_told = not discontinued_told
    where shop = ${shop} and supplier_product_id = any(${sqlArray(idsOf(synced))}::text[])
      and discontinued_told <> (supplier_product_id = any(${sqlArray(idsOf(ended))}::text[]))
    returning supplier_product_id as id, discontinued_told as told`;
  const told = new Set(changed.flatMap(({ id, told: isTold }) => (isTold ? [id] : [])));
  return ended.filter(({ product }) => told.has(product.supplierProductId));
}

/**
 * Returns true if we have set the stock of every variant to zero. False if the merchant sets the stock of any
 * variant, because we don't know that stock.
 */
function isStockZero({ product, written }: SyncResult): boolean {
  const to = new Map(written.stock.map((each) => [each.variant.supplierVariantId, each.to]));
  return product.variants.every(
    ({ supplierVariantId, merchantFields, stock }) =>
      !merchantFields.includes("stock") && (to.get(supplierVariantId) ?? stock) === 0,
  );
}

function idsOf(results: SyncResult[]): string[] {
  return results.map(({ product }) => product.supplierProductId);
}

/** Returns a product as an entry's subject, with its page in the app. */
export function productSubject({ name, supplierProductId }: LinkedProduct): Subject {
  return { label: name, url: `/app/products/${encodeURIComponent(supplierProductId)}` };
}

const NAMES_AT_MOST = 3;

/**
 * Returns the subject of an entry: the product's page for a single product, or the catalog's list for several.
 */
function subjectOf(results: SyncResult[], show: "imported" | "unreadable" | "ended"): NewEntry["subject"] {
  const [only, ...others] = results;
  if (only === undefined || others.length > 0)
    return { label: { code: "catalog.title" }, url: `/app/catalog?show=${show}` };
  return productSubject(only.product);
}
