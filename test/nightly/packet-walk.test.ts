import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

import { expect, it, onTestFinished } from "vitest";

import { offering } from "../orders/offering.ts";
import { requestedOrder, type SellingShop, sellingShop } from "../orders/shop-world.ts";
import type { Burst } from "../support/burst-process.ts";
import { type DatabaseProxy, databaseProxy, type PacketCut } from "../support/database-proxy.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, wholesale } from "../support/world.ts";

openQueue();

const BURST = 3;

type Walk = { world: SellingShop; child: ChildProcess; proxy: DatabaseProxy; died: Promise<never> };

async function startWalk(): Promise<Walk> {
  const world = await sellingShop();
  // A lookup proves an absence only if it finds a known order.
  await (await requestedOrder(world)).process();
  const proxy = await databaseProxy(databaseUrl);
  const child = fork("test/support/burst-process.ts", {
    execArgv: ["--import", "./test/sandbox/gateway/reroute.ts"],
    env: { ...process.env, DATABASE_URL: proxy.url },
    silent: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`The process ended with ${String(code)}: ${output}`);
  });
  // The end of the test kills it.
  died.catch(() => undefined);
  await once(child, "message");
  return { world, child, proxy, died };
}

/** Ingests new requests at once, and cuts one packet of that. @returns the names of the customers' orders. */
async function burst(
  { world, child, proxy, died }: Walk,
  cut: { number: number; way: PacketCut },
): Promise<{ names: string[]; ids: string[] }> {
  const orders = Array.from({ length: BURST }, () => world.request(world.order().name));
  const ids = orders.flatMap(({ fulfillmentOrders }) => fulfillmentOrders.map(({ id }) => id));
  proxy.cutPacket(cut.number, cut.way);
  const ended = once(child, "message");
  child.send({ shop: world.shop, subjectIds: ids } satisfies Burst);
  await Promise.race([ended, died]);
  return { names: orders.map(({ name }) => name), ids };
}

/** Does what polls and sweeps do in the minutes after it. */
async function recover({ shop, ingestRequests, processLater, processDue }: SellingShop): Promise<void> {
  await ingestRequests();
  await processDue();
  for (let rounds = 0; rounds < 4; rounds += 1) {
    const [moving] = await query(
      databaseUrl,
      `select from supplier_order where shop = $1 and (state not in ('placed') or acceptance <> 'accepted') limit 1`,
      [shop],
    );
    if (moving === undefined) return;
    await query(databaseUrl, "delete from doubt_pause_of_all");
    await processLater(130);
  }
}

function boughtFor(ids: string[]): number[] {
  const orders = wholesale.supplier.ledger.orders();
  return ids.map(
    (id) => orders.filter(({ reference }) => reference.split("-")[1] === /\d+$/.exec(id)?.[0]).length,
  );
}

it.each<PacketCut>(["before", "middle", "after", "reply"])(
  "each order of a burst is bought once, and the process survives, whichever database packet is cut (%s)",
  async (way) => {
    offering({ lookupConsistentAfterSeconds: 60 });
    const walk = await startWalk();
    const { packets } = await burst(walk, { number: 0, way }).then(() => walk.proxy);
    expect(packets).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (let number = 1; number <= packets; number += 1) {
      const { names, ids } = await burst(walk, { number, way });
      await recover(walk.world);
      const rows = (await walk.world.rows()).filter((row) => names.includes(row.order_name));
      const isRight =
        boughtFor(ids).every((count) => count === 1) &&
        rows.length === BURST &&
        rows.every(({ state, acceptance }) => state === "placed" && acceptance === "accepted");
      if (!isRight) wrong.push(`${String(number)}: ${boughtFor(ids).join()} ${JSON.stringify(rows)}`);
    }
    expect(wrong).toEqual([]);
    // Some bursts need fewer packets than the first.
    expect(walk.proxy.cut).toBeGreaterThan(packets * 0.8);
  },
);
