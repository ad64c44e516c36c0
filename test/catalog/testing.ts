import { afterAll, beforeEach } from "vitest";

import { startCatalog } from "../../app/catalog/wake-catalog.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import type { ProductQuery } from "../../app/catalog/search/list-products.server.ts";
import { parseProductFilter } from "../../app/catalog/search/product-filter.ts";
import { connect } from "../../app/connection/connect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { copies } from "../support/copied-shop.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { changeSettings, databaseUrl, wholesale } from "../support/world.ts";
import { type StandIn, startStandIn, type WireProduct } from "./stand-in-supplier.ts";

export const HOUR = 3600;
/** Seconds from one read of the whole list to the next. */
export const DAY = 24 * HOUR;

/** The list as it opens: all products. */
export const EVERYTHING: ProductQuery = {
  filter: parseProductFilter(new URLSearchParams()).filter,
  sort: "best",
  after: null,
  before: null,
};

/** The same moment as a shop's rows name it after time has passed for them. */
export function earlier(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() - seconds * 1000);
}

/** The supplier of a test file, which has these products at the start of each test. */
export async function openStandIn(products: () => WireProduct[] = () => []): Promise<StandIn> {
  const supplier = await startStandIn();
  await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
  afterAll(() => supplier.close());
  beforeEach(() => {
    supplier.pageSize = 100;
    supplier.products = products();
  });
  return supplier;
}

/** A shop that has installed the app and connected to the supplier, with its catalog's work begun. */
export const connectedShop = copies(async () => {
  const shop = await installedShop();
  await connect(shop, wholesale.account);
  await startCatalog(shop);
  return shop;
});

/** The same, with the supplier's products read. */
export async function mirroredShop(): Promise<ShopDomain> {
  const shop = await connectedShop();
  await mirrorCatalog(shop);
  return shop;
}

/** Rows of a table, as its owner sees them. */
export function rowsOf<Row extends Record<string, unknown>>(table: string, shop: ShopDomain): Promise<Row[]> {
  return query<Row>(databaseUrl, `select * from ${table} where shop = $1 order by 1, 2`, [shop]);
}
