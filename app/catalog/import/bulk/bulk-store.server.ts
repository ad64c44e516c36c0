import { Prisma } from "@prisma/client";

import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import type { Message } from "../../../messages/message.ts";
import { after } from "../../../queue/back-off.ts";
import { claim, dueAt, postpone, setDueAt } from "../../../queue/lease.server.ts";
import type { NewProduct } from "../../../shop/products/product-set.ts";
import type { SentProduct } from "../end-creation.server.ts";
import { type ClaimedImport, toClaimedImport } from "../import-claims.server.ts";

/** A bulk operation of an import that a worker has claimed. */
export type ImportBulk = {
  id: string;
  /** Shopify's id; null until we know that Shopify has started the operation. */
  operationId: string | null;
  /** Shopify deletes the result at this time. The products stay claimed until then. */
  expiresAt: Date;
  /** True if the merchant has canceled the import. */
  canceled: boolean;
  retryCount: number;
  leasedUntil: Date;
};

/** A product of a bulk operation without a stored result. */
export type BulkLine = { line: number; sent: SentProduct; claimed: ClaimedImport };

/**
 * Lease of a step. Uploading takes up to ten minutes; storing and publishing a thousand products takes less
 * than the lease, too.
 */
const LEASE_SECONDS = 20 * 60;
/**
 * Time for which Shopify keeps a bulk operation's result. Afterwards, products without a result are imported
 * one by one.
 */
const KEPT_SECONDS = 7 * 86_400;
const LINES_AT_ONCE = 100;

/**
 * Stores a bulk operation and its products before it starts. Makes the products in `others` due, so that they
 * are imported one by one.
 */
export async function storeBulk(
  shop: ShopDomain,
  { lines, others }: { lines: { claimed: ClaimedImport; sent: SentProduct }[]; others: ClaimedImport[] },
): Promise<void> {
  await inShop(
    shop,
    async (tx, now) => {
      // `makeDue` skips products whose lease this worker has lost.
      await makeDue(tx, shop, { claimed: others, due: dueAt(now) });
      const [first] = lines;
      if (!first?.claimed.importId) return;
      const expiresAt = after(now, KEPT_SECONDS);
      const claimed = lines.map((each) => each.claimed);
      // Extends the lease, so that no worker imports these products while the operation runs.
      const due = { dueAt: expiresAt, leasedUntil: expiresAt };
      const kept = new Set(await makeDue(tx, shop, { claimed, due }));
      const sent = lines.filter((each) => kept.has(each.claimed.supplierProductId));
      if (sent.length === 0) return;
      const { id } = await tx.importBulk.create({
        data: { shop, importId: first.claimed.importId, expiresAt, dueAt: now },
        select: { id: true },
      });
      await execute(tx)`
        insert into import_bulk_line (shop, bulk_id, line, supplier_product_id, sent)
        select ${shop}, ${id}::uuid, (place - 1)::int, product, sent::jsonb
        from unnest(${sent.map((each) => each.claimed.supplierProductId)}::text[],
          ${sent.map((each) => toStored(each.sent))}::text[]) with ordinality as line (product, sent, place)`;
    },
    LONG_WORK,
  );
}

/** Makes claimed products due again after `seconds`, as if they had not been claimed. */
export async function postponeUnbegun(
  shop: ShopDomain,
  claimed: ClaimedImport[],
  { seconds, problem }: { seconds: number; problem: Message },
): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const ids = claimed.map(({ supplierProductId }) => supplierProductId);
  await inShop(shop, (tx, now) =>
    tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: ids }, leasedUntil: first.leasedUntil },
      data: { ...dueAt(after(now, seconds)), retryCount: 0, problem },
    }),
  );
}

/**
 * Sets the due time and the lease of claimed products. @returns the ids of the changed products, without those
 * whose lease this worker has lost.
 */
async function makeDue(
  tx: Tx,
  shop: ShopDomain,
  { claimed, due }: { claimed: ClaimedImport[]; due: { dueAt: Date; leasedUntil: Date | null } },
): Promise<string[]> {
  const [first] = claimed;
  if (!first) return [];
  const ids = claimed.map(({ supplierProductId }) => supplierProductId);
  const made = await tx.productLink.updateManyAndReturn({
    where: { shop, supplierProductId: { in: ids }, leasedUntil: first.leasedUntil },
    data: due,
    select: { supplierProductId: true },
  });
  return made.map(({ supplierProductId }) => supplierProductId);
}

