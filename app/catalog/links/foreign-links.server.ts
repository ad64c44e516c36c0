import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { setDueAt } from "../../queue/lease.server.ts";
import { beginLinkRun, beginRestoring } from "./begin-link-run.server.ts";

/**
 * Counts the shop's links to products of another account than the connected one, up to a thousand. The merchant
 * must decide about them, because only they know if both accounts sell the same products. Returns 0 if the shop
 * is not connected.
 */
export async function countForeignLinks(tx: Tx, shop: ShopDomain): Promise<number> {
  const [connection] = await queryRows<{ account: string | null }>(tx)`
    select account from connection where shop = ${shop}`;
  if (connection?.account == null) return 0;
  const { account } = connection;
  // Uses three ranges of an index. With "is distinct from", Postgres would read all of the shop's products.
  const [counted] = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from (
      select delisted from product_link where shop = ${shop} and account < ${account}
      union all select delisted from product_link where shop = ${shop} and account > ${account}
      union all select delisted from product_link where shop = ${shop} and account is null
      limit ${MAX_COUNT}) as link
    where delisted is distinct from 'unlinked'`;
  return counted?.count ?? 0;
}

const MAX_COUNT = 1000;

/**
 * `count`: number of the shop's products from another account. `found`: number of these whose id is in the
 * connected account's catalog.
 */
export type ForeignLinks = {
  count: number;
  found: number;
  /** True if the connected account's catalog has been read since the shop was connected. */
  read: boolean;
};

/**
 * Looks for another account's products in the connected account's catalog, by id. An equal id is only a hint,
 * so the merchant decides.
 */
export async function compareForeignLinks(shop: ShopDomain): Promise<ForeignLinks> {
  const [compared] = await inShop(
    shop,
    (tx) => queryRows<ForeignLinks>(tx)`
      select count(*)::int as count, count(product.id)::int as found,
        exists (select from catalog_mirror mirror join connection on connection.shop = mirror.shop
          where mirror.shop = ${shop} and mirror.read_at >= connection.connected_at) as read
      from product_link link
      join connection on connection.shop = link.shop and connection.account is distinct from link.account
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
        and product.gone_at is null
      where link.shop = ${shop} and link.delisted is distinct from 'unlinked'`,
  );
  return compared ?? { count: 0, found: 0, read: false };
}

/**
 * Keeps the links to another account's products. The merchant has confirmed that the connected account sells
 * the same products.
 * @param generation the connection that the merchant's page showed; the decision does not apply to a later one
 * @returns false, and changes nothing, if the shop has another connection now
 */
export async function keepLinks(shop: ShopDomain, { generation }: { generation: number }): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection?.generation !== generation) return false;
    const { account } = connection;
    const count = await execute(tx)`
      update product_link set account = ${account}
      where shop = ${shop} and account is distinct from ${account} and delisted is distinct from 'unlinked'`;
    if (count === 0) return true;
    await beginRestoring(tx, shop, { ...connection, now });
    await recordActivity(tx, {
      shop,
      kind: "catalog.links-kept",
      tone: "info",
      message: { code: "catalog.activity.links-kept" },
      at: now,
    });
    return true;
  });
}

/**
 * Drops the links to another account's products. The merchant has said that the connected account does not
 * sell these products. The products stay in the shop.
 * @param generation the connection that the merchant's page showed; the decision does not apply to a later one
 * @returns false, and changes nothing, if the shop has another connection now
 */
export async function dropLinks(shop: ShopDomain, { generation }: { generation: number }): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection?.generation !== generation) return false;
    const { account, connectedAt } = connection;
    const dropped = await queryRows<{ id: string }>(tx)`
      update product_link set delisted = 'unlinked', ${setDueAt("ProductLink", null)}
      where shop = ${shop} and account is distinct from ${account} and delisted is distinct from 'unlinked'
      returning supplier_product_id as id`;
    if (dropped.length === 0) return true;
    // Deletes the links immediately, so that no order uses them. The run later removes the metafields from the
    // shop.
    await execute(tx)`
      delete from variant_link
      where shop = ${shop} and supplier_product_id = any(${dropped.map(({ id }) => id)}::text[])`;
    await execute(tx)`
      delete from price_approval
      where shop = ${shop} and supplier_product_id = any(${dropped.map(({ id }) => id)}::text[])`;
    await enqueue(tx, jobs["catalog.links-changed"], { shop });
    await beginLinkRun(tx, shop, { kind: "unlink", since: connectedAt, now });
    await recordActivity(tx, {
      shop,
      kind: "catalog.links-dropped",
      tone: "info",
      message: { code: "catalog.activity.links-dropped" },
      at: now,
    });
    return true;
  });
}
