import { Prisma } from "@prisma/client";

import { sqlArray } from "../../lib/sql-array.ts";
import { completedStates, type OrderGroup } from "./order-group.ts";
import { endedStates, unsentStates } from "./order-state.ts";
import { type Attention, reasonsThat } from "./reason.ts";

/**
 * `groupOf` for the database: a condition on rows of supplier_order. A test holds the two together. Prisma's typed calls can say
 * it too, but take three milliseconds to, on each page that counts orders or lists them.
 */
export function inGroup(group: OrderGroup): Prisma.Sql {
  const isCompleted = oneOf("state", completedStates);
  switch (group) {
    case "needs-attention":
      return Prisma.sql`(reason is not null and ${needsAttention})`;
    case "in-progress":
      return Prisma.sql`(not ${isCompleted} and not ${needsAttention})`;
    case "completed":
      return Prisma.sql`(${isCompleted} and not ${needsAttention})`;
  }
}

/**
 * Never null, whichever column is: so `not` selects all the others. Nothing is in doubt without a reason (a check of the table),
 * which is what an index has.
 */
const needsAttention = Prisma.sql`(
  state = 'in_doubt'
  or reason is not null and not ${asking("none")} and state <> 'placing'
    and (state <> 'delivered' or ${reasonIs((row) => row.outlastsDelivery === true)})
    and not (${asking("to-order")}
      and (${oneOf("state", endedStates)} or cancel_requested_at is not null and ${oneOf("state", unsentStates)}))
    and not (acknowledged_reason is not null and reason = acknowledged_reason and ${asking("until-acknowledged")}))`;

function asking(attention: Attention): Prisma.Sql {
  return reasonIs((row) => row.attention === attention);
}

function reasonIs(holds: Parameters<typeof reasonsThat>[0]): Prisma.Sql {
  return oneOf("reason", reasonsThat(holds));
}

function oneOf(column: "state" | "reason", values: readonly string[]): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(column)} = any(${sqlArray(values)}::text[])`;
}
