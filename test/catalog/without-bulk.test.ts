import { expect, it, onTestFinished } from "vitest";

import { USUAL_OPTIONS } from "../../app/catalog/import/import-options.ts";
import { importProducts } from "../../app/catalog/import/runs/import-products.server.ts";
import { readSelection } from "../../app/catalog/import/runs/selection.ts";
import { startImport } from "../../app/catalog/import/runs/start-import.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { matchProducts } from "../../app/catalog/matching/match-products.server.ts";
import { startMatching } from "../../app/catalog/matching/match-run-store.server.ts";
import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import { wakeBulkOperation } from "../../app/catalog/wake-catalog.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { runningOperations } from "../sandbox/shop/bulk/operation.ts";
import { gid } from "../sandbox/shop/ids.ts";
import { type PlanName, PLANS } from "../sandbox/shop/state.ts";
import { query } from "../support/database.ts";
import { simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, shopify } from "../support/world.ts";
import { change } from "./matching/testing.ts";
import { productsIn } from "./selling-shop.ts";
import { wireProduct, wireVariant } from "./stand-in-supplier.ts";
import { connectedShop, openStandIn, rowsOf } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

const PRODUCTS = 1000;
/** Points that a plan restores in three minutes. Nothing else takes longer: no part waits for the clock. */
const inThreeMinutes = (plan: PlanName) => 180 * PLANS[plan].pointsPerSecond;

/** For a busy machine: by itself it takes a minute. */
const TIMEOUT_MS = 900_000;

/** The shop's own products, of which the supplier has none. */
const own = Array.from({ length: PRODUCTS }, (_, n) => ({
  title: `Own ${String(n)}`,
  variants: ["S", "M"].map((size) => ({ sku: `OWN-${String(n)}-${size}` })),
}));
const products = Array.from({ length: PRODUCTS }, (_, n) =>
  wireProduct(`p${String(n)}`, {
    options: ["Size"],
    variants: ["S", "M"].map((size) =>
      wireVariant(`p${String(n)}-${size}`, {
        // The last product has the SKUs of the shop's last.
        sku: n === PRODUCTS - 1 ? `OWN-${String(n)}-${size}` : `P-${String(n)}-${size}`,
        options: { Size: size },
      }),
    ),
  }),
);

/** Runs the work of a shop until it is done. Shopify's webhooks report the end of bulk operations. */
async function workUntil(
  shop: ShopDomain,
  work: (shop: ShopDomain) => Promise<void>,
  done: () => Promise<boolean>,
) {
  while (!(await done())) {
    await work(shop);
    const areRunning = () =>
      (["QUERY", "MUTATION"] as const).flatMap((type) => runningOperations(simulated(shop), type));
    await expect.poll(areRunning, { timeout: TIMEOUT_MS }).toEqual([]);
    for (const { id } of simulated(shop).bulk.operations)
      await wakeBulkOperation(shop, gid("BulkOperation", id));
  }
}

const isMatched = async (shop: ShopDomain) =>
  (await rowsOf<{ due_at: Date | null }>("match_run", shop)).every((row) => row.due_at === null);
const isCompared = async (shop: ShopDomain) => {
  const links = await rowsOf<{ compare_due_at: Date | null }>("product_link", shop);
  const [run] = await rowsOf<{ operation_id: string | null }>("catalog_sync", shop);
  return run?.operation_id === null && links.every((row) => row.compare_due_at === null);
};
const isImported = async (shop: ShopDomain) =>
  (await rowsOf<{ state: string }>("product_link", shop)).every(({ state }) => state !== "importing");

it.each([
  ["from the start", () => (shopify.app.bulkDenied = ["QUERY", "MUTATION"])],
  ["from row 900 on", () => (shopify.app.bulkDeniedFromRow = 900)],
])(
  "matches, imports and compares 2,000 variants within the API points of three minutes if bulk operations are denied %s",
  async (_, deny) => {
    supplier.products = products;
    const shop = await connectedShop();
    // This plan restores points fast enough that no call waits.
    simulated(shop).plan = "Plus";
    await mirrorCatalog(shop);
    for (const product of own) shopify.merchant.createProduct(product, shop);
    onTestFinished(() => void Object.assign(shopify.app, { bulkDenied: [], bulkDeniedFromRow: null }));
    /** Before each part the app may run bulk operations again. */
    const denyAnew = async () => {
      Object.assign(shopify.app, { bulkDenied: [], bulkDeniedFromRow: null });
      await query(databaseUrl, "delete from bulk_access");
      deny();
    };

    let before = simulated(shop).usage.points;
    const spent = () => {
      const { points } = simulated(shop).usage;
      // Each part on the cheapest plan.
      expect(points - before).toBeLessThan(inThreeMinutes("Basic"));
      before = points;
    };

    await denyAnew();
    await startMatching(shop, "shop");
    await workUntil(shop, matchProducts, () => isMatched(shop));
    spent();
    expect(await rowsOf("shop_variant", shop)).toHaveLength(2 * PRODUCTS);
    expect(await rowsOf("link_match", shop)).toHaveLength(1);

    await denyAnew();
    const selection = readSelection(new URLSearchParams("all=1"));
    await startImport(shop, { selection: selection!, options: USUAL_OPTIONS });
    await workUntil(shop, importProducts, () => isImported(shop));
    spent();
    const imported = productsIn(shop).filter(({ title }) => title.startsWith("Product "));
    expect(new Set(imported.map(({ title }) => title)).size).toBe(PRODUCTS - 1);
    expect(imported).toHaveLength(PRODUCTS - 1);
    expect(imported.every(({ variants }) => variants.length === 2)).toBe(true);

    await denyAnew();
    await change(
      shop,
      `insert into catalog_sync (shop, compare_due_at) values ($1, date_trunc('milliseconds', now()))
       on conflict (shop) do update set compare_due_at = excluded.compare_due_at`,
    );
    await syncProducts(shop);
    await workUntil(shop, syncProducts, () => isCompared(shop));
    spent();
    // All three parts together.
    expect(before).toBeLessThan(inThreeMinutes("Advanced"));
  },
  TIMEOUT_MS,
);
