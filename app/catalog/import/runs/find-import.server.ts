import type { ImportRun } from "@prisma/client";

import { readInShop, type Tx, inShop } from "../../../lib/database/db.server.ts";
import { type KeysetPage, keysetPage, keysetQuery, type Place } from "../../../lib/http/keyset-page.ts";
import { Failure } from "../../../lib/failure.ts";
import { webAddress } from "../../../lib/http/web-address.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { type Message, storedMessage } from "../../../messages/message.ts";
import type { ShopProductId } from "../../../shop/ids.ts";
import { findStoreAddress } from "../../../shop/products/publications.server.ts";
import { type ImportOptions, storedOptions } from "../import-options.ts";

/**
 * Lists a page of the shop's imports, newest first. Counts the results of running imports; the rows of ended
 * imports contain them.
 */
export async function listImports(shop: ShopDomain, place: Place | null): Promise<KeysetPage<ListedImport>> {
  const query = keysetQuery(place, IMPORTS_PER_PAGE);
  const { beyond, direction, take } = query;
  return inShop(shop, async (tx) => {
    const found = await tx.importRun.findMany({
      where: {
        shop,
        ...(beyond && {
          OR: [
            { requestedAt: { [beyond.side]: beyond.at } },
            { requestedAt: beyond.at, id: { [beyond.side]: beyond.id } },
          ],
        }),
      },
      orderBy: [{ requestedAt: direction }, { id: direction }],
      take,
    });
    const running = found.filter(({ state }) => state === "running").map(({ id }) => id);
    const counted = await tx.productLink.groupBy({
      by: ["importId", "state"],
      where: { shop, importId: { in: running }, state: { not: "importing" } },
      _count: true,
    });
    const countOf = (id: string, isImported: boolean) =>
      counted
        .filter((row) => row.importId === id && (row.state === "imported") === isImported)
        .reduce((sum, { _count }) => sum + _count, 0);
    const rows = found.map(({ id, requestedAt, total, state, imported, skipped }) => ({
      id,
      requestedAt,
      total,
      state: state as ListedImport["state"],
      imported: state === "running" ? countOf(id, true) : imported,
      skipped: state === "running" ? countOf(id, false) : skipped,
    }));
    return keysetPage(rows, query, (row) => ({ at: row.requestedAt, id: row.id }));
  });
}

type ListedImport = {
  id: string;
  state: "running" | "ended" | "canceled";
  requestedAt: Date;
  total: number;
  imported: number;
  skipped: number;
};

const IMPORTS_PER_PAGE = 20;

/** An import as its page shows it. */
export type ShownImport = {
  id: string;
  state: "running" | "ended" | "canceled";
  /** True if the merchant has canceled the import, and it waits for products whose import has begun. */
  canceling: boolean;
  requestedAt: Date;
  endedAt: Date | null;
  options: ImportOptions;
  counts: ImportCounts;
  /**
   * The reasons why products wait, most frequent first. `count`: the number of products. `until`: the time of
   * the first retry.
   */
  waiting: { problem: Message; count: number; until: Date | null }[];
  /** Products that were not, or not completely, imported. */
  refused: { id: string; name: string; state: string; problem: Message | null; failedImages: number }[];
  /** The last id of this page of `refused`, as the cursor of the next page. Null on the last page. */
  next: string | null;
};

type ImportCounts = {
  total: number;
  imported: number;
  skipped: number;
  importing: number;
  /** Importing products that wait for a new connection to the supplier. */
  disconnected: number;
  /** Number of products in bulk operations. `createdInBulk`: how many of these Shopify has processed. */
  inBulk: number;
  createdInBulk: number;
};

/**
 * Loads an import with its counts and a page of its refused products; null if the shop has no such import.
 */
export async function findImport(
  shop: ShopDomain,
  { id, after }: { id: string; after: string | null },
): Promise<ShownImport | null> {
  return readInShop(shop, async (tx, now) => {
    const run = await tx.importRun.findFirst({ where: { id, shop } });
    if (run === null) return null;
    const refused = await readRefused(tx, shop, { id, after });
    return {
      id,
      requestedAt: run.requestedAt,
      endedAt: run.endedAt,
      options: storedOptions(run.options),
      state: run.state as ShownImport["state"],
      canceling: run.state === "running" && run.cancelRequestedAt !== null,
      counts: await countProducts(tx, shop, run),
      waiting: await readWaiting(tx, shop, { id, now }),
      refused: refused.slice(0, PAGE_SIZE),
      next: refused.length > PAGE_SIZE ? (refused[PAGE_SIZE - 1]?.id ?? null) : null,
    };
  });
}

