import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { linkProductsJob } from "../jobs.ts";
import { isOffered, type Link, type Pair } from "./decide-match.ts";

/** What the merchant wants of a product's price: theirs to stay, or the supplier's by their price rules. */
export type PriceChoice = "keep" | "follow";

/** A product of the shop that the merchant says is one of the supplier's. */
export type Choice = { supplierProductId: string; shopProductId: string; links: Link[]; price: PriceChoice };

/**
 * Has products linked as the merchant has chosen. What is no longer offered as it was on their page is left out.
 *
 * @returns how many will be linked.
 */
export async function confirmMatches(shop: ShopDomain, choices: Choice[]): Promise<number> {
  return inShop(shop, async (tx, now) => {
    const rows = await tx.linkMatch.findMany({
      where: { shop, supplierProductId: { in: choices.map(({ supplierProductId }) => supplierProductId) } },
    });
    const offered = choices.filter((choice) => {
      const row = rows.find(({ supplierProductId }) => supplierProductId === choice.supplierProductId);
      return row !== undefined && isOffered(row.pairs as Pair[], choice);
    });
    const count = await tx.$executeRaw`
      update link_match set state = 'linking', shop_product_id = row."shopProductId", chosen = row.links,
        price = row.price, requested_at = ${now}, next_at = ${now}, retry_count = 0, problem = null
      from jsonb_to_recordset(${JSON.stringify(offered)}::jsonb)
        as row ("supplierProductId" text, "shopProductId" text, links jsonb, price text)
      where shop = ${shop} and supplier_product_id = row."supplierProductId" and state in ('open', 'skipped', 'failed')
        and exists (select from connection where connection.shop = ${shop})`;
    if (count > 0) await enqueue(tx, linkProductsJob, { shop });
    return count;
  });
}

/** As `confirmMatches`, for every product that there is only one way to link. */
export async function confirmClearMatches(shop: ShopDomain, price: PriceChoice): Promise<number> {
  return inShop(shop, async (tx, now) => {
    const count = await tx.$executeRaw`
      update link_match set state = 'linking', price = ${price}, requested_at = ${now}, next_at = ${now},
        retry_count = 0, problem = null
      where shop = ${shop} and state = 'open' and clear
        and exists (select from connection where connection.shop = ${shop})`;
    if (count > 0) await enqueue(tx, linkProductsJob, { shop });
    return count;
  });
}
