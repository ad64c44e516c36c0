import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import { importProducts } from "../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../app/catalog/import/runs/start-import.server.ts";
import { processLinkRun } from "../../app/catalog/link-runs/process-link-run.server.ts";
import { startDelisting, startRestoring } from "../../app/catalog/links/begin-link-run.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { startCatalog } from "../../app/catalog/wake-catalog.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import type { ProductsAfter } from "../../app/connection/connection-state.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { Message } from "../../app/messages/message.ts";
import { copies } from "../support/copied-shop.ts";
import { simulated } from "../support/installed-shop.ts";
import { wholesale } from "../support/world.ts";
import { type WireProduct, wireProduct, wireVariant } from "./stand-in-supplier.ts";
import { mirroredShop, rowsOf } from "./testing.ts";

/** The supplier's products: five, seven and nine pieces. */
export function threeProducts(): WireProduct[] {
  return [
    wireProduct("a", { variants: [wireVariant("a-1", { stock: 5 })] }),
    wireProduct("b", { variants: [wireVariant("b-1", { stock: 7 })] }),
    wireProduct("c", { variants: [wireVariant("c-1", { stock: 9 })] }),
  ];
}

/** A shop that has imported all there is. */
export const sellingShop = copies(async () => {
  const shop = await mirroredShop();
  await requestImport(shop, ["a", "b", "c"]);
  await importProducts(shop);
  return shop;
});

/** The merchant disconnects, and what that announces is done. */
export async function disconnectAndDelist(shop: ShopDomain, products: ProductsAfter): Promise<void> {
  await disconnect(shop, { why: "disconnected", products });
  await startDelisting(shop);
  await processLinkRun(shop);
}

/** The merchant connects again, and what that announces is done, in the order in which it is announced. */
export async function reconnect(shop: ShopDomain, email = wholesale.account.email): Promise<void> {
  const connected = await connect(shop, { email, password: "any" });
  if (connected.kind !== "connected") throw new Error("It could not be connected.");
  await startCatalog(shop);
  await startRestoring(shop);
  await processLinkRun(shop);
  await mirrorCatalog(shop);
  await processLinkRun(shop);
}

/** Returns the products of the simulated shop. */
export function productsIn(shop: ShopDomain) {
  return [...simulated(shop).catalog.products.values()];
}

/** Returns each product's stock at our location and its status, by title. */
export function onSale(shop: ShopDomain): Record<string, [available: number, status: string]> {
  return Object.fromEntries(
    productsIn(shop).map(({ title, status, variants: [variant] }) => [
      title.replace("Product ", ""),
      [(variant && ourLevel(variant.item)?.available) ?? 0, status],
    ]),
  );
}

/** Returns the level of an item at our location. */
export function ourLevel(item: ReturnType<typeof productsIn>[number]["variants"][number]["item"]) {
  return item.levels.find(({ location }) => location.service !== null);
}

/** Returns the activity of runs over the linked products, newest first. */
export async function summariesIn(shop: ShopDomain): Promise<Message[]> {
  const { entries } = await listActivity(shop, { place: null });
  return entries.map(({ message }) => message).filter(({ code }) => SUMMARY.test(code));
}

const SUMMARY =
  /^catalog\.activity\.(stock-zeroed|drafted|restored|restored-drafts|unlinked|rejected|partly-done)$/;

/** The shop's run over its linked products. */
export async function runOf(shop: ShopDomain) {
  const [row] = await rowsOf<{ kind: string; due_at: Date | null; done: number }>("link_run", shop);
  return row;
}
