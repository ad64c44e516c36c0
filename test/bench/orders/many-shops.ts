import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";

import { bound } from "../../../scripts/bound-process.ts";
import { shopDomain, type ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { World } from "./world.ts";

/** The part of the world that these figures need: the app's modules run in this process. */
type Asks = Pick<World, "query">;

export const MANY_SHOPS = 1000;
export const ORDERS_A_SHOP = 100;

/** Shops are made so many at a time. */
const TOGETHER = 20;

function manyShops(count: number): ShopDomain[] {
  return Array.from({ length: count }, (_, index) => shopDomain.parse(`many-${String(index)}.myshopify.com`));
}

/** The supplier's order of that number, `turn` being its latest change. */
export function listedOrder(number: number, turn: number) {
  return {
    id: `ord_${String(number)}`,
    reference: `REF-${String(number)}`,
    status: "processing",
    lines: [{ variant_id: "v", quantity: 1 }],
    cost: {
      items: "10.00",
      shipping: "5.00",
      total: `15.${String(turn % 100).padStart(2, "0")}`,
      currency: "EUR",
    },
    placed_at: "2026-01-01T00:00:00Z",
    updated_at: new Date(Date.now() - 60_000).toISOString(),
    shipments: [],
  };
}

/** Makes so many shops, installed and connected, each with its open orders, which the supplier has. */
export async function fillManyShops(
  { query }: Asks,
  { shops, orders }: { shops: number; orders: boolean },
): Promise<void> {
  const { inShop } = await import("../../../app/lib/database/db.server.ts");
  const { startQueue } = await import("../../../app/queue/boss.server.ts");
  const { jobs } = await import("../../../app/queue/jobs.ts");
  const { sealKey } = await import("../../../app/connection/sealed-key.server.ts");
  const { api, sessionStorage } = await import("../../../app/shop/auth/shopify.server.ts");
  const { Session } = await import("@shopify/shopify-api");
  // No worker runs here, so enqueued jobs stay.
  await startQueue(jobs);
  const expires = new Date(Date.now() + 86_400_000);
  const make = async (shop: ShopDomain, index: number) => {
    const key = await sealKey(shop, { keyName: `Stockbridge ${shop}`, apiKey: `rk_${String(index)}` });
    const token = { accessToken: `shpat_${shop}`, refreshToken: `shprt_${shop}` };
    const session = { id: api.session.getOfflineId(shop), shop, state: "", isOnline: false, ...token };
    await sessionStorage.storeSession(new Session({ ...session, expires }));
    await inShop(shop, (tx, now) =>
      tx.connection.createMany({
        data: {
          shop,
          ...key,
          generation: 1,
          account: "one",
          keyCheck: "verified",
          connectedAt: now,
          checkSince: now,
          checkedAt: now,
        },
        skipDuplicates: true,
      }),
    );
  };
  const making = manyShops(shops).map((shop, index) => () => make(shop, index));
  while (making.length > 0) await Promise.all(making.splice(0, TOGETHER).map((begin) => begin()));
  if (!orders) return;
  await query(
    `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, requested_at, placed_at,
       supplier_order_id, acceptance, update_due_at)
     select gen_random_uuid(), 'many-' || n / $2::int || '.myshopify.com', 'gid://shopify/FulfillmentOrder/' || n,
       'gid://shopify/Order/' || n, '#' || n, 'placed', now() - interval '1 day', now() - interval '1 day', 'ord_' || n,
       'accepted', now() + random() * interval '6 hours'
     from generate_series(0, $1::int * $2::int - 1) n`,
    [shops, ORDERS_A_SHOP],
  );
  await query(
    `insert into order_attempt (id, shop, order_id, reference, generation, turn, key_generation, account, lines, started_at, deadline)
     select gen_random_uuid(), shop, id, 'REF-' || substr(order_name, 2), 1, 1, 1, 'one',
       '[{"supplierVariantId": "v", "quantity": 1}]', now(), now()
     from supplier_order where shop like 'many-%'`,
  );
  await query("vacuum analyze");
}

/** Leaves the world as it was before. */
export async function forgetManyShops({ query }: Asks): Promise<void> {
  for (const table of [
    "supplier_order",
    "order_update_run",
    "request_poll",
    "connection",
    "session",
    "activity",
  ])
    await query(`delete from ${table} where shop like 'many-%'`);
  const { stopQueue } = await import("../../../app/queue/boss.server.ts");
  await stopQueue();
  await query("delete from pgboss.job");
}

/** Response times of the counterparts, and the share by which they vary. */
type Delays = { supplierMs: number; shopMs: number; spread?: number };

/** Starts the counterparts and leads the app's modules here to them. @returns what ends them. */
export async function startQuietCounterparts(delays: Delays): Promise<() => Promise<unknown>> {
  const { supplier, shopify, end } = await spawnQuietCounterparts(delays);
  const { env } = await import("../../../app/lib/env.server.ts");
  const before = { supplier: env.WHOLESALE_BASE_URL, shopify: process.env.SANDBOX_SHOP_URL };
  env.WHOLESALE_BASE_URL = supplier;
  process.env.SANDBOX_SHOP_URL = shopify;
  await import("../../sandbox/gateway/reroute.ts");
  return () => {
    env.WHOLESALE_BASE_URL = before.supplier;
    if (before.shopify !== undefined) process.env.SANDBOX_SHOP_URL = before.shopify;
    return end();
  };
}

/** Starts the counterparts. @returns their addresses, and what ends them. */
export async function spawnQuietCounterparts({ supplierMs, shopMs, spread = 0 }: Delays): Promise<{
  supplier: string;
  shopify: string;
  end: () => Promise<unknown>;
}> {
  const script = path.join(import.meta.dirname, "quiet-counterparts.ts");
  const settings = [supplierMs, shopMs, spread].map(String);
  const child: ChildProcess = spawn(...bound(process.execPath, [script, ...settings]), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  if (!child.stdout) throw new Error("The counterparts say nothing.");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const end = () => {
    child.kill();
    return ended;
  };
  return { ...(JSON.parse(line) as { supplier: string; shopify: string }), end };
}

/** Seconds of processor time, of this process and of Postgres, and seconds gone by, that something took. */
export async function timed(
  { query }: Asks,
  act: () => Promise<unknown>,
): Promise<{ cpu: number; wall: number }> {
  const [before, own, since] = [await postgresCpu(query), process.cpuUsage(), performance.now()];
  await act();
  const wall = (performance.now() - since) / 1000;
  const { user, system } = process.cpuUsage(own);
  return { cpu: (user + system) / 1e6 + (await postgresCpu(query)) - before, wall };
}

/** Returns the CPU time of all processes of Postgres, ended ones included. */
async function postgresCpu(query: World["query"]): Promise<number> {
  const [row] = await query<{ data_directory: string }>("show data_directory");
  const [main = ""] = (await readFile(path.join(row?.data_directory ?? "", "postmaster.pid"), "utf8")).split(
    "\n",
  );
  const stats = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")),
  );
  let ticks = 0;
  for (const stat of stats) {
    const [, parent, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const times = fields.slice(9, 13).map(Number);
    if (parent === main) ticks += (times[0] ?? 0) + (times[1] ?? 0);
    if (stat.startsWith(`${main} `)) ticks += times.reduce((sum, each) => sum + each, 0);
  }
  return ticks / 100;
}
