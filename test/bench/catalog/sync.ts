import { setTimeout as pause } from "node:timers/promises";

import { atMost, type Figure, known } from "../figure.ts";
import { VARIANTS_A_PRODUCT } from "./products.ts";
import { measureUsage, type ShopifyShop } from "./shopify-shop.ts";
import type { World } from "./world.ts";

const STOCKS = 100_000;
const ONE_IN = 100;
/**
 * More than a minute of what the shop's plan restores; of all products it would be many. Less would measure the beginning: to look
 * at values needs some hundred points that it then does not cost, so the bucket is that much fuller from then on.
 */
const PUSHED = 250;
const LOOK_AGAIN_MS = 50;

/** Measures what it costs to keep what was imported into the shop true. */
export async function measureSync(world: World, here: ShopifyShop): Promise<Figure[]> {
  const { shop, query, isWhole, sample } = world;
  const { startSync } = await import("../../../app/catalog/sync/merchant/start-sync.server.ts");
  await startSync(shop);
  await follow(world);
  const rows = await query<{ id: string }>(
    "select supplier_product_id as id from product_link where shop = $1 and shop_product_id is not null",
    [shop],
  );
  const all = rows.map(({ id }) => id);
  const stocks = await measureUsage(here, () => change(world, all, "stock = stock + 1"));
  const pushed = sample(PUSHED);
  const full = await measureUsage(here, () =>
    change(world, all.slice(0, pushed), `stock = stock + 1, ${DEARER}`),
  );
  const few = all.filter((_, index) => index % ONE_IN === 0);
  const some = await measureUsage(here, () => change(world, few, `stock = stock + 1, ${DEARER}`));
  const scale = `of ${String(all.length * VARIANTS_A_PRODUCT)} variants`;
  const besideLimit = {
    figure: "sync: beside Shopify's limit",
    value: full.beside,
    unit: "× minimum",
    scale,
  };
  return [
    atMost(420, {
      figure: "sync: calls for the stock of 100,000 changed variants",
      value: (stocks.calls * STOCKS) / (all.length * VARIANTS_A_PRODUCT),
      unit: "calls",
      scale,
    }),
    atMost(0.02, {
      figure: "sync: points where 1 % has changed, beside a full push",
      value: some.points / ((full.points * all.length) / pushed),
      unit: "ratio",
      scale,
    }),
    // In a smaller sample, the first seconds, in which nothing is written yet, count too much.
    isWhole ? atMost(1.1, besideLimit) : known(besideLimit),
  ];
}

/** By less than what waits for approval. */
const DEARER = "price_amount = (price_amount::numeric + 0.25)::text";

/** The supplier changes all variants of these products, and the shop follows. */
async function change(world: World, ids: string[], set: string): Promise<void> {
  const { shop, query } = world;
  const { inShop } = await import("../../../app/lib/database/db.server.ts");
  const { markForSync } = await import("../../../app/catalog/links/mark-for-sync.server.ts");
  await query(`update supplier_variant set ${set} where shop = $1 and supplier_product_id = any($2)`, [
    shop,
    ids,
  ]);
  await inShop(shop, (tx) => markForSync(tx, shop, ids));
  await follow(world);
}

/** Until nothing is due any more. */
async function follow({ shop, query }: World): Promise<void> {
  const { syncProducts } = await import("../../../app/catalog/sync/follow/sync-products.server.ts");
  for (;;) {
    await syncProducts(shop);
    const [left] = await query<{ count: number }>(
      "select count(*)::int as count from product_link where shop = $1 and sync_due_at is not null",
      [shop],
    );
    if (left?.count === 0) return;
    await pause(LOOK_AGAIN_MS);
  }
}