/**
 * Finds the last product that an import brought into the shop; null if there is none, or if the call to Shopify
 * fails.
 */
export async function findInStore(
  shop: ShopDomain,
  importId: string,
): Promise<{ id: ShopProductId; address: string | null } | null> {
  const link = await readInShop(shop, (tx) =>
    tx.productLink.findFirst({
      where: { shop, importId, state: "imported", shopProductId: { not: null } },
      orderBy: { importedAt: "desc" },
      select: { shopProductId: true },
    }),
  );
  if (!link?.shopProductId) return null;
  const id = link.shopProductId as ShopProductId;
  try {
    return { id, address: webAddress(await findStoreAddress(shop, id)) };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

const PAGE_SIZE = 20;

const NO_MORE = { importing: 0, disconnected: 0, inBulk: 0, createdInBulk: 0 };

/**
 * Counts an import's products. For an ended import, returns the stored counts, because its products may belong
 * to a later import now.
 */
async function countProducts(
  tx: Tx,
  shop: ShopDomain,
  { id, state, total, imported, skipped }: ImportRun,
): Promise<ImportCounts> {
  if (state !== "running") return { total, imported, skipped, ...NO_MORE };
  const [counted] = await queryRows<Omit<ImportCounts, "total">>(tx)`
    select (count(*) filter (where state = 'imported'))::int as imported,
      (count(*) filter (where state in ('skipped', 'needs-linking')))::int as skipped,
      (count(*) filter (where state = 'importing'))::int as importing,
      (count(*) filter (where state = 'importing' and due_at is null))::int as disconnected,
      (select count(*)::int from import_bulk_line line join import_bulk bulk on bulk.shop = line.shop and bulk.id = line.bulk_id
        where bulk.shop = ${shop} and line.shop = ${shop} and bulk.import_id = ${id}::uuid) as "inBulk",
      (select coalesce(sum(done), 0)::int from import_bulk
        where shop = ${shop} and import_id = ${id}::uuid) as "createdInBulk"
    from product_link where shop = ${shop} and import_id = ${id}::uuid`;
  return { total, ...(counted ?? { imported: 0, skipped: 0, ...NO_MORE }) };
}

async function readWaiting(
  tx: Tx,
  shop: ShopDomain,
  { id, now }: { id: string; now: Date },
): Promise<ShownImport["waiting"]> {
  const found = await queryRows<{ problem: unknown; count: number; until: Date | null }>(tx)`
    select problem, count(*)::int as count, min(due_at) as until
    from product_link where shop = ${shop} and import_id = ${id}::uuid and state = 'importing' and problem is not null
    group by problem order by count desc limit 3`;
  return found.flatMap(({ problem, count, until }) => {
    const message = storedMessage(problem);
    return message ? [{ problem: message, count, until: until !== null && until > now ? until : null }] : [];
  });
}

async function readRefused(
  tx: Tx,
  shop: ShopDomain,
  { id, after }: { id: string; after: string | null },
): Promise<ShownImport["refused"]> {
  const found = await queryRows<{
    id: string;
    name: string | null;
    state: string;
    problem: unknown;
    failedImages: number;
  }>(tx)`
    select link.supplier_product_id as id, product.name, link.state, link.problem,
      coalesce(jsonb_array_length(link.failed_images), 0) as "failedImages"
    from product_link link
    left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    where link.shop = ${shop} and link.import_id = ${id}::uuid and link.supplier_product_id > ${after ?? ""}
      and (link.state in ('skipped', 'needs-linking')
        or link.state = 'imported' and (link.problem is not null or link.failed_images is not null))
    order by link.supplier_product_id limit ${PAGE_SIZE + 1}`;
  return found.map((row) => ({ ...row, name: row.name ?? row.id, problem: storedMessage(row.problem) }));
}
