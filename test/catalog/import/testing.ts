import type { OverwritableField } from "../../../app/catalog/import/import-options.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { findUsualOptions, startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { Message } from "../../../app/messages/message.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { copiesOf } from "../../support/copied-shop.ts";
import { timePasses } from "../../support/time-passes.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { productsIn } from "../selling-shop.ts";
import type { StandIn } from "../stand-in-supplier.ts";
import { DAY, mirroredShop, rowsOf } from "../testing.ts";

/** A shop whose supplier has these products, read. */
export async function shopWith(supplier: StandIn, ...products: StandIn["products"]): Promise<ShopDomain> {
  supplier.products = products;
  return shopThatRead(products);
}

const shopThatRead = copiesOf((_products: StandIn["products"]) => mirroredShop());

/** Does the merchant's part of an import, and then the workers'. `overwrite`: the fields that the merchant ticks. */
export async function importThem(
  shop: ShopDomain,
  ids: string[],
  overwrite: OverwritableField[] = [],
): Promise<void> {
  const options = { ...(await readInShop(shop, (tx) => findUsualOptions(tx, shop))), overwrite };
  await startImport(shop, { selection: { kind: "products", ids }, options });
  await importProducts(shop);
}

/** A day later the supplier has these products, and they are read. */
export async function readLater(
  { supplier, shop }: { supplier: StandIn; shop: ShopDomain },
  products: StandIn["products"],
): Promise<void> {
  supplier.products = products;
  await timePasses(shop, DAY);
  await mirrorCatalog(shop);
}

type LinkRow = {
  supplier_product_id: string;
  state: string;
  problem: Message | null;
  shop_product_id: string | null;
  images_state: string | null;
  failed_images: { index: number; url: string }[] | null;
  due_at: Date | null;
  price_rules_version: number;
  sync_due_at: Date | null;
};

/** Returns the shop's links by the supplier's product id. */
export async function linksIn(shop: ShopDomain): Promise<Record<string, LinkRow>> {
  const rows = await rowsOf<LinkRow>("product_link", shop);
  return Object.fromEntries(rows.map((row) => [row.supplier_product_id, row]));
}

/** The shop's one product. */
export function theProductIn(shop: ShopDomain) {
  const [product, ...others] = productsIn(shop);
  if (!product || others.length > 0) throw new Error(`The shop has ${String(others.length + 1)} products.`);
  return product;
}

/** The merchant doubles the cost in their prices. */
export async function doublePrices(shop: ShopDomain): Promise<void> {
  await savePriceRules(shop, { rules: rulesWith(markup("100")), changed: null });
}
