import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { DEFAULT_MARKUP_PERCENT } from "./price.ts";

export type CatalogSettings = { markupPercent: number };

export async function findSettings(shop: ShopDomain): Promise<CatalogSettings> {
  const row = await inShop(shop, (tx) => tx.catalogSettings.findUnique({ where: { shop } }));
  return { markupPercent: row?.markupPercent ?? DEFAULT_MARKUP_PERCENT };
}

export async function storeSettings(shop: ShopDomain, settings: CatalogSettings): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogSettings.upsert({ where: { shop }, create: { shop, ...settings }, update: settings }),
  );
}
