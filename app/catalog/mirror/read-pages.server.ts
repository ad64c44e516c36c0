import { setImmediate as yieldToEventLoop } from "node:timers/promises";

import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray, queryRows } from "../../lib/database/statement.server.ts";
import {
  type Entry,
  type Misfit,
  type Product,
  summarize,
  type SupplierProductId,
  type UnreadPage,
} from "../../wholesale/resources.ts";
import { type SearchLists, toSearchLists } from "../search/search-store.server.ts";
import { cleaned, fits, type ProductRow, toMirrorRows, toUnreadableRow } from "./mirror-rows.ts";
import type { Checkpoint } from "./mirror-run.server.ts";
import { READING_VERSION } from "./reading-version.ts";
import { type ProductLists, toProductLists } from "./write-products.server.ts";

/**
 * Reads pages ahead: while the caller writes a page, parses the next page and fetches the page after that.
 * @param hasTimeLeft returns true if another page may be started.
 * @yields each page. `goesOn`: false for the last page, because the list or the time is over.
 * @throws Failure as `fetchPage`, after all earlier pages were yielded.
 */
export async function* readPages(
  first: PageRequest,
  hasTimeLeft: () => boolean,
): AsyncGenerator<{ page: PreparedPage; goesOn: boolean }> {
  let reading: Promise<Read> | null = read(first, fetchPage(first), hasTimeLeft);
  while (reading) {
    const { page, next }: Read = await reading;
    reading = next && reportWhenAwaited(read(next.request, next.fetched, hasTimeLeft));
    yield { page, goesOn: next !== null };
  }
}

/** A page of the supplier's list, ready to store. Contains only changed products. */
export type PreparedPage = {
  number: number;
  cursor: string | null;
  nextCursor: string | null;
  /** Number of items that the supplier sent. */
  size: number;
  /** Ids of the page's products, including unreadable ones; empty if the whole page is unchanged. */
  ids: string[];
  /** The changes to store; null if the whole page is unchanged. */
  changes: PageChanges | null;
};

export type PageChanges = {
  hash: string;
  /** New or changed products, with their search entries. */
  products: ProductLists;
  search: SearchLists;
  /**
   * True if the mirror had none of the page's products at the time of parsing. The previous page, which is
   * written later, may still add one of them.
   */
  allNew: boolean;
  /** Products that were gone, and that the supplier lists again without a change. */
  returned: string[];
  /** Products that the supplier lists, but that we cannot read. The mirror keeps their older values. */
  unreadable: ProductRow[];
  /** Number of items without a readable id. */
  nameless: number;
  /** The latest change of a product, by the supplier's timestamps. */
  newest: Date | null;
};

/**
 * Reads one product from the supplier, ready to store; null if the supplier replied with another product.
 * @throws Failure as `callAsShop`.
 */
export async function readOneProduct(
  { shop, key }: { shop: ShopDomain; key: OpenKey },
  id: SupplierProductId,
): Promise<PageChanges | null> {
  const product = cleaned(await callAsShop({ shop, key }, "getProduct", { id }));
  // The variants of another product may have the same ids but other prices, so they must not be stored.
  if (product.id !== id || !fits(product.id)) return null;
  // A page's hash of the product is not known here. With the empty hash, the next run parses the product again.
  const rows = toMirrorRows([product], () => "");
  const products = await toProductLists(rows);
  const read = { products, search: toSearchLists(shop, rows), allNew: false };
  return { ...read, hash: "", returned: [id], unreadable: [], nameless: 0, newest: null };
}

/** A page to read, and the key to read it with. */
type PageRequest = Pick<Checkpoint, "kind" | "page" | "cursor" | "pageSize" | "updatedSince"> & {
  shop: ShopDomain;
  key: OpenKey;
};

/** Returns the failure for a list that never ends, because its cursor leads back to an earlier page. */
export function listIsStuck(): Failure {
  return new Failure({
    code: "unexpected-reply",
    side: "supplier",
    explanation: { code: "failure.supplier.product-list-stuck" },
  });
}

type Read = { page: PreparedPage; next: { request: PageRequest; fetched: Promise<FetchedPage> } | null };

async function read(
  request: PageRequest,
  fetched: Promise<FetchedPage>,
  hasTimeLeft: () => boolean,
): Promise<Read> {
  const unread = await fetched;
  const after = { ...request, page: request.page + 1, cursor: unread.nextCursor };
  const next =
    after.cursor !== null && hasTimeLeft()
      ? { request: after, fetched: reportWhenAwaited(fetchPage(after)) }
      : null;
  return { page: await preparePage(request, unread), next };
}

/**
 * Keeps Node from reporting an unhandled rejection while the caller does not await the promise yet. `await`
 * still throws the failure.
 */
function reportWhenAwaited<T>(ahead: Promise<T>): Promise<T> {
  ahead.catch(() => undefined);
  return ahead;
}

type FetchedPage = UnreadPage<Product>;

/** @throws Failure as `callAsShop`; `unexpected-reply` if the page's cursor leads to itself. */
async function fetchPage(request: PageRequest): Promise<FetchedPage> {
  const { shop, key, cursor, pageSize, updatedSince } = request;
  const input = { pageSize, cursor, ...(updatedSince && { updatedSince }) };
  const page = await callAsShop({ shop, key }, "listProducts", input, { unread: true, pace: "bulk" });
  if (page.nextCursor !== null && page.nextCursor === cursor) throw listIsStuck();
  return page;
}

