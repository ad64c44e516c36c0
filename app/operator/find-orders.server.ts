import { Prisma } from "@prisma/client";
import { z } from "zod";

import type { Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryRows } from "../lib/database/statement.server.ts";

/** An order that matches what the operator typed. */
export type OrderChoice = {
  id: string;
  orderName: string;
  fulfillmentOrderId: string;
  supplierOrderId: string | null;
  state: string;
  requestedAt: Date;
};

const AT_MOST = 20;

/**
 * Finds a shop's orders by any identifier that an operator may have: the order's name in the shop, our id, the
 * reference, the supplier's number, or Shopify's id of the order or fulfillment order. Each part of the union
 * uses its own index.
 */
export async function findOrders(tx: Tx, shop: ShopDomain, typed: string): Promise<OrderChoice[]> {
  const which = typed.trim();
  const number = /^(?:gid:\/\/shopify\/\w+\/)?(\d+)$/.exec(which)?.[1] ?? "";
  const names = which.startsWith("#") ? [which] : [which, `#${which}`];
  const rows = (condition: Prisma.Sql) =>
    Prisma.sql`(select id from supplier_order where shop = ${shop} and ${condition} limit ${AT_MOST})`;
  const ids = await queryRows<{ id: string }>(tx)`
    ${rows(Prisma.sql`id = ${z.uuid().safeParse(which).data ?? null}::uuid`)}
    union ${rows(Prisma.sql`order_name = any(${names}::text[])`)}
    union ${rows(Prisma.sql`supplier_order_id = ${which}`)}
    union ${rows(Prisma.sql`second_supplier_order_id = ${which}`)}
    union ${rows(Prisma.sql`fulfillment_order_id = ${`gid://shopify/FulfillmentOrder/${number}`}`)}
    union ${rows(Prisma.sql`shop_order_id = ${`gid://shopify/Order/${number}`}`)}
    union (
      select order_id from order_attempt
      where shop = ${shop} and reference = any(${[which, which.toUpperCase()]}::text[]))`;
  return tx.supplierOrder.findMany({
    where: { shop, id: { in: ids.map(({ id }) => id) } },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    take: AT_MOST,
    select: {
      id: true,
      orderName: true,
      fulfillmentOrderId: true,
      supplierOrderId: true,
      state: true,
      requestedAt: true,
    },
  });
}

/**
 * Returns the only order that matches `typed`.
 *
 * @throws Error with a sentence for the operator if no order matches. If several match, the sentence lists
 * them.
 */
export async function findOneOrder(tx: Tx, shop: ShopDomain, typed: string): Promise<OrderChoice> {
  const found = await findOrders(tx, shop, typed);
  const [only] = found;
  if (only === undefined)
    throw new Error(
      `${shop} has no order “${typed}” here: no name, reference, fulfillment order or supplier's number of that. If its fulfillment was never requested, Stockbridge does not know it.`,
    );
  if (found.length === 1) return only;
  const choices = found.map(
    ({ id, orderName, fulfillmentOrderId, supplierOrderId, state }) =>
      `  ${id}  ${orderName}  ${fulfillmentOrderId}  ${state}  ${supplierOrderId ?? "no number"}`,
  );
  throw new Error(
    `“${typed}” is ambiguous: ${String(found.length)} orders of ${shop} are called that. Name one by its id:\n${choices.join("\n")}`,
  );
}
