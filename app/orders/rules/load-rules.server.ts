import { readInShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import { decimalSign } from "../../lib/read-decimal.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { JudgedOrder } from "../../shop/orders/order-facts.ts";
import { readOrderFacts } from "../../shop/orders/orders.server.ts";
import { currentFacts, storedFacts } from "../../shop/shop-facts.server.ts";
import { type RulesForm, toRulesForm } from "./rules-form.ts";
import { findRulesIn } from "./rules-store.server.ts";

export type LoadedRules =
  | { kind: "unreadable"; problem: Message }
  | {
      kind: "rules";
      /** Version of the rules; zero before the first ones are saved. */
      version: number;
      form: RulesForm;
      currency: string;
      timeZone: string | null;
      isAutomatic: boolean;
      /** Times are in ISO, because the browser previews the rules as typed. */
      now: string;
      /** The last orders that concern the supplier, the newest first, or why there are none. */
      orders: LastOrder[] | { problem: Message };
    };

type LastOrder = Omit<JudgedOrder, "processedAt"> & { processedAt: string };

/** Loads the page of rules. Includes the last orders that concern the supplier, if the shop still shows them. */
export async function loadRules(shop: ShopDomain, language: string): Promise<LoadedRules> {
  const { stored, now, version, rules, isAutomatic, ids } = await readInShop(shop, async (tx, now) => ({
    stored: await storedFacts(tx, shop),
    now,
    ...(await findRulesIn(tx, { shop })),
    isAutomatic:
      (await tx.orderingSettings.count({ where: { shop, automaticOrderingSince: { not: null } } })) > 0,
    ids: await findLastOrders(tx, shop),
  }));
  try {
    const facts = await currentFacts(shop, { stored, now });
    const { currency, timeZone } = facts;
    return {
      kind: "rules",
      version,
      form: toRulesForm(rules, { sign: decimalSign(language), currency }),
      currency,
      timeZone,
      isAutomatic,
      now: now.toISOString(),
      orders: await readLast(shop, ids),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation };
  }
}

/**
 * Returns the ids of the last orders in the shop that concern the supplier, the newest first. The preview shows these
 * orders.
 */
export async function findLastOrders(tx: Tx, shop: ShopDomain): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(tx)`
    select shop_order_id as id from (
      (select shop_order_id, requested_at as at from supplier_order where shop = ${shop}
       order by requested_at desc limit ${ROWS_READ})
      union all
      (select shop_order_id, opened_at as at from unrequested_order where shop = ${shop} and left_at is null
       order by opened_at desc limit ${ROWS_READ})) as each
    group by shop_order_id order by max(at) desc limit ${PREVIEWED}`;
  return rows.map(({ id }) => id);
}

/** Number of orders in a preview. */
const PREVIEWED = 50;
/** Number of rows read for a preview, because an order may have several rows. */
const ROWS_READ = 200;

async function readLast(shop: ShopDomain, ids: string[]): Promise<LastOrder[] | { problem: Message }> {
  try {
    const orders = await readOrderFacts(shop, ids);
    return orders
      .toSorted((one, other) => other.processedAt.getTime() - one.processedAt.getTime())
      .map(({ processedAt, ...order }) => ({ ...order, processedAt: processedAt.toISOString() }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: error.explanation };
  }
}