/** Parses a page. Skips products (or the whole page) whose hash is unchanged. */
async function preparePage(request: PageRequest, unread: FetchedPage): Promise<PreparedPage> {
  const { shop, kind, page: number, cursor } = request;
  const { nextCursor, size } = unread;
  const prepared = { number, cursor, nextCursor, size };
  const hash = READING_VERSION + unread.hash();
  if (kind === "full" && (await isKnownPage(shop, { number, cursor, hash })))
    return { ...prepared, ids: [], changes: null };

  const clean = unread.mayBeMalformed() ? cleaned : <Data>(data: Data) => data;
  const entries = unread.entries();
  const positions = new Map<string, number>();
  const earlier = new Map<string, number[]>();
  entries.forEach(({ id }, position) => {
    const ours = id === null ? null : clean(id);
    if (ours === null || !fits(ours)) return;
    const before = positions.get(ours);
    if (before !== undefined) earlier.set(ours, [...(earlier.get(ours) ?? []), before]);
    // If two items share an id, the last one wins.
    positions.set(ours, position);
  });
  const ids = [...positions.keys()];
  const { known, now } = await findKnown(shop, ids);
  const hashes = new Map(ids.map((id) => [id, hashAt(entries, positions.get(id))]));
  const isNameless = ({ id }: { id: string | null }) => id === null || clean(id) === "";
  const odd = entries.flatMap((entry, position) => (isNameless(entry) ? position : []));
  const changed = ids.flatMap((id) =>
    known.get(id)?.hash === hashes.get(id) ? [] : (positions.get(id) ?? []),
  );
  const { items, skipped, leftOut } = await readAt(unread, [...changed, ...odd]);
  // If the last of several items with the same id is unreadable, reads the earlier items instead.
  const others = skipped.flatMap(({ id }) => (id === null ? [] : (earlier.get(clean(id)) ?? [])));
  const earlierOnes = await readAt(unread, others);
  const instead = new Map<string, Product>(earlierOnes.items.map((item) => [item.id, item]));
  items.push(...instead.values());
  if (skipped.length > 0) log.warn({ shop, ...summarize(skipped) }, "catalog.product-skipped");
  logLeftOut(shop, [...leftOut, ...earlierOnes.leftOut]);
  const rows = toMirrorRows(clean(items), (id) => hashes.get(id) ?? "");
  await yieldToEventLoop();
  const products = await toProductLists(rows);
  await yieldToEventLoop();
  return {
    ...prepared,
    ids,
    changes: {
      hash,
      products,
      search: toSearchLists(shop, rows),
      allNew: known.size === 0,
      returned: ids.filter((id) => known.get(id)?.isGone && known.get(id)?.hash === hashes.get(id)),
      unreadable: skipped.flatMap(({ misfits: _, ...each }) => {
        const { id, name } = clean(each);
        const itsHash = id === null || instead.has(id) ? undefined : hashes.get(id);
        return id === null || itsHash === undefined
          ? []
          : toUnreadableRow({ id, ...(name !== undefined && { name }) }, itsHash);
      }),
      nameless: skipped.filter(isNameless).length,
      newest: newestOf(items, now),
    },
  };
}

/**
 * Logs values that could not be read. The merchant sees only unreadable prices and stocks, because only these
 * mark the product as unreadable.
 */
function logLeftOut(shop: ShopDomain, leftOut: Misfit[]): void {
  if (leftOut.length === 0) return;
  log.warn(
    { shop, count: leftOut.length, values: leftOut.slice(0, LOGGED_AT_MOST) },
    "catalog.value-left-out",
  );
}

const LOGGED_AT_MOST = 10;

/** Returns true if the page has not changed since it was last stored. */
async function isKnownPage(
  shop: ShopDomain,
  { number, cursor, hash }: { number: number; cursor: string | null; hash: string },
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const page = await tx.mirrorPage.findUnique({
      where: { shop_number: { shop, number } },
      select: { hash: true, cursor: true },
    });
    return page?.hash === hash && page.cursor === cursor;
  });
}

type Known = { hash: string; isGone: boolean };

async function findKnown(shop: ShopDomain, ids: string[]): Promise<{ known: Map<string, Known>; now: Date }> {
  return inShop(shop, async (tx, now) => {
    const rows = await queryRows<Known & { id: string }>(tx)`
      select id, hash, gone_at is not null as "isGone" from supplier_product
      where shop = ${shop} and id = any(${sqlArray(ids)}::text[])`;
    return { known: new Map(rows.map((row) => [row.id, row])), now };
  });
}

function hashAt(entries: Entry[], position = -1): string {
  return READING_VERSION + (entries[position]?.hash() ?? "");
}

/** Parses the items at these positions. Sorts the positions, because misfits name an item by its position. */
function readAt(unread: FetchedPage, positions: number[]) {
  return unread.read(positions.toSorted((a, b) => a - b));
}

/**
 * Timestamps further in the future are ignored as wrong. An increment since such a time would miss all changes
 * before it.
 */
const AHEAD_AT_MOST_MS = 24 * 3600 * 1000;

function newestOf(items: Product[], now: Date): Date | null {
  const limit = now.getTime() + AHEAD_AT_MOST_MS;
  let newest = 0;
  for (const { updatedAt } of items) {
    const at = updatedAt?.getTime() ?? 0;
    if (at > newest && at <= limit) newest = at;
  }
  return newest === 0 ? null : new Date(newest);
}
