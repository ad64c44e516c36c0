/**
 * Serves as Shopify and as the supplier for many shops, in a process of its own. Merchants request nothing. With every list
 * that is read, the supplier changes one of the shop's orders. `node quiet-counterparts.ts SUPPLIER_MS SHOP_MS [SPREAD]` prints
 * the two addresses. An answer takes that time, plus or minus that share. The API key names the shop: `rk_<number>`.
 */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { listedOrder, ORDERS_A_SHOP } from "./many-shops.ts";

/** Changes of earlier runs that are still in the overlap. */
const IN_OVERLAP = 5;
const [supplierMs = 0, shopMs = 0, spread = 0] = process.argv.slice(2).map(Number);
/** By shop: how many lists it has read. */
const lists = new Map<number, number>();

const supplier = await listen((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://supplier");
  const shop = Number(String(request.headers["x-reseller-api-key"]).replace("rk_", ""));
  const id = /\/orders\/ord_(\d+)$/.exec(pathname)?.[1];
  const body = id === undefined ? listFor(shop) : listedOrder(Number(id), 0);
  void pause(spreadOut(supplierMs)).then(() =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
  );
});
const shopify = await listen((request, response) => {
  request.resume();
  const nothing = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  const cost = { throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 2000, restoreRate: 100 } };
  const body = { data: { assignedFulfillmentOrders: nothing }, extensions: { cost } };
  void pause(spreadOut(shopMs)).then(() =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
  );
});
process.stdout.write(`${JSON.stringify({ supplier, shopify })}\n`);

function spreadOut(ms: number): number {
  return ms * (1 + spread * (2 * Math.random() - 1));
}

function listFor(shop: number) {
  const round = (lists.get(shop) ?? 0) + 1;
  lists.set(shop, round);
  const orders = Array.from({ length: Math.min(round, IN_OVERLAP + 1) }, (_, back) => round - back).map(
    (turn) => listedOrder(shop * ORDERS_A_SHOP + (turn % ORDERS_A_SHOP), turn),
  );
  return { orders, next_cursor: null };
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
