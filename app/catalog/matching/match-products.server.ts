import { chunk } from "../../lib/chunk.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { isDeniedMidway, LOOK_SECONDS, readBulkOperation } from "../../shop/bulk/bulk-operations.server.ts";
import { nullIfBulkDenied } from "../../shop/failures.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import {
  type FoundVariant,
  readVariantsAfter,
  searchVariants,
  type Sought,
  beginReadingVariants,
  readVariants,
} from "../../shop/products/shop-variants.server.ts";
import { findMatches } from "./find-matches.server.ts";
import {
  claimMatchRun,
  endMatchRun,
  type MatchRun,
  postponeMatchRun,
  storeRead,
} from "./match-run-store.server.ts";

/** Length of a batch, which then wakes the next one, so that no shop delays the others. */
const BATCH_MS = 10_000;
/** Products of the supplier per search. */
const PRODUCTS_PER_SEARCH = 10;
/** Variants per product whose SKUs are searched for. One hit leads to all variants of its product. */
const VARIANTS_PER_PRODUCT = 25;

/**
 * If the shop has more variants, a bulk query reads them, which takes minutes and costs no points. If Shopify denies bulk
 * queries, all pages are read.
 */
const MAX_READ_IN_PAGES = 500;

/** Continues a shop's due match run: reads the shop's variants, then finds matches. */
export async function matchProducts(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const claimed = await claimMatchRun(shop);
  if (claimed === null) return;
  try {
    const isRead =
      claimed.operationId === null ? await readPages(shop, claimed, until) : await readInBulk(shop, claimed);
    if (!isRead) return;
    await findMatches(shop, claimed);
    await endMatchRun(shop, claimed);
  } catch (error) {
    await release(shop, claimed, error);
  }
}

/** @returns true if everything was read; false if the run was released or lost its lease. */
async function readPages(shop: ShopDomain, claimed: MatchRun, until: number): Promise<boolean> {
  let { checkpoint, read } = claimed;
  let mayReadInBulk = claimed.scope === "shop";
  do {
    if (mayReadInBulk && read >= MAX_READ_IN_PAGES) {
      const begun = await beginReadingVariants(shop).catch(nullIfBulkDenied);
      if (begun !== null) {
        const waits = { seconds: LOOK_SECONDS, problem: null, operationId: begun.id };
        await postponeMatchRun(shop, claimed, waits);
        return false;
      }
      mayReadInBulk = false;
    }
    const page = await (claimed.scope === "shop"
      ? readShop(shop, checkpoint)
      : searchNeedsLinking(shop, checkpoint));
    checkpoint = page.checkpoint;
    read += page.variants.length;
    if (!(await storeRead(shop, claimed, { variants: page.variants, checkpoint, read }))) return false;
    if (page.isLast) return true;
  } while (performance.now() < until);
  await postponeMatchRun(shop, claimed, { seconds: 0, problem: null });
  return false;
}

const STORE_BATCH = 500;

/**
 * Stores the result of a bulk query, with the same return value. A result can be read again from its
 * beginning.
 */
async function readInBulk(shop: ShopDomain, claimed: MatchRun): Promise<boolean> {
  const operation = await readBulkOperation(shop, claimed.operationId ?? "");
  if (operation.kind === "running") {
    await postponeMatchRun(shop, claimed, { seconds: LOOK_SECONDS, problem: null });
    return false;
  }
  if (isDeniedMidway(operation)) {
    await postponeMatchRun(shop, claimed, { seconds: 0, problem: null, operationId: null });
    return false;
  }
  if (operation.kind !== "completed") {
    const seconds = backOffSeconds(claimed.retryCount, { firstSeconds: LOOK_SECONDS });
    const problem = { code: "failure.shop.internal-error" } as const;
    await postponeMatchRun(shop, claimed, { seconds, problem, operationId: null });
    return false;
  }
  if (operation.url === null) return true;
  let read = 0;
  for await (const variants of chunk(readVariants(shop, operation.url), STORE_BATCH)) {
    read += variants.length;
    const { checkpoint } = claimed;
    if (!(await storeRead(shop, claimed, { variants, checkpoint, read }))) return false;
  }
  return true;
}

async function release(shop: ShopDomain, claimed: MatchRun, error: unknown): Promise<void> {
  const { scope, retryCount } = claimed;
  log.warn({ shop, err: error, scope, retryCount }, "catalog.match-failed");
  const failure = error instanceof Failure ? error : null;
  const problem = failure?.explanation ?? ({ code: "failure.ours" } as const);
  if (failure?.isPermanent) await endMatchRun(shop, claimed, problem);
  else await postponeMatchRun(shop, claimed, { seconds: backOffSeconds(retryCount, { failure }), problem });
}

type Page = { variants: FoundVariant[]; checkpoint: string | null; isLast: boolean };

async function readShop(shop: ShopDomain, after: string | null): Promise<Page> {
  const { variants, last } = await readVariantsAfter(shop, after);
  return { variants, checkpoint: last, isLast: last === null };
}

/** Searches the shop for the next products that an import left for linking. */
async function searchNeedsLinking(shop: ShopDomain, after: string | null): Promise<Page> {
  const products = await inShop(
    shop,
    (tx) => queryRows<Row & { id: string }>(tx)`
      select link.supplier_product_id as id, link.shop_product_id as "shopProductId", product.name,
        array(select sku from supplier_variant where shop = ${shop} and supplier_product_id = product.id and sku <> ''
          order by position limit ${VARIANTS_PER_PRODUCT}) as skus,
        array(select barcode from supplier_variant where shop = ${shop} and supplier_product_id = product.id
          and length(barcode) >= 6 order by position limit ${VARIANTS_PER_PRODUCT}) as barcodes
      from product_link link
      join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.state = 'needs-linking' and link.supplier_product_id > ${after ?? ""}
      order by link.supplier_product_id limit ${PRODUCTS_PER_SEARCH}`,
  );
  const last = products.at(-1);
  if (last === undefined) return { variants: [], checkpoint: after, isLast: true };
  const variants = await searchVariants(shop, toSearch(products));
  return { variants, checkpoint: last.id, isLast: products.length < PRODUCTS_PER_SEARCH };
}

type Row = { shopProductId: ShopProductId | null; name: string; skus: string[]; barcodes: string[] };

function toSearch(rows: Row[]): Sought {
  const each = <Value>(of: (row: Row) => Value[]) => [...new Set(rows.flatMap(of))];
  return {
    skus: each(({ skus }) => skus),
    barcodes: each(({ barcodes }) => barcodes),
    titles: each(({ name }) => [name]),
    productIds: each(({ shopProductId }) => (shopProductId === null ? [] : [shopProductId])),
  };
}
