import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { DAILY_VARIANTS } from "../../shop/failures.ts";
import { checkImages } from "./check-images.server.ts";
import { importProduct, type ImportedProduct } from "./import-product.server.ts";
import { type ClaimedImport, endImagesCheck, endImport, postponeImport } from "./import-store.server.ts";
import { type PlannedImport, planBatch } from "./plan-batch.server.ts";
import { publishNewProducts } from "./publish-new-products.server.ts";

/** How many products of a shop are imported at once: each mostly waits for Shopify. */
const CONCURRENCY = 4;

/** Imports products that were claimed together. What they have in common is asked once: prices, SKUs, publishing. */
export async function importBatch(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const checks = claimed.filter(({ state }) => state === "imported");
  await atOnce(checks, (each) => handled(shop, each, () => lookAtImages(shop, each)));

  const imports = claimed.filter(({ state }) => state === "importing");
  const planned: PlannedImport[] = [];
  try {
    for (const plan of await planBatch(shop, imports)) {
      if (plan.kind === "planned") planned.push(plan);
      else await handled(shop, plan.claimed, () => endImport(shop, plan.claimed, plan.outcome));
    }
  } catch (error) {
    for (const each of imports) await failed(shop, each, error);
    return;
  }
  await publishAndEnd(shop, await importAll(shop, planned));
}

type Made = { planned: PlannedImport; product: ImportedProduct };

/** The first alone: whether Shopify stocks new variants at other locations as well is the same for all. */
async function importAll(shop: ShopDomain, planned: PlannedImport[]): Promise<Made[]> {
  const made: Made[] = [];
  let withPlaces = true;
  const importOne = (each: PlannedImport) =>
    handled(shop, each.claimed, async () => {
      const outcome = await importProduct(shop, each, { withPlaces });
      if (outcome.kind === "imported") made.push({ planned: each, product: outcome });
      else await endImport(shop, each.claimed, outcome);
    });
  const first = planned.findIndex(({ fresh }) => fresh);
  const [alone] = first === -1 ? [] : planned.splice(first, 1);
  if (alone) {
    await importOne(alone);
    withPlaces = made[0]?.product.leavesPlaces ?? true;
  }
  await atOnce(planned, importOne);
  return made;
}

/** Until they are published, products do not count as imported: after an interruption here the next try publishes them. */
async function publishAndEnd(shop: ShopDomain, made: Made[]): Promise<void> {
  const unpublished = made.filter(({ product }) => product.isNew);
  const groups = Map.groupBy(unpublished, ({ planned }) => JSON.stringify(planned.options.channels));
  for (const group of groups.values()) {
    const [first] = group;
    const ids = group.map(({ product }) => product.shopProductId);
    try {
      const published = await publishNewProducts(shop, ids, first?.planned.options.channels ?? null);
      for (const { product } of group) Object.assign(product, published.get(product.shopProductId));
    } catch (error) {
      for (const each of group) {
        made.splice(made.indexOf(each), 1);
        await failed(shop, each.planned.claimed, error);
      }
    }
  }
  for (const { planned, product } of made)
    await handled(shop, planned.claimed, () => endImport(shop, planned.claimed, product));
}

/** Works on items, some at once; `work` throws nothing. */
async function atOnce<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const go = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, go));
}

async function lookAtImages(shop: ShopDomain, claimed: ClaimedImport): Promise<void> {
  const checked = await checkImages(shop, claimed);
  if (checked.kind === "checked") await endImagesCheck(shop, claimed, checked);
  else
    await postponeImport(shop, claimed, {
      ...{ seconds: backOffSeconds(claimed.retryCount), problem: null, also: null },
    });
}

async function handled(shop: ShopDomain, claimed: ClaimedImport, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await failed(shop, claimed, error);
  }
}

async function failed(shop: ShopDomain, claimed: ClaimedImport, error: unknown): Promise<void> {
  const { supplierProductId, retryCount } = claimed;
  log.warn({ shop, supplierProductId, err: error, retryCount }, "catalog.import-failed");
  const failure = error instanceof Failure ? error : null;
  if (failure?.isPermanent && claimed.state === "imported") {
    await endImagesCheck(shop, claimed, { failedImages: [], problem: failure.explanation });
    return;
  }
  if (failure?.isPermanent) {
    await endImport(shop, claimed, { kind: "skip", reason: failure.explanation });
    return;
  }
  await postponeImport(shop, claimed, {
    seconds: backOffSeconds(retryCount, { failure }),
    problem: failure?.explanation ?? { code: "failure.ours" },
    also: alsoWaiting(failure),
  });
}

/** Which of the shop's other products cannot be imported either. */
function alsoWaiting(failure: Failure | null): "all" | "new" | null {
  if (failure?.code === "access-lost") return "all";
  return failure?.explanation.code === DAILY_VARIANTS ? "new" : null;
}
