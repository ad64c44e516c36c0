import { beforeAll, expect, it } from "vitest";

import { connect } from "../../../app/connection/connect.server.ts";
import { findConnection } from "../../../app/connection/connection-store.server.ts";
import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { wakeOrders } from "../../../app/orders/store/wake-orders.server.ts";
import { openQueue } from "../../support/queue.ts";
import { wholesale } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

async function states(): Promise<string[]> {
  return (await world.rows()).map(({ state }) => state);
}

it("keeps orders waiting while a key is revoked, and sends them in their sequence after a reconnection", async () => {
  const names: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const { name } = world.order();
    world.request(name);
    names.push(name);
    await world.ingestRequests();
  }
  const { keyName = "" } = (await findConnection(world.shop)) ?? {};
  wholesale.supplier.accounts.revoke(keyName);

  await world.processDue();
  expect(await states()).toEqual(Array(5).fill("ready"));
  expect((await findConnection(world.shop))?.check.kind).toBe("unauthorized");
  const knocks = wholesale.requests.length;
  for (let times = 0; times < 3; times += 1) await world.processLater(600);
  expect(await states()).toEqual(Array(5).fill("ready"));
  for (const row of await world.rows())
    expect(row).toMatchObject({ reason: "key-unauthorized", due_at: expect.any(Date) as Date });
  // A key that is known to be unauthorized is not tried again.
  expect(wholesale.requests.length).toBe(knocks);
  expect(await world.bought()).toEqual([]);

  await disconnect(world.shop, { why: "disconnected" });
  await connect(world.shop, wholesale.account);
  await wakeOrders(world.shop, "connected");
  await world.processDue();
  expect(await states()).toEqual(Array(5).fill("placed"));
  const numbers = names.map((name) => world.look(name).fulfillmentOrders[0]?.id.split("/").at(-1));
  expect((await world.bought()).map(({ reference }) => reference.split("-")[1])).toEqual(numbers);
});
