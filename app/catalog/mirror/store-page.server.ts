import { inShop, isUniqueViolation, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray, execute, queryRows } from "../../lib/database/statement.server.ts";
import { markForSync } from "../links/mark-for-sync.server.ts";
import { markGoneInSearch } from "../search/search-store.server.ts";
import { endRun } from "./end-run.server.ts";
import type { Checkpoint } from "./mirror-run.server.ts";
import { listIsStuck, type PageChanges, type PreparedPage } from "./read-pages.server.ts";
import { writeProducts, writeUnreadable } from "./write-products.server.ts";

export type StoredPage =
  | { kind: "next"; checkpoint: Checkpoint }
  /** `replaced`: as `endRun` returns it. */
  | { kind: "ended"; replaced: boolean }
  /** The lease ran out and another worker has continued, or a new run has begun. Nothing was written. */
  | { kind: "lost" };

/**
 * Maximum number of products in a list. Stops an endless list. We have measured that half of it works well
 * (200,000 products with a million variants).
 */
const MAX_PRODUCTS = 400_000;

/**
 * Stores a page and its checkpoint in one transaction, so that after a crash the run continues at the next
 * page. `productsRead`: number of products since the last checkpoint.
 * @throws Failure `unexpected-reply` if the list loops; `rejected` if the list is too long. Nothing is written
 * then.
 */
export async function storePage(
  shop: ShopDomain,
  checkpoint: Checkpoint,
  { page, productsRead }: PageToStore,
): Promise<StoredPage> {
  try {
    return await tryToStore(shop, checkpoint, { page, productsRead });
  } catch (error) {
    const { changes } = page;
    if (!changes?.allNew || !isUniqueViolation(error)) throw error;
    // A product was not new: it was on the previous page, too, or one of its variants belongs to another
    // product.
    return tryToStore(shop, checkpoint, {
      page: { ...page, changes: { ...changes, allNew: false } },
      productsRead,
    });
  }
}

type PageToStore = { page: PreparedPage; productsRead: number };

async function tryToStore(
  shop: ShopDomain,
  checkpoint: Checkpoint,
  { page, productsRead }: PageToStore,
): Promise<StoredPage> {
  const { run, leasedUntil } = checkpoint;
  return inShop(
    shop,
    async (tx, now) => {
      // A crash may lose the last commits. That is safe, because a page and its checkpoint are lost together,
      // and the run reads the page again.
      await execute(tx)`select set_config('synchronous_commit', 'off', true)`;
      const { changes, nextCursor } = page;
      const isChanged = changes !== null && (checkpoint.kind === "full" || hasChanges(changes));
      const [moved] = await queryRows<{ productsRead: number }>(tx)`
        update catalog_mirror set page = ${page.number + 1}, cursor = ${nextCursor}, retry_count = 0, problem = null,
          problem_message = null, products_read = products_read + ${productsRead}, changed = changed or ${isChanged},
          newest_in_run = greatest(newest_in_run, ${changes?.newest ?? null})
        where shop = ${shop} and run = ${run} and page = ${checkpoint.page} and leased_until = ${leasedUntil}
        returning products_read as "productsRead"`;
      if (!moved) return { kind: "lost" };
      if (checkpoint.kind === "full" && (await isLoop(tx, shop, page))) throw listIsStuck();
      if (moved.productsRead > MAX_PRODUCTS) throw tooLong();
      if (changes) {
        await writeChanges(tx, shop, { changes, now });
        if (checkpoint.kind === "full") await storePageHash(tx, shop, { page, changes });
        else await clearHashesOf(tx, shop, changes);
      }
      if (nextCursor !== null) {
        const behind = { page: page.number + 1, cursor: nextCursor, retryCount: 0 };
        return { kind: "next", checkpoint: { ...checkpoint, ...behind } };
      }
      const replaced = await endRun(tx, shop, { kind: checkpoint.kind, pages: page.number + 1, now });
      return { kind: "ended", replaced };
    },
    LONG_WORK,
  );
}

function hasChanges({ products, returned, unreadable }: PageChanges): boolean {
  return products.productIds.length + returned.length + unreadable.length > 0;
}

/**
 * Returns true if the list would never end. Its cursor leads back to an earlier page of this run, or the first
 * page's products come again under another cursor.
 */
async function isLoop(tx: Tx, shop: ShopDomain, { number, nextCursor, ids }: PreparedPage): Promise<boolean> {
  if (nextCursor === null) return false;
  const circles = await queryRows<unknown>(tx)`
    select from mirror_page where shop = ${shop} and number < ${number} and (cursor = ${nextCursor}
      or number = 0 and ${ids.length > 0} and supplier_product_ids @> ${sqlArray(ids)}::text[])
    limit 1`;
  return circles.length > 0;
}

async function writeChanges(
  tx: Tx,
  shop: ShopDomain,
  { changes: { products, search, allNew, returned, unreadable }, now }: { changes: PageChanges; now: Date },
): Promise<void> {
  if (products.productIds.length > 0) await writeProducts(tx, shop, { products, search, allNew, now });
  if (returned.length > 0)
    await tx.supplierProduct.updateMany({
      where: { shop, id: { in: returned } },
      data: { goneAt: null },
    });
  await writeUnreadable(tx, shop, { products: unreadable, now });
  const listed = [...returned, ...unreadable.map(({ id }) => id)];
  await markGoneInSearch(tx, shop, { ids: listed, gone: false });
  await markForSync(tx, shop, [...products.productIds, ...listed]);
}

/** Stores one product that was read outside of a run (`readOneProduct`). */
export async function storeProduct(shop: ShopDomain, changes: PageChanges): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await writeChanges(tx, shop, { changes, now });
    await clearHashesOf(tx, shop, changes);
  });
}

async function storePageHash(
  tx: Tx,
  shop: ShopDomain,
  { page: { number, cursor, ids }, changes }: { page: PreparedPage; changes: PageChanges },
): Promise<void> {
  const { hash, nameless } = changes;
  await execute(tx)`
    insert into mirror_page (shop, number, cursor, hash, supplier_product_ids, nameless)
    values (${shop}, ${number}, ${cursor}, ${hash}, ${sqlArray(ids)}::text[], ${nameless})
    on conflict (shop, number) do update set cursor = excluded.cursor, hash = excluded.hash,
      supplier_product_ids = excluded.supplier_product_ids, nameless = excluded.nameless`;
}

/**
 * Clears the hashes of stored pages that list these products. With the old hash, a full run would skip the page
 * as unchanged, although the mirror now has other values of the products.
 */
async function clearHashesOf(tx: Tx, shop: ShopDomain, { products, unreadable }: PageChanges): Promise<void> {
  const ids = [...products.productIds, ...unreadable.map(({ id }) => id)];
  if (ids.length === 0) return;
  await execute(tx)`
    update mirror_page set hash = null where shop = ${shop} and hash is not null
      and supplier_product_ids && ${sqlArray(ids)}::text[]`;
}

function tooLong(): Failure {
  return new Failure({
    code: "rejected",
    side: "ours",
    explanation: { code: "failure.ours.product-list-too-long", limit: MAX_PRODUCTS },
  });
}