/** Claims the bulk operation that has been due longest; null if none is due. */
export async function claimBulk(shop: ShopDomain): Promise<ImportBulk | null> {
  return inShop(shop, async (tx) => {
    const [claimed] = await claim(tx, "ImportBulk", {
      where: Prisma.sql`shop = ${shop}`,
      limit: 1,
      seconds: LEASE_SECONDS,
      set: { retryCount: { increment: 1 } },
    });
    if (!claimed) return null;
    const running = await tx.importRun.count({
      where: { shop, id: claimed.importId, state: "running", cancelRequestedAt: null },
    });
    return { ...claimed, retryCount: claimed.retryCount - 1, canceled: running === 0 };
  });
}

/** Releases a bulk operation, and makes it due again after `seconds`. */
export async function postponeBulk(
  shop: ShopDomain,
  { id, leasedUntil }: ImportBulk,
  change: { seconds: number; operationId?: string; done?: number; retryCount?: number },
): Promise<void> {
  await inShop(shop, (tx) => postpone(tx, "ImportBulk", { shop, id, leasedUntil }, change));
}

/** Streams the products to create, in the order of the lines. */
export async function* readSent(shop: ShopDomain, { id }: ImportBulk): AsyncGenerator<NewProduct> {
  for (let from = 0; ; from += LINES_AT_ONCE) {
    const rows = await inShop(shop, (tx) =>
      tx.importBulkLine.findMany({
        where: { shop, bulkId: id, line: { gte: from, lt: from + LINES_AT_ONCE } },
        orderBy: { line: "asc" },
      }),
    );
    for (const { sent } of rows) yield fromStored(sent).product;
    if (rows.length < LINES_AT_ONCE) return;
  }
}

/**
 * Finds lines by number. Omits lines with a stored result, and products that this operation no longer has
 * claimed.
 */
export async function findLines(
  shop: ShopDomain,
  { id, expiresAt }: ImportBulk,
  lines: number[],
): Promise<BulkLine[]> {
  return inShop(shop, async (tx) => {
    const left = await tx.importBulkLine.findMany({ where: { shop, bulkId: id, line: { in: lines } } });
    const products = await tx.productLink.findMany({
      where: {
        shop,
        supplierProductId: { in: left.map(({ supplierProductId }) => supplierProductId) },
        leasedUntil: expiresAt,
      },
    });
    const ours = new Map(products.map((product) => [product.supplierProductId, product]));
    return left.flatMap(({ line, sent, supplierProductId }) => {
      const product = ours.get(supplierProductId);
      if (!product) return [];
      return {
        line,
        sent: fromStored(sent),
        claimed: toClaimedImport({ ...product, leasedUntil: expiresAt }),
      };
    });
  });
}

/** Deletes lines whose results are stored. */
export async function removeLines(shop: ShopDomain, { id }: ImportBulk, lines: number[]): Promise<void> {
  await inShop(shop, (tx) =>
    tx.importBulkLine.deleteMany({ where: { shop, bulkId: id, line: { in: lines } } }),
  );
}

/**
 * Ends a bulk operation, and makes products without a result due. The shop may have these products, so their
 * import first searches the shop. If the operation was never sent (`isUnsent`), they count as not begun.
 */
export async function endBulk(
  shop: ShopDomain,
  { id, expiresAt, leasedUntil }: ImportBulk,
  { isUnsent = false }: { isUnsent?: boolean } = {},
): Promise<void> {
  await inShop(
    shop,
    async (tx, now) => {
      const ended = await tx.importBulk.deleteMany({ where: { shop, id, leasedUntil } });
      if (ended.count === 0) return;
      await execute(tx)`
        update product_link link set ${setDueAt("ProductLink", now)},
          retry_count = case when ${isUnsent} then 0 else retry_count end, to_publish = to_publish and not ${isUnsent}
        from import_bulk_line bulk
        where bulk.shop = ${shop} and bulk.bulk_id = ${id}::uuid and link.shop = ${shop}
          and link.supplier_product_id = bulk.supplier_product_id and link.leased_until = ${expiresAt}`;
      await tx.importBulkLine.deleteMany({ where: { shop, bulkId: id } });
    },
    LONG_WORK,
  );
}

/** Makes the shop's running imports continue product by product instead of in bulk. */
export async function leaveBulk(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.importRun.updateMany({ where: { shop, state: "running", inBulk: true }, data: { inBulk: false } }),
  );
}

type StoredProduct = Omit<SentProduct, "product"> & {
  product: Omit<NewProduct, "stock"> & { stock: [string, number][] };
};

function toStored({ product, ...sent }: SentProduct): string {
  const stored: StoredProduct = { ...sent, product: { ...product, stock: [...product.stock] } };
  return JSON.stringify(stored);
}

function fromStored(row: unknown): SentProduct {
  const { product, ...sent } = row as StoredProduct;
  return { ...sent, product: { ...product, stock: new Map(product.stock) } };
}
