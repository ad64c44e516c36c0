import { Prisma } from "@prisma/client";
import { chunk } from "../../lib/chunk.ts";
import { inShop, LONG_WORK } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { isDeniedMidway, LOOK_SECONDS, readBulkOperation } from "../../shop/bulk/bulk-operations.server.ts";
import { nullIfBulkDenied } from "../../shop/failures.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import {
  beginReadingVariants,
  type FoundVariant,
  readVariants,
  readVariantsAfter,
  searchVariants,
  type Sought,
} from "../../shop/products/shop-variants.server.ts";
import {
  claimMatchRun,
  endMatchRun,
  type MatchRun,
  postponeMatchRun,
  storeRead,
} from "./match-run-store.server.ts";
import { decideMatch, type Pair } from "./decide-match.ts";

/** Time limit of a batch. The job then enqueues the shop's next batch, so that other shops get their turn. */
const BATCH_MS = 10_000;
/** Number of the supplier's products per search. */
const PRODUCTS_PER_SEARCH = 10;
/**
 * Maximum number of variants per product whose SKUs and barcodes a search contains. A single hit is enough,
 * because it leads to all variants of the shop's product.
 */
const VARIANTS_PER_PRODUCT = 25;

/**
 * Up to this many variants of the shop are read page by page. If the shop has more, a bulk query reads them
 * all. It takes minutes, but does not count toward Shopify's rate limit. If Shopify denies bulk queries, we
 * read all pages.
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

/**
 * Reads the shop's variants page by page. @returns true if all variants are read; false if the run was released
 * or its lease was lost.
 */
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
 * Stores a bulk query's result if the query has ended. Returns the same as `readPages`. A retry reads the whole
 * result again.
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

/** Searches the shop for the next products that an import could not link. */
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

/**
 * Maximum number of the shop's variants with the same value. If more have it, the value is a placeholder such
 * as "N/A".
 */
const MAX_ALIKE = 20;
const DECIDE_BATCH = 500;

/**
 * Pairs the stored variants of the shop with those of the mirror, and decides which matches are unambiguous.
 */
async function findMatches(shop: ShopDomain, { scope, run }: MatchRun): Promise<void> {
  await inShop(
    shop,
    async (tx) => {
      if (scope === "shop") await tx.shopVariant.deleteMany({ where: { shop, run: { not: run } } });
      await execute(tx)`
        update link_match set pairs = '[]', clear = null where shop = ${shop} and state in ('open', 'skipped', 'failed')`;
      // Postgres has no statistics of the new rows yet. With nested loops, it would read the mirror once per
      // row, which takes hours (test/catalog/plans.test.ts).
      await execute(tx)`select set_config('enable_nestloop', 'off', true)`;
      await execute(tx)`
        with titled as (
          select product.id as supplier_product_id, own.shop_product_id
          from (select shop_product_id, ${TITLE("product_title")} as title,
              count(*) over (partition by ${TITLE("product_title")}) as alike
            from (select distinct shop_product_id, product_title from shop_variant where shop = ${shop}) product) own
          join supplier_product product on product.shop = ${shop} and ${TITLE("product.name")} = own.title
          where own.alike <= ${MAX_ALIKE}),
        pair as (${PAIRS(shop)}),
        shared as (
          select shop_product_id from pair where by <> '{title}'
          group by shop_product_id having count(distinct supplier_product_id) > 1)
        insert into link_match (shop, supplier_product_id, pairs)
        select ${shop}, pair.supplier_product_id, jsonb_agg(jsonb_build_object(
          'supplierVariantId', pair.supplier_variant_id, 'shopVariantId', pair.shop_variant_id,
          'shopProductId', pair.shop_product_id, 'by', to_jsonb(pair.by),
          'shared', shared.shop_product_id is not null)
          order by pair.position, pair.shop_variant_id)
        from pair left join shared on shared.shop_product_id = pair.shop_product_id
        group by pair.supplier_product_id
        on conflict (shop, supplier_product_id) do update set pairs = excluded.pairs, problem = null,
          state = case link_match.state when 'failed' then 'open' else link_match.state end
        where link_match.state in ('open', 'skipped', 'failed')`;
      await execute(tx)`
        delete from link_match where shop = ${shop} and state in ('open', 'skipped', 'failed') and pairs = '[]'`;
      // Products that an import could not link get a row even without a pair, to record that a run has searched
      // for them.
      await execute(tx)`
        insert into link_match (shop, supplier_product_id)
        select shop, supplier_product_id from product_link
        where shop = ${shop} and state = 'needs-linking' and delisted is distinct from 'unlinked'
        on conflict do nothing`;
    },
    LONG_WORK,
  );
  while ((await decideNext(shop)) === DECIDE_BATCH);
}

/** Decides a batch of undecided matches. @returns their number. */
async function decideNext(shop: ShopDomain): Promise<number> {
  return inShop(shop, async (tx) => {
    const rows = await tx.linkMatch.findMany({
      where: { shop, clear: null, state: { in: ["open", "skipped"] } },
      select: { supplierProductId: true, pairs: true },
      take: DECIDE_BATCH,
    });
    const decided = rows.map(({ supplierProductId, pairs }) => {
      const { clear } = decideMatch(pairs as Pair[]);
      return {
        id: supplierProductId,
        clear: clear !== null,
        product: clear?.shopProductId ?? null,
        chosen: clear?.links ?? [],
      };
    });
    await execute(tx)`
      update link_match set clear = row.clear, shop_product_id = row.product, chosen = row.chosen
      from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as row (id text, clear boolean, product text, chosen jsonb)
      where shop = ${shop} and supplier_product_id = row.id`;
    return rows.length;
  });
}

