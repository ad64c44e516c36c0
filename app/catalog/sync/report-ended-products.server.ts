import { type NewEntry, recordActivity, type Subject } from "../../lib/activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { SyncSettings } from "../links/sync-settings.ts";
import type { LinkedProduct } from "./linked-product.ts";
import type { SyncResult } from "./sync-result.ts";

/**
 * Tells the merchant which products are no longer synced, because they deleted or archived them. One entry
 * per batch and state.
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
 * Tells the merchant which products customers can no longer buy, because the supplier no longer sells them, or
 * their values cannot be read and the merchant chose zero stock.
 */
export async function reportOffSale(
  tx: Tx,
  shop: ShopDomain,
  { results, settings, now }: { results: SyncResult[]; settings: SyncSettings; now: Date },
): Promise<void> {
  const isZeroed = ({ written }: SyncResult) => written.stock.some(({ variant }) => variant.stock !== 0);
  const ended = results.filter(({ product }) => product.discontinued);
  const unreadable = results.filter(
    ({ product }) => settings.zeroUnreadable && product.unreadable !== null && !product.discontinued,
  );
  const drafted = ended.filter(({ written }) => written.status?.to === "DRAFT");
  const zeroedOnly = ended.filter(isZeroed).filter((result) => !drafted.includes(result));
  for (const [kind, concerned] of [
    ["off-sale", zeroedOnly],
    ["off-sale-as-drafts", drafted],
    ["off-sale-unreadable", unreadable.filter(isZeroed)],
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
      subjects: concerned.map(({ product }) => productSubject(product)),
      about: concerned.map(({ product }) => product.supplierProductId),
      at: now,
    });
  }
}

/** Returns a product's page in the app. */
export function productSubject({ name, supplierProductId }: LinkedProduct): Subject {
  return { label: name, url: `/app/products/${encodeURIComponent(supplierProductId)}` };
}

const NAMES_AT_MOST = 3;

/** Returns a link to the page of a single product, or to the catalog's list of several. */
function subjectOf(results: SyncResult[], show: "imported" | "unreadable" | "ended"): NewEntry["subject"] {
  const [only, ...others] = results;
  if (only === undefined || others.length > 0)
    return { label: { code: "catalog.title" }, url: `/app/catalog?show=${show}` };
  return productSubject(only.product);
}
