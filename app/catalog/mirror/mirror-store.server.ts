import { Prisma } from "@prisma/client";

import type { ProductsProblem } from "../../connection/products-problem.ts";
import { inShop, LONG_WORK, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { mirrorCatalogJob } from "../jobs.ts";
import { markForSync } from "../sync/mark-for-sync.server.ts";
import type { MirrorRows } from "./mirror-rows.ts";

/** The point that a claimed run has come to: `page` pages are stored, and `cursor` leads to the next one. */
export type Checkpoint = {
  run: number;
  page: number;
  cursor: string | null;
  /** How often the page has failed in a row. */
  retryCount: number;
  leasedUntil: Date;
};

export type StoredPage =
  | { kind: "next"; checkpoint: Checkpoint }
  | { kind: "ended" }
  /** The lease ran out and another worker continued, or a new run began: nothing was written. */
  | { kind: "lost" }
  /** The page is the first one again: nothing was written. */
  | { kind: "repeated" };

/**
 * Longer than a batch and the page after it (10 s, the page's call and the key's check after a 401 of 15 s each, and
 * storing it). After a crash the run continues then.
 */
const LEASE_SECONDS = 120;
/** From the end of one run to the beginning of the next. */
export const REST_SECONDS = 3600;

/** Makes a new run due at once. The products known so far stay. */
export async function beginRun(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.$executeRaw`
    insert into catalog_mirror (shop, state, run, started_at, next_at) values (${shop}, 'reading', 1, ${now}, ${now})
    on conflict (shop) do update set state = 'reading', run = catalog_mirror.run + 1, page = 0, cursor = null,
      started_at = ${now}, next_at = ${now}, retry_count = 0, problem = null, problem_message = null`;
  await enqueue(tx, mirrorCatalogJob, { shop });
}

/** Claims the shop's run if it is due, and begins one where the last has ended. Null when nothing is due. */
export async function claimRun(shop: ShopDomain): Promise<Checkpoint | null> {
  return inShop(shop, async (tx, now) => {
    const leasedUntil = after(now, LEASE_SECONDS);
    const [claimed] = await tx.$queryRaw<Omit<Checkpoint, "leasedUntil">[]>`
      update catalog_mirror set next_at = ${leasedUntil}, retry_count = retry_count + 1, state = 'reading',
        run = case state when 'resting' then run + 1 else run end,
        page = case state when 'resting' then 0 else page end,
        cursor = case state when 'resting' then null else cursor end,
        started_at = case state when 'resting' then ${now} else started_at end
      where shop = ${shop} and next_at <= ${now}
      returning run, page, cursor, retry_count - 1 as "retryCount"`;
    return claimed ? { ...claimed, leasedUntil } : null;
  });
}

/**
 * Stores a page together with the checkpoint behind it: after a crash the run continues exactly there. `skippedIds` are
 * those of the page's products that cannot be read, null where not even the id can.
 */
export async function storePage(
  shop: ShopDomain,
  checkpoint: Checkpoint,
  {
    rows,
    skippedIds,
    nextCursor,
  }: { rows: MirrorRows; skippedIds: (string | null)[]; nextCursor: string | null },
): Promise<StoredPage> {
  const { run, page, leasedUntil } = checkpoint;
  const named = skippedIds.filter((id) => id !== null);
  const ids = [...rows.products.map(({ id }) => id), ...named];
  const counts = { skipped: skippedIds.length, nameless: skippedIds.length - named.length };
  return inShop(
    shop,
    async (tx, now) => {
      const repeated = await tx.$queryRaw<unknown[]>`
      select 1 from mirror_page where shop = ${shop} and run = ${run} and number = 0 and ${page} > 0
        and cardinality(${ids}::text[]) > 0 and supplier_product_ids @> ${ids}::text[]`;
      if (repeated.length > 0) return { kind: "repeated" };
      const moved = await tx.catalogMirror.updateMany({
        where: { shop, run, page, nextAt: leasedUntil },
        data: { page: page + 1, cursor: nextCursor, retryCount: 0, ...problemColumns(null) },
      });
      if (moved.count === 0) return { kind: "lost" };
      await writeChanged(tx, shop, rows);
      await tx.mirrorPage.create({ data: { shop, run, number: page, supplierProductIds: ids, ...counts } });
      if (nextCursor !== null)
        return {
          kind: "next",
          checkpoint: { ...checkpoint, page: page + 1, cursor: nextCursor, retryCount: 0 },
        };
      await endRun(tx, shop, { run, now });
      return { kind: "ended" };
    },
    LONG_WORK,
  );
}

/** Releases a run, for the next batch to continue at once. */
export async function releaseRun(shop: ShopDomain, { run, leasedUntil }: Checkpoint): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const released = await tx.catalogMirror.updateMany({
      where: { shop, run, nextAt: leasedUntil },
      data: { nextAt: now },
    });
    if (released.count > 0) await enqueue(tx, mirrorCatalogJob, { shop });
  });
}

/** Releases a run that failed, due again in so many seconds; with `restart` from the first page. */
export async function postponeRun(
  shop: ShopDomain,
  { run, leasedUntil }: Checkpoint,
  { seconds, restart, problem }: { seconds: number; restart: boolean; problem: ProductsProblem },
): Promise<void> {
  await inShop(shop, (tx, now) =>
    tx.catalogMirror.updateMany({
      where: { shop, run, nextAt: leasedUntil },
      data: {
        nextAt: after(now, seconds),
        ...(restart && { state: "resting" }),
        ...problemColumns(problem),
      },
    }),
  );
}

