import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray } from "../../lib/sql-array.ts";
import type { Product, UnreadPage } from "../../wholesale/resources.ts";
import { summarize } from "../../wholesale/skipped.ts";
import { cleaned, fits, type MirrorRows, toMirrorRows } from "./mirror-rows.ts";
import type { Checkpoint } from "./mirror-store.server.ts";
import { OUR_VERSION } from "./reading-version.ts";

/** A page of the supplier's list, read as far as it is not known, and ready to be written. */
export type PreparedPage = {
  number: number;
  cursor: string | null;
  nextCursor: string | null;
  /** How many items the supplier sent. */
  size: number;
  /** Of the products on it, also of those that cannot be read. */
  ids: string[];
  /** What the mirror does not have like this; null when the page is the same as in an earlier run. */
  changes: PageChanges | null;
};

export type PageChanges = {
  hash: string;
  rows: MirrorRows;
  /** Products that had vanished and are listed again as they were. */
  returned: string[];
  /** How many items cannot be read, and of how many not even the id. */
  skipped: number;
  nameless: number;
  /** The latest change of a product, by the supplier's timestamps. */
  newest: Date | null;
};

/** Where a page is, and with which key it is read. */
export type Place = Pick<Checkpoint, "kind" | "page" | "cursor" | "pageSize" | "updatedSince"> & {
  shop: ShopDomain;
  key: OpenKey;
};

/**
 * Reads a page. What is the same as before, as its hash tells, is not parsed: a page as a whole, else each product.
 *
 * @throws Failure as `callAsShop`; `unexpected-reply` where the page leads to itself.
 */
export async function preparePage(place: Place): Promise<PreparedPage> {
  const { shop, key, kind, page: number, cursor, pageSize, updatedSince } = place;
  const input = { pageSize, cursor, ...(updatedSince && { updatedSince }) };
  const unread = await callAsShop({ shop, key }, "listProducts", input, { unread: true });
  const { nextCursor, entries } = unread;
  if (nextCursor !== null && nextCursor === cursor) throw notAdvancing();

  const clean = unread.mayBeMalformed ? cleaned : <Data>(data: Data) => data;
  const positions = new Map<string, number>();
  entries.forEach(({ id }, position) => {
    const ours = id === null ? null : clean(id);
    // Of two with one id the last one counts.
    if (ours !== null && fits(ours)) positions.set(ours, position);
  });
  const ids = [...positions.keys()];
  const prepared = { number, cursor, nextCursor, size: entries.length, ids };
  const hash = OUR_VERSION + unread.hash();
  const { isKnown, products: known, now } = await findKnown(shop, { kind, number, cursor, hash, ids });
  if (isKnown) return { ...prepared, changes: null };

  const hashes = new Map(ids.map((id) => [id, hashAt(unread, positions.get(id))]));
  const odd = entries.flatMap(({ id }, position) => (id === null ? position : []));
  const changed = ids.flatMap((id) =>
    known.get(id)?.hash === hashes.get(id) ? [] : (positions.get(id) ?? []),
  );
  const { items, skipped } = readAt(unread, [...changed, ...odd]);
  if (skipped.length > 0) log.warn({ shop, ...summarize(skipped) }, "catalog.product-skipped");
  return {
    ...prepared,
    changes: {
      hash,
      rows: toMirrorRows(clean(items), (id) => hashes.get(id) ?? ""),
      returned: ids.filter((id) => known.get(id)?.gone && known.get(id)?.hash === hashes.get(id)),
      skipped: skipped.length,
      nameless: skipped.filter(({ id }) => id === null).length,
      newest: newestOf(items, now),
    },
  };
}

/** The supplier's list leads back to where it has been. */
export function notAdvancing(): Failure {
  return new Failure({
    code: "unexpected-reply",
    side: "supplier",
    explanation: { code: "failure.supplier.product-list-stuck" },
  });
}

type Known = { hash: string; gone: boolean };

/** Whether the page is the same as when it was last stored; if not, what is known of its products. */
async function findKnown(
  shop: ShopDomain,
  {
    kind,
    number,
    cursor,
    hash,
    ids,
  }: { kind: string; number: number; cursor: string | null; hash: string; ids: string[] },
): Promise<{ isKnown: boolean; products: Map<string, Known>; now: Date }> {
  return inShop(shop, async (tx, now) => {
    const page =
      kind === "full" && (await tx.mirrorPage.findUnique({ where: { shop_number: { shop, number } } }));
    if (page && page.hash === hash && page.cursor === cursor) return { isKnown: true, products: new Map(), now };
    const rows = await tx.$queryRaw<(Known & { id: string })[]>`
      select id, hash, gone_at is not null as gone from supplier_product
      where shop = ${shop} and id = any(${sqlArray(ids)}::text[])`;
    return { isKnown: false, products: new Map(rows.map((row) => [row.id, row])), now };
  });
}

function hashAt({ entries }: UnreadPage<Product>, position = -1): string {
  return OUR_VERSION + (entries[position]?.hash() ?? "");
}

/** Reads in the supplier's order, in which messages name the items. */
function readAt(unread: UnreadPage<Product>, positions: number[]) {
  return unread.read(positions.toSorted((a, b) => a - b));
}

/** So far ahead no clock is that is right: such a moment would hide all changes before it. */
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
