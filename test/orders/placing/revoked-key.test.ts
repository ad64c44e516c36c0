import { afterAll, beforeAll, expect, it } from "vitest";

import { connect } from "../../../app/connection/connect.server.ts";
import { findConnection, forgetKey } from "../../../app/connection/connection-store.server.ts";
import { wakeOrders } from "../../../app/orders/wake-orders.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { wholesale } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

let world: SellingShop;

beforeAll(async () => {
  // Nobody works off the wake-ups here: the test does, when it wants to.
  await startQueue(jobHandlers);
  world = await sellingShop();
});
afterAll(stopQueue);

function later(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

async function states(): Promise<string[]> {
  return (await world.rows()).map(({ state }) => state);
}

it("orders of a shop whose key was revoked wait, and go in their order once it is connected again", async () => {
  const names: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const { name } = world.order();
    world.request(name);
    names.push(name);
    await world.ingestRequests(later(number));
  }
  const { keyName = "" } = (await findConnection(world.shop)) ?? {};
  wholesale.supplier.accounts.revoke(keyName);

  await world.workOff(later(10));
  expect(await states()).toEqual(Array(5).fill("ready"));
  expect((await findConnection(world.shop))?.check.kind).toBe("unauthorized");
  const knocks = wholesale.requests.length;
  for (const minutes of [10, 20, 30]) await world.workOff(later(minutes * 60));
  expect(await states()).toEqual(Array(5).fill("ready"));
  for (const row of await world.rows())
    expect(row).toMatchObject({
      said: expect.stringContaining("key") as string,
      next_at: expect.any(Date) as Date,
    });
  // Nobody knocks with a key that is known to be refused.
  expect(wholesale.requests.length).toBe(knocks);
  expect(await world.bought()).toEqual([]);

  await forgetKey(world.shop, { why: "disconnected" });
  await connect(world.shop, wholesale.account);
  await wakeOrders(world.shop, later(3602));
  await world.workOff(later(3603));
  expect(await states()).toEqual(Array(5).fill("placed"));
  const numbers = names.map((name) => world.look(name).fulfillmentOrders[0]?.id.split("/").at(-1));
  expect((await world.bought()).map(({ reference }) => reference.split("-")[1])).toEqual(numbers);
});
