import { setAutomaticOrdering } from "../../../app/orders/store/ordering-settings.server.ts";
import { judgeKeptOrders } from "../../../app/orders/ingest/judge-kept-orders.server.ts";
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { requestPaidOrder } from "../../../app/orders/ingest/request-paid-orders.server.ts";
import { DEFAULT_RULES, type OrderRules } from "../../../app/orders/rules/order-rules.ts";
import { findRulesIn, saveRules } from "../../../app/orders/rules/rules-store.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { OrderView } from "../../sandbox/shop/merchant-views.ts";
import { query } from "../../support/database.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { inside, type SellingShop, sellingShop } from "../shop-world.ts";

/** A shop whose merchant has switched automatic ordering on a minute ago, with these rules. */
export async function ruledShop(rules: Partial<OrderRules> = {}): Promise<SellingShop> {
  const world = await sellingShop();
  await setAutomaticOrdering(world.shop, "on");
  await timePasses(world.shop, 60);
  await save(world, rules);
  return world;
}

/** The merchant saves these rules in place of those before. */
export async function save({ shop }: SellingShop, rules: Partial<OrderRules>): Promise<void> {
  const { version } = await readInShop(shop, (tx) => findRulesIn(tx, { shop }));
  await saveRules(shop, { rules: { ...DEFAULT_RULES, ...rules }, version });
}

/** Handles the webhook of a payment. */
export async function hearPaid({ shop }: SellingShop, { id }: OrderView): Promise<void> {
  await requestPaidOrder(shop, { subjectId: id, triggeredAt: new Date() });
}

/** Polls the shop, whenever its turn would be. */
export async function poll({ shop }: SellingShop): Promise<void> {
  await query(databaseUrl, "delete from request_poll where shop = $1", [shop]);
  await pollRequests();
}

/** Lets minutes pass, then judges what is due, and places what was requested. */
export async function judgeLater(world: SellingShop, minutes = 0): Promise<void> {
  if (minutes > 0) await timePasses(world.shop, minutes * 60);
  await judgeKeptOrders();
  await world.processDue();
}

/** The rules that keep the shop's orders, by the names of the orders. */
export async function keptIn({ shop }: SellingShop): Promise<Record<string, string>> {
  const rows = await query<{ name: string; code: string }>(
    databaseUrl,
    `select order_name as name, kept_because ->> 'code' as code from unrequested_order
     where shop = $1 and left_at is null and kept_because is not null order by opened_at`,
    [shop],
  );
  return Object.fromEntries(rows.map(({ name, code }) => [name, code.replace("rules.kept.", "")]));
}

/** The request statuses of an order's parts. */
export function statusesOf({ look }: SellingShop, { name }: { name: string }): string[] {
  return look(name).fulfillmentOrders.map(({ requestStatus }) => requestStatus);
}

/** Changes the order's tags. Shopify's times are whole seconds, so the change counts as a later one. */
export function tag(world: SellingShop, { name }: { name: string }, tags: string[]): void {
  shopify.merchant.tagOrder(name, tags, world.shop);
  touch(world, { name });
}

export function touch(world: SellingShop, { name }: { name: string }): void {
  const order = inside(world, name);
  order.updatedAt = new Date(order.updatedAt.getTime() + 5000);
}
