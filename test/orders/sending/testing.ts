/** The merchant's list of orders to send, and its button. */
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { pressSend } from "../../../app/orders/sending/send-shop-order.server.ts";
import { sendOrder } from "../../../app/orders/sending/send-order.server.ts";
import {
  countToSend,
  findSendResults,
  listToSend,
  type OrderToSend,
} from "../../../app/orders/views/list-to-send.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import type { SellingShop } from "../shop-world.ts";

export async function poll({ shop }: SellingShop): Promise<void> {
  await query(databaseUrl, "delete from request_poll where shop = $1", [shop]);
  await pollRequests();
}

export function listed({ shop }: SellingShop): Promise<OrderToSend[]> {
  return readInShop(shop, async (tx) => (await listToSend(tx, shop, { place: null })).orders);
}

export function count({ shop }: SellingShop): Promise<number> {
  return readInShop(shop, (tx) => countToSend(tx, shop));
}

export async function results({ shop }: SellingShop): Promise<(string | null)[]> {
  const found = await readInShop(shop, (tx, now) => findSendResults(tx, { shop, now }));
  return found.results.map(({ result }) => result?.code ?? null);
}

/** The merchant presses "Send to supplier" for these, and a worker sends them. */
export async function press(world: SellingShop, orders: OrderToSend[]): Promise<void> {
  await pressSend(world.shop, orders);
  await work(world, orders);
}

export async function work({ shop }: SellingShop, orders: OrderToSend[]): Promise<void> {
  await Promise.all(orders.map(({ id: orderId }) => sendOrder({ shop, orderId })));
}

/** The supplier's product and variant with a SKU. */
export function variantOf(sku: string) {
  for (const { id: product, variants } of wholesale.supplier.catalogue.page({ from: 0, limit: 100 })
    .products) {
    const variant = variants.find((each) => each.sku === sku);
    if (variant) return { product, variant };
  }
  throw new Error(`The supplier has no SKU ${sku}.`);
}
