import { Prisma } from "@prisma/client";

import { sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { completedStates, type OrderGroup } from "./order-group.ts";
import { endedStates, unsentStates } from "./order-state.ts";
import type { Attention } from "../reasons/consequences.ts";
import { reasonsThat } from "../reasons/reason.ts";

/**
 * Returns `groupOf` as an SQL condition on rows of supplier_order; a test compares the two. Prisma's typed
 * calls would take three milliseconds to build it, on each page that counts or lists orders.
 */
export function inGroup(group: OrderGroup): Prisma.Sql {
  const isCompleted = oneOf("state", completedStates);
  switch (group) {
    case "needs-attention":
      return Prisma.sql`(reason is not null and ${needsAttention})`;
    case "in-progress":
      return Prisma.sql`(not ${isCompleted} and state <> 'shipped' and not ${needsAttention})`;
    case "shipped":
      return Prisma.sql`(state = 'shipped' and not ${needsAttention})`;
    case "completed":
      return Prisma.sql`(${isCompleted} and not ${needsAttention})`;
  }
}

/**
 * The condition for "Needs attention". It is never null, so that `not` selects all other rows. A constraint of the
 * table gives every order in doubt a reason. Therefore a partial index on `reason is not null` contains all these
 * orders.
 */
const needsAttention = Prisma.sql`(
  state = 'in_doubt'
  or reason is not null and not ${asking("none")} and state <> 'placing'
    and (state <> 'delivered' or ${reasonIs((row) => row.outlastsDelivery === true)})
    and not (${asking("to-order")}
      and (${oneOf("state", endedStates)} or cancel_requested_at is not null and ${oneOf("state", unsentStates)}))
    and not (acknowledged_reason is not null and reason = acknowledged_reason and ${asking("until-acknowledged")}))`;

/**
 * Returns an SQL condition on rows of `activity`: the problem of the row's order has ended. For most rows, the order no
 * longer needs attention. For a held or failed automatic request, it no longer waits to be sent. For a hidden order,
 * Shopify shows it again. For a step that failed for long, that step is done. The condition is never null.
 */
export function leadsToSettledOrder(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`coalesce(case
    when kind in ('orders.held-by-rule', 'orders.request-failed') then not exists (
      select from unrequested_order where shop = ${shop} and left_at is null and shop_order_id = ${LINKED_ORDER})
    when kind = 'orders.request-hidden' then not exists (
      select from request_poll where shop = ${shop} and ${LINKED_ORDER} = any(hidden_orders))
    when kind = 'tracking.duty-failing' then not exists (
      select from supplier_order where shop = ${shop} and id = ${OUR_ORDER}
        and update_reported_at is not null and update_due_at is not null)
      and not exists (
        select from shipment where shop = ${shop} and order_id = ${OUR_ORDER}
          and reported_at is not null and due_at is not null)
    else subject_url ~ ${OUR_LINK} and not exists (
      select from supplier_order where shop = ${shop} and ${needsAttention} and id = ${OUR_ORDER}) end, false)`;
}

const OUR_LINK = "^/app/orders/[0-9a-f-]{36}$";

/** The id of our order to which a row of `activity` links; null if the row links to something else. */
const OUR_ORDER = Prisma.sql`case when subject_url ~ ${OUR_LINK} then substr(subject_url, 13)::uuid end`;

/** The id of the shop's order to which a row of `activity` links. */
const LINKED_ORDER = Prisma.sql`'gid://shopify/Order/' || substring(subject_url from '[0-9]+$')`;

function asking(attention: Attention): Prisma.Sql {
  return reasonIs((row) => row.attention === attention);
}

function reasonIs(holds: Parameters<typeof reasonsThat>[0]): Prisma.Sql {
  return oneOf("reason", reasonsThat(holds));
}

function oneOf(column: "state" | "reason", values: readonly string[]): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(column)} = any(${sqlArray(values)}::text[])`;
}