/**
 * SQL for values to compare. Ignores case and outer spaces; in barcodes, also punctuation and leading zeros.
 */
const SKU = (column: string) => Prisma.raw(`lower(btrim(${column}))`);
const BARCODE = (column: string) =>
  Prisma.raw(`ltrim(upper(regexp_replace(${column}, '[^0-9A-Za-z]', '', 'g')), '0')`);
/**
 * SQL condition: a barcode is a GTIN, of 8, 12, 13 or 14 digits with a valid check digit
 * (https://www.gs1.org/services/how-calculate-check-digit-manually). False for placeholders such as "123456",
 * and for numbers that a spreadsheet has rounded. It is enough if one barcode of a pair is a GTIN, because the
 * other may have lost its leading zeros.
 */
const IS_GTIN = (column: string) =>
  Prisma.raw(`(select case when digits ~ '^([0-9]{8}|[0-9]{12,14})$' then
      (select sum(substr(lpad(digits, 14, '0'), place, 1)::int * (1 + place % 2 * 2)) % 10 = 0
        from generate_series(1, 14) place)
      else false end
    from regexp_replace(${column}, '[^0-9A-Za-z]', '', 'g') digits)`);
const TITLE = (column: string) => Prisma.raw(`lower(btrim(regexp_replace(${column}, '\\s+', ' ', 'g')))`);

/**
 * Selects the pairs of a shop's variant and a supplier's variant that share a SKU, a barcode or a title. Omits
 * linked variants, and products that the supplier no longer sells. Omits the supplier's products that are
 * imported or being imported, and the shop's products that belong to another product of the supplier.
 */
function PAIRS(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`
    select variant.supplier_product_id, found.supplier_variant_id, min(variant.position) as position,
      found.shop_product_id, found.shop_variant_id, array_agg(distinct found.by) as by
    from (
      select own.id as shop_variant_id, own.shop_product_id, variant.id as supplier_variant_id,
        case when own.sku = variant.sku then 'sku' else 'sku-folded' end as by
      from (select *, count(*) over (partition by ${SKU("sku")}) as alike from shop_variant
        where shop = ${shop} and btrim(sku) <> '') own
      join supplier_variant variant on variant.shop = ${shop} and ${SKU("variant.sku")} = ${SKU("own.sku")}
      where own.alike <= ${MAX_ALIKE}
      union all
      select own.id, own.shop_product_id, variant.id,
        case when own.barcode = variant.barcode then 'barcode' else 'barcode-folded' end
      from (select *, count(*) over (partition by ${BARCODE("barcode")}) as alike from shop_variant
        where shop = ${shop} and ${BARCODE("barcode")} ~ '^[0-9]{6,14}$') own
      join supplier_variant variant on variant.shop = ${shop} and ${BARCODE("variant.barcode")} = ${BARCODE("own.barcode")}
      where own.alike <= ${MAX_ALIKE} and (${IS_GTIN("own.barcode")} or ${IS_GTIN("variant.barcode")})
      union all
      select own.id, own.shop_product_id, variant.id, 'title'
      from (select *, count(*) over (partition by shop_product_id) as siblings from shop_variant
        where shop = ${shop}) own
      join titled on titled.shop_product_id = own.shop_product_id
      join (select *, count(*) over (partition by supplier_product_id) as siblings from supplier_variant
        where shop = ${shop} and supplier_product_id in (select supplier_product_id from titled)) variant
        on variant.supplier_product_id = titled.supplier_product_id
      where own.siblings = 1 and variant.siblings = 1
        or array(select lower(btrim(each)) from unnest(own.options) each order by 1)
          = array(select lower(btrim(value)) from jsonb_each_text(variant.options) order by 1)
    ) found
    join supplier_variant variant on variant.shop = ${shop} and variant.id = found.supplier_variant_id
    join supplier_product product on product.shop = ${shop} and product.id = variant.supplier_product_id
      and product.gone_at is null and not product.discontinued
    left join product_link link on link.shop = ${shop} and link.supplier_product_id = product.id
    where (link.state is null or link.state in ('needs-linking', 'skipped')) and link.delisted is distinct from 'unlinked'
      and not exists (select from variant_link where variant_link.shop = ${shop}
        and variant_link.supplier_variant_id = found.supplier_variant_id)
      and not exists (select from variant_link where variant_link.shop = ${shop}
        and variant_link.shop_variant_id = found.shop_variant_id)
      and not exists (select from product_link other where other.shop = ${shop}
        and other.shop_product_id = found.shop_product_id and other.supplier_product_id <> product.id
        and other.state in ('imported', 'importing') and other.delisted is distinct from 'unlinked')
    group by variant.supplier_product_id, found.supplier_variant_id, found.shop_product_id, found.shop_variant_id`;
}
