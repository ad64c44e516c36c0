import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { isBulkDenied } from "../failures.ts";
import { type BulkKind, claimUnused } from "./bulk-access.server.ts";
import { runBulkMutation, runBulkQuery } from "./bulk-operations.server.ts";

/**
 * Keeps the app's access to bulk operations, which Shopify ends after 31 days without use. Runs one operation of each
 * kind that the app has not used for two weeks, or that Shopify denied. The operation changes nothing in the shop, and
 * costs it no points: bulk operations run outside the limit of points.
 *
 * @param shops shops that have due work of their own.
 */
export async function keepBulkAccess(shops: ShopDomain[]): Promise<void> {
  // Picks a random shop, because every operation in one shop may fail.
  const shop = shops[Math.floor(Math.random() * shops.length)];
  if (shop === undefined) return;
  for (const kind of await claimUnused())
    try {
      await useBulk(shop, kind);
    } catch (error) {
      if (!isBulkDenied(error)) log.warn({ shop, err: error, kind }, "shop.bulk-access-not-kept");
    }
}

/**
 * Runs a bulk operation that changes nothing, even if Shopify has denied the last one.
 * @throws Failure `app-denied` (`isBulkDenied`) if Shopify denies it.
 */
export async function useBulk(shop: ShopDomain, kind: BulkKind): Promise<void> {
  if (kind === "query") await runBulkQuery(shop, NO_PRODUCT, { evenIfDenied: true });
  else
    await runBulkMutation(shop, {
      mutation: DELETE_NOTHING,
      lines: [{ metafields: [] }],
      evenIfDenied: true,
    });
}

const NO_PRODUCT = `#graphql
  query noProduct { products(query: "id:0") { edges { node { id } } } }
`;

const DELETE_NOTHING = `#graphql
  mutation deleteNothing($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { userErrors { message } }
  }
`;
