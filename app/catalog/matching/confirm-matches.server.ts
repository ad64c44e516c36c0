import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { jobs } from "../../jobs.ts";
import { decideMatch, isOffered, type Link, type Pair } from "./decide-match.ts";
import { versionOf } from "./match-version.ts";

/** What the merchant wants of a product's price: theirs to stay, or the supplier's by their price rules. */
export type PriceChoice = "keep" | "follow";

/** A product of the shop that the merchant says is one of the supplier's, as their page showed it. */
export type Choice = {
  supplierProductId: string;
  shopProductId: string;
  /** Of what was offered: `versionOf` its pairs. */
  version: string;
  /** Which of the shop's variants one of the supplier's is, where it is not the preselected one; null: none of them. */
  picks: Record<string, string | null>;
  price: PriceChoice;
};

/**
 * Has products linked as the merchant has chosen. What is no longer offered as it was on their page is left out.
 *
 * @returns how many will be linked.
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
    const count = await tx.$executeRaw`
      update link_match set state = 'linking', shop_product_id = row."shopProductId", chosen = row.links,
        price = row.price, requested_at = ${now}, due_at = ${now}, leased_until = null, retry_count = 0,
        problem = null
      from jsonb_to_recordset(${JSON.stringify(offered)}::jsonb)
        as row ("supplierProductId" text, "shopProductId" text, links jsonb, price text)
      where shop = ${shop} and supplier_product_id = row."supplierProductId" and state in ('open', 'skipped', 'failed')
        and exists (select from connection where connection.shop = ${shop}) and not ${IS_IMPORTING}`;
    if (count > 0) await enqueue(tx, jobs["catalog.link"], { shop });
    return count;
  });
}

/** The condition that an import is about to create the product of a match. */
const IS_IMPORTING = Prisma.sql`exists (select from product_link where product_link.shop = link_match.shop
  and product_link.supplier_product_id = link_match.supplier_product_id
  and product_link.state = 'importing' and product_link.due_at is not null)`;

/** What the choice comes to; null where it was not offered so. */
function linksOf(pairs: Pair[], { shopProductId, version, picks }: Choice): Link[] | null {
  const candidate = decideMatch(pairs).candidates.find((each) => each.shopProductId === shopProductId);
  if (candidate === undefined || versionOf(pairs) !== version) return null;
  const links = candidate.links.filter(({ supplierVariantId }) => !(supplierVariantId in picks));
  for (const [supplierVariantId, shopVariantId] of Object.entries(picks))
    if (shopVariantId !== null) links.push({ supplierVariantId, shopVariantId });
  return isOffered(pairs, { shopProductId, links }) ? links : null;
}

/** As `confirmMatches`, for every product that there is only one way to link. */
export async function confirmClearMatches(shop: ShopDomain, price: PriceChoice): Promise<number> {
  return inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    const count = await tx.$executeRaw`
      update link_match set state = 'linking', price = ${price}, requested_at = ${now}, due_at = ${now}, leased_until = null,
        retry_count = 0, problem = null
      where shop = ${shop} and state = 'open' and clear
        and exists (select from connection where connection.shop = ${shop}) and not ${IS_IMPORTING}`;
    if (count > 0) await enqueue(tx, jobs["catalog.link"], { shop });
    return count;
  });
}
