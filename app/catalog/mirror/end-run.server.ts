import { Prisma } from "@prisma/client";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import { markForSync, planComparison } from "../links/mark-for-sync.server.ts";
import { markGoneInSearch } from "../search/search-store.server.ts";
import { beginRun, type Checkpoint, nextRun, SENT_ALL } from "./mirror-run.server.ts";

/**
 * Ends a run in the transaction that stores its last page.
 * @returns true if this was a full run, and products known from an earlier full run may have changed or vanished.
 */
export async function endRun(
  tx: Tx,
  shop: ShopDomain,
  { kind, pages, now }: { kind: Checkpoint["kind"]; pages: number; now: Date },
): Promise<boolean> {
  // The next increment requests changes since `newest`. A product may have changed after its page was read, and yet have an
  // older timestamp than a product on a later page. Such a change happened during the run, so `newest` is set back by the
  // run's duration. Unlike a time, a duration does not depend on whose clock measures it.
  const [ended] = await queryRows<EndedRun>(tx)`
    update catalog_mirror set newest = greatest(newest, newest_in_run - (${now}::timestamptz - started_at))
    where shop = ${shop}
    returning ${SENT_ALL} as "sentAll", read_at is not null as "readBefore", newest, changed, vanish_at_most as "vanishAtMost", account,
      (select account from connection where connection.shop = ${shop}) as "connectedAccount"`;
  if (!ended) throw new Error("The run that ends is not there.");
  const rest = {
    state: "resting",
    page: 0,
    cursor: null,
    ...nextRun(kind, { now, newest: ended.newest, sentAll: ended.sentAll }),
  };
  if (kind === "increment") {
    await tx.catalogMirror.update({ where: { shop }, data: { ...rest, incrementReadAt: now } });
    return false;
  }
  const { count: dropped } = await tx.mirrorPage.deleteMany({ where: { shop, number: { gte: pages } } });
  const { _sum: sum } = await tx.mirrorPage.aggregate({
    where: { shop },
    _sum: { nameless: true },
  });
  await planComparison(tx, shop, now);
  const { account, connectedAccount } = ended;
  const isOfAnother = account !== null && connectedAccount !== null && account !== connectedAccount;
  const vanishAtMost = isOfAnother ? Infinity : ended.vanishAtMost;
  const mayHaveVanished = ended.changed || dropped > 0 || ended.vanishAtMost !== null;
  // If a listed product has no readable id, it may be any of the missing ones, so none of them counts as gone.
  const vanishing =
    mayHaveVanished && (sum.nameless ?? 0) === 0
      ? await markGone(tx, shop, { now, vanishAtMost })
      : { isDone: !mayHaveVanished };
  await tx.catalogMirror.update({
    where: { shop },
    data: {
      ...rest,
      readAt: now,
      changed: !vanishing.isDone,
      vanishAtMost: null,
      account: connectedAccount,
      ...(mayHaveVanished && { shrunk: vanishing.shrunk ?? Prisma.DbNull }),
    },
  });
  return mayHaveVanished && ended.readBefore;
}

type EndedRun = {
  sentAll: boolean;
  readBefore: boolean;
  newest: Date | null;
  changed: boolean;
  vanishAtMost: number | null;
  account: string | null;
  connectedAccount: string | null;
};

/**
 * `listed`: number of products that were listed so far. `vanished`: how many of these the supplier's list lacks now.
 */
type Shrunk = { vanished: number; listed: number };

type Vanishing = { isDone: boolean; shrunk?: Shrunk };

/**
 * Marks listed products that are on no page as gone, and keeps their rows for references. If more than half of the products
 * would be gone, and neither the merchant's confirmation nor a new account explains that, they stay listed: a supplier's
 * mistake must not empty a shop.
 */
async function markGone(
  tx: Tx,
  shop: ShopDomain,
  { now, vanishAtMost }: { now: Date; vanishAtMost: number | null },
): Promise<Vanishing> {
  // `except` compares sorted or hashed lists. A join could become a nested loop, because Postgres has no statistics of the
  // pages just written: that takes a minute for 20,000 products.
  const vanished = await queryRows<{ id: string }>(tx)`
    select id from supplier_product where shop = ${shop} and gone_at is null
    except select unnest(supplier_product_ids) from mirror_page where shop = ${shop}`;
  if (vanished.length === 0) return { isDone: true };
  const listed = await tx.supplierProduct.count({ where: { shop, goneAt: null } });
  if (vanished.length > Math.max(listed / 2, vanishAtMost ?? 0))
    return { isDone: false, shrunk: { vanished: vanished.length, listed } };
  const ids = vanished.map(({ id }) => id);
  await execute(tx)`
    update supplier_product set gone_at = ${now} where shop = ${shop} and id = any(${sqlArray(ids)}::text[])`;
  await markGoneInSearch(tx, shop, { ids, gone: true });
  await markForSync(tx, shop, ids);
  return { isDone: true };
}

/**
 * Stores the merchant's confirmation that the supplier really dropped `vanished` products, and starts a run that
 * marks them as gone. If even more products are missing then, the merchant has to confirm again.
 */
export async function confirmShrunkCatalog(shop: ShopDomain, vanished: number): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const confirmed = await execute(tx)`
      update catalog_mirror set vanish_at_most = least(${vanished}, (shrunk->>'vanished')::int), shrunk = null
      where shop = ${shop} and shrunk is not null`;
    if (confirmed > 0) await beginRun(tx, shop, now);
  });
}

/**
 * Keeps products that are missing from the supplier's list, at least until the next full run: the supplier may have fixed the
 * list by then.
 */
export async function keepCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogMirror.updateMany({ where: { shop }, data: { shrunk: Prisma.DbNull } }),
  );
}
