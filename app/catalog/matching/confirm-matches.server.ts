import { Prisma } from "@prisma/client";

import { jobs } from "../../queue/jobs.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { setDueAt } from "../../queue/lease.server.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { decideMatch, isOffered, type Link, type Pair, versionOf } from "./decide-match.ts";

/** The merchant's choice for prices: keep their own, or follow the supplier by the price rules. */
export type PriceChoice = "keep" | "follow";

/** The merchant's decision that a product of the shop is one of the supplier's. */
type Choice = {
  supplierProductId: string;
  shopProductId: string;
  /** `versionOf` of the pairs that the merchant's page showed. */
  version: string;
  /**
   * The merchant's changes to the preselected links: the shop's variant id by the supplier's variant id; null
   * for no link.
   */
  picks: Record<string, string | null>;
  price: PriceChoice;
};

/**
 * Starts linking products as the merchant chose. Skips a choice if the pairs have changed since the merchant's
 * page was loaded.
 * @returns the number of products to link.
 */
export async function confirmMatches(shop: ShopDomain, choices: Choice[]): Promise<number> {
  return inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    const rows = await tx.linkMatch.findMany({
      where: { shop, supplierProductId: { in: choices.map(({ supplierProductId }) => supplierProductId) } },
    });
    const offered = choices.flatMap((choice) => {
      const row = rows.find(({ supplierProductId }) => supplierProductId === choice.supplierProductId);
      const links = row && linksOf(row.pairs as Pair[], choice);
      return links ? [{ ...choice, links }] : [];
    });
    const count = await execute(tx)`
      update link_match set state = 'linking', shop_product_id = row."shopProductId", chosen = row.links,
        price = row.price, requested_at = ${now}, ${setDueAt("LinkMatch", now)}, retry_count = 0,
        problem = null
      from jsonb_to_recordset(${JSON.stringify(offered)}::jsonb)
        as row ("supplierProductId" text, "shopProductId" text, links jsonb, price text)
      where shop = ${shop} and supplier_product_id = row."supplierProductId" and state in ('open', 'skipped', 'failed')
        and exists (select from connection where connection.shop = ${shop}) and not ${IS_IMPORTING}`;
    if (count > 0) await enqueue(tx, jobs["catalog.link"], { shop });
    return count;
  });
}

/** Starts linking every product with an unambiguous match. */
export async function confirmClearMatches(shop: ShopDomain, price: PriceChoice): Promise<number> {
  return inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    const count = await execute(tx)`
      update link_match set state = 'linking', price = ${price}, requested_at = ${now}, ${setDueAt("LinkMatch", now)},
        retry_count = 0, problem = null
      where shop = ${shop} and state = 'open' and clear
        and exists (select from connection where connection.shop = ${shop}) and not ${IS_IMPORTING}`;
    if (count > 0) await enqueue(tx, jobs["catalog.link"], { shop });
    return count;
  });
}

/**
 * Skips a match, because the merchant says that the shop does not have the product. If `skipped` is false,
 * offers a skipped match again.
 */
export async function skipMatch(
  shop: ShopDomain,
  { supplierProductId, skipped }: { supplierProductId: string; skipped: boolean },
): Promise<void> {
  const before = skipped ? ["open", "failed"] : ["skipped"];
  await inShop(shop, (tx) =>
    tx.linkMatch.updateMany({
      where: { shop, supplierProductId, state: { in: before } },
      data: { state: skipped ? "skipped" : "open" },
    }),
  );
}

/** SQL condition on `link_match`: an import is about to create the product. */
const IS_IMPORTING = Prisma.sql`exists (select from product_link where product_link.shop = link_match.shop
  and product_link.supplier_product_id = link_match.supplier_product_id
  and product_link.state = 'importing' and product_link.due_at is not null)`;

/**
 * Returns the chosen links; null if the pairs have changed since the choice, or if a chosen link is not among
 * them.
 */
function linksOf(pairs: Pair[], { shopProductId, version, picks }: Choice): Link[] | null {
  const candidate = decideMatch(pairs).candidates.find((each) => each.shopProductId === shopProductId);
  if (candidate === undefined || versionOf(pairs) !== version) return null;
  const links = candidate.links.filter(({ supplierVariantId }) => !(supplierVariantId in picks));
  for (const [supplierVariantId, shopVariantId] of Object.entries(picks))
    if (shopVariantId !== null) links.push({ supplierVariantId, shopVariantId });
  return isOffered(pairs, { shopProductId, links }) ? links : null;
}
