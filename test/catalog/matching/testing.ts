import { listMatches, type ListedMatch } from "../../../app/catalog/matching/list-matches.server.ts";
import { confirmMatches, type PriceChoice } from "../../../app/catalog/matching/confirm-matches.server.ts";
import { linkProducts } from "../../../app/catalog/matching/link-products.server.ts";
import { matchProducts } from "../../../app/catalog/matching/match-products.server.ts";
import { startMatching } from "../../../app/catalog/matching/match-run-store.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import type { OwnProduct } from "../../sandbox/shop/merchant-products.ts";
import type { StandIn } from "../stand-in-supplier.ts";
import { mirroredShop } from "../testing.ts";

type World = { supplier: StandIn; products: StandIn["products"]; own: OwnProduct[] };

/** A shop that has products of its own, and whose supplier's were read. */
export async function shopWithOwn({ supplier, products, own }: World): Promise<ShopDomain> {
  supplier.products = products;
  const shop = await mirroredShop();
  for (const product of own) shopify.merchant.createProduct(product, shop);
  return shop;
}

/** The merchant has all of the shop compared. @returns what they see. */
export async function match(shop: ShopDomain): Promise<ListedMatch[]> {
  await startMatching(shop, "shop");
  await matchProducts(shop);
  return review(shop);
}

export async function review(shop: ShopDomain): Promise<ListedMatch[]> {
  return (
    await readInShop(shop, (tx) => listMatches(tx, shop, { show: "review", after: null, before: null }))
  ).rows;
}

/** The merchant confirms what is preselected of the first candidate, and what follows. */
export async function confirm(
  shop: ShopDomain,
  { id, version, candidates: [candidate] }: ListedMatch,
  price: PriceChoice = "keep",
): Promise<number> {
  const shopProductId = candidate?.shopProductId ?? "";
  const choice = { supplierProductId: id, shopProductId, version, picks: {}, price };
  const count = await confirmMatches(shop, [choice]);
  await linkProducts(shop);
  return count;
}

/** A merchant who has linked the first match. */
export async function linkFirst(shop: ShopDomain, price: PriceChoice = "keep"): Promise<void> {
  const [first] = await match(shop);
  if (!first) throw new Error("Nothing was found.");
  await confirm(shop, first, price);
}

/** Changes rows as their owner. */
export async function change(shop: ShopDomain, sql: string): Promise<void> {
  await query(databaseUrl, sql, [shop]);
}
