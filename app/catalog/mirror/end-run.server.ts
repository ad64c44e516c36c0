import { Prisma } from "@prisma/client";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import { markForSync, planComparison } from "../links/mark-for-sync.server.ts";
import { markGoneInSearch } from "../search/search-store.server.ts";
import { beginRun, type Checkpoint, nextRun, SENT_ALL } from "./mirror-run.server.ts";

/**
 * Ends a run in the transaction that stores its last page.
 * @returns true if a full run has ended that was not the first, and that may have changed or removed products.
 */
export async function endRun(
  tx: Tx,
  shop: ShopDomain,
  { kind, pages, now }: { kind: Checkpoint["kind"]; pages: number; now: Date },
): Promise<boolean> {
  // The next increment requests changes since `newest`. A product may change after we have read its page, but
  // before a product on a later page changes. To find this change, we set `newest` back by the run's duration.
  // A duration does not depend on the supplier's clock.
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
  // If a listed product has no readable id, it may be one of the missing products. So no product counts as
  // gone.
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
 * `listed`: number of products that the supplier listed before. `vanished`: how many of these are missing from
 * the list now.
 */
type Shrunk = { vanished: number; listed: number };

type Vanishing = { isDone: boolean; shrunk?: Shrunk };

/**
 * Marks products that are on no page as gone. Keeps their rows, because other rows refer to them. If more than
 * half of the products are missing, the supplier's list may be wrong, and must not empty the shop. Then no
 * product is marked, unless the merchant has confirmed it or the shop has a new account.
 */
async function markGone(
  tx: Tx,
  shop: ShopDomain,
  { now, vanishAtMost }: { now: Date; vanishAtMost: number | null },
): Promise<Vanishing> {
  // Uses `except` instead of a join, because Postgres has no statistics of the new pages and could choose a
  // nested loop. That takes a minute for 20,000 products.
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
 * Stores the merchant's confirmation that the supplier has removed `vanished` products, and starts a run that
 * marks them as gone. If that run misses even more products, the merchant has to confirm again.
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
 * Keeps products that are missing from the supplier's list until the next full run. The supplier may have
 * corrected the list by then.
 */
export async function keepCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogMirror.updateMany({ where: { shop }, data: { shrunk: Prisma.DbNull } }),
  );
}