/** Ends a run for good: without a connection there is nothing to read, and the next one begins a run of its own. */
export async function stopRun(shop: ShopDomain, { run, leasedUntil }: Checkpoint): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogMirror.updateMany({
      where: { shop, run, nextAt: leasedUntil },
      data: { nextAt: null, state: "resting" },
    }),
  );
}

function problemColumns(problem: ProductsProblem | null) {
  return { problem: problem?.kind ?? null, problemMessage: problem?.message ?? Prisma.DbNull };
}

/** Writes the products that are new or have changed, with all their variants. */
async function writeChanged(tx: Tx, shop: ShopDomain, rows: MirrorRows): Promise<void> {
  const known = new Map(
    (
      await tx.supplierProduct.findMany({
        where: { shop, id: { in: rows.products.map(({ id }) => id) } },
        select: { id: true, hash: true, goneAt: true },
      })
    ).map((row) => [row.id, row]),
  );
  const back = rows.products.filter(({ id }) => known.get(id)?.goneAt).map(({ id }) => id);
  if (back.length > 0)
    await tx.supplierProduct.updateMany({ where: { shop, id: { in: back } }, data: { goneAt: null } });

  const products = rows.products.filter(({ id, hash }) => known.get(id)?.hash !== hash);
  await markForSync(tx, shop, [...back, ...products.map(({ id }) => id)]);
  if (products.length === 0) return;
  const changed = new Set(products.map(({ id }) => id));
  const variants = rows.variants.filter(({ supplier_product_id: productId }) => changed.has(productId));
  await tx.$executeRaw`
    delete from supplier_variant where shop = ${shop} and supplier_product_id = any(${[...changed]}::text[])
      and id <> all(${variants.map(({ id }) => id)}::text[])`;
  await tx.$executeRaw`
    insert into supplier_product (shop, id, name, description_html, brand, category, images, options, updated_at,
      discontinued, hash, search)
    select ${shop}, id, name, description_html, brand, category, images, options, updated_at, discontinued, hash, search
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as row (id text, name text, description_html text,
      brand text, category text, images jsonb, options text[], updated_at timestamptz, discontinued boolean,
      hash text, search text)
    on conflict (shop, id) do update set name = excluded.name, description_html = excluded.description_html,
      brand = excluded.brand, category = excluded.category, images = excluded.images, options = excluded.options,
      updated_at = excluded.updated_at, discontinued = excluded.discontinued, hash = excluded.hash,
      search = excluded.search`;
  await tx.$executeRaw`
    insert into supplier_variant (shop, id, supplier_product_id, position, sku, barcode, options, price_amount, price_currency,
      stock, weight_grams, image_url)
    select ${shop}, id, supplier_product_id, position, sku, barcode, options, price_amount, price_currency, stock, weight_grams,
      image_url
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as row (id text, supplier_product_id text, position int, sku text,
      barcode text, options jsonb, price_amount text, price_currency text, stock int, weight_grams float8,
      image_url text)
    on conflict (shop, id) do update set supplier_product_id = excluded.supplier_product_id, position = excluded.position,
      sku = excluded.sku, barcode = excluded.barcode, options = excluded.options, price_amount = excluded.price_amount,
      price_currency = excluded.price_currency, stock = excluded.stock, weight_grams = excluded.weight_grams,
      image_url = excluded.image_url`;
}

/**
 * Ends a run. Products that could not be read stay as they were last read. One whose id could not be read either may be
 * any product, so none is gone.
 */
async function endRun(tx: Tx, shop: ShopDomain, { run, now }: { run: number; now: Date }): Promise<void> {
  const { _sum: sum } = await tx.mirrorPage.aggregate({
    where: { shop, run },
    _sum: { skipped: true, nameless: true },
  });
  if ((sum.nameless ?? 0) === 0) await markGone(tx, shop, { run, now });
  await tx.mirrorPage.deleteMany({ where: { shop } });
  await tx.catalogMirror.update({
    where: { shop },
    data: {
      state: "resting",
      page: 0,
      cursor: null,
      readAt: now,
      skipped: sum.skipped ?? 0,
      nextAt: after(now, REST_SECONDS),
    },
  });
}

/** Marks the products that were on no page of the run as gone, and keeps them for what refers to them. */
async function markGone(tx: Tx, shop: ShopDomain, { run, now }: { run: number; now: Date }): Promise<void> {
  // Of the pages just written there are no statistics yet: as a nested loop, 20,000 products would take a minute.
  await tx.$executeRaw`select set_config('enable_nestloop', 'off', true)`;
  const gone = await tx.$queryRaw<{ id: string }[]>`
    update supplier_product set gone_at = ${now} where shop = ${shop} and gone_at is null and not exists (
      select from mirror_page, unnest(supplier_product_ids) as seen (id)
      where mirror_page.shop = ${shop} and mirror_page.run = ${run} and seen.id = supplier_product.id)
    returning id`;
  await markForSync(
    tx,
    shop,
    gone.map(({ id }) => id),
  );
}
