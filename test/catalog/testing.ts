import { startCatalog } from "../../app/catalog/start-catalog.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { copies } from "../support/copied-shop.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { databaseUrl, wholesale } from "../support/world.ts";

export const now = new Date("2026-11-21T10:00:00Z");

export function after(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** A shop that has installed the app, connected to the supplier, its catalogue's work begun. */
export const connectedShop = copies(async () => {
  const shop = await installedShop();
  await connect(shop, wholesale.account, now);
  await startCatalog(shop, now);
  return shop;
});

/** The same, with the catalogue read. */
export async function mirroredShop(): Promise<ShopDomain> {
  const shop = await connectedShop();
  await mirrorCatalog(shop, now);
  return shop;
}

/** Rows of a table, as its owner sees them. */
export function rowsOf<Row extends Record<string, unknown>>(table: string, shop: ShopDomain): Promise<Row[]> {
  return query<Row>(databaseUrl, `select * from ${table} where shop = $1 order by 1, 2`, [shop]);
}
