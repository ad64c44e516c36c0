import { atMost, type Figure } from "../figure.ts";
import { measureUsage, openShopHere, type ShopifyShop } from "./shopify-shop.ts";
import { measureSync } from "./sync.ts";
import type { World } from "./world.ts";

/** Some half a minute of what the shop's plan restores. */
const ONE_BY_ONE = 100;
/** Both are more than go one by one. */
const IN_BULK = 1000;
const FEWER_IN_BULK = 520;

/** Measures what an import, and then keeping it true, costs of Shopify's points and calls, and how near it comes to the limit. */
export async function measureImport(world: World): Promise<Figure[]> {
  const { startQueue, stopQueue } = await import("../../../app/queue/boss.server.ts");
  const { jobs } = await import("../../../app/queue/jobs.ts");
  const here = await openShopHere(world.shop);
  const oneByOne = world.sample(ONE_BY_ONE);
  const inBulk = Math.max(world.sample(IN_BULK), FEWER_IN_BULK);
  await startQueue(jobs);
  try {
    // The fulfillment service is made once for a shop.
    await importProducts(world, here, 1);
    const single = await measureUsage(here, () => importProducts(world, here, oneByOne));
    let looks = 0;
    const checks = await measureUsage(here, async () => {
      looks = await checkImages(world);
    });
    const bulk = await measureUsage(here, () => importProducts(world, here, inBulk));
    return [
      atMost(30, {
        figure: "import: points a product of five variants and one image",
        // As a rule Shopify has loaded them at the first look; the simulated one takes its time.
        value: (single.points + checks.points / looks) / oneByOne,
        unit: "points",
      }),
      atMost(1.1, { figure: "import: beside Shopify's limit", value: single.beside, unit: "× minimum" }),
      atMost(2, { figure: "import in bulk: points a product", value: bulk.points / inBulk, unit: "points" }),
      atMost(0.15, { figure: "import in bulk: calls a product", value: bulk.calls / inBulk, unit: "calls" }),
      ...(await measureSync(world, here)),
    ];
  } finally {
    await stopQueue();
    await here.close();
  }
}

/** Imports so many products that the shop does not have. */
async function importProducts({ shop, query }: World, { state }: ShopifyShop, count: number): Promise<void> {
  const { importProducts: work } = await import("../../../app/catalog/import/runs/import-products.server.ts");
  const { startImport } = await import("../../../app/catalog/import/runs/start-import.server.ts");
  const { USUAL_OPTIONS } = await import("../../../app/catalog/import/import-options.ts");
  const rows = await query<{ id: string }>(
    `select id from supplier_product product where shop = $1 and not discontinued and not exists (
       select from product_link link where link.shop = product.shop and link.supplier_product_id = product.id)
     order by id desc limit $2`,
    [shop, count],
  );
  const ids = rows.map(({ id }) => id);
  await query(
    "update supplier_product set images = jsonb_build_array(images->0) where shop = $1 and id = any($2)",
    [shop, ids],
  );
  const started = await startImport(shop, { selection: { kind: "products", ids }, options: USUAL_OPTIONS });
  if (started?.requested !== count) throw new Error("Not all of them could be requested.");
  for (;;) {
    await work(shop);
    const [left] = await query<{ left: number; problem: string | null }>(
      `select (count(*) filter (where state = 'importing'))::int as left, max(problem::text) as problem
       from product_link where shop = $1 and import_id = $2::uuid`,
      [shop, started.id],
    );
    if (left?.problem) throw new Error(`Not all of them were imported: ${left.problem}`);
    if (left?.left === 0) return;
    // Shopify's word that a bulk operation has ended.
    if (state.bulk.operations.every(({ status }) => status !== "CREATED" && status !== "RUNNING"))
      await query("update import_bulk set leased_until = null, due_at = now() where shop = $1", [shop]);
  }
}

/** Looks what became of the images, until that is known of each. @returns how often it took. */
async function checkImages({ shop, query }: World): Promise<number> {
  const { importProducts: work } = await import("../../../app/catalog/import/runs/import-products.server.ts");
  for (let looks = 0; ; looks += 1) {
    const due = await query(
      "update product_link set leased_until = null, due_at = now() where shop = $1 and images_state is not null returning 1",
      [shop],
    );
    if (due.length === 0) return looks;
    await work(shop);
  }
}
