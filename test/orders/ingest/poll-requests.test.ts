import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { receive } from "../../../app/queue/inbox.server.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

const DAY = 86_400;
const MINUTE = 60;

/** A customer orders and the merchant requests it, of which no webhook comes. */
function requestSilently(world: SellingShop): void {
  world.request(world.order().name);
}

/** How many calls the shop got by a poll after so many seconds. */
async function callsOfPoll({ shop }: SellingShop, seconds = 0): Promise<number> {
  await timePasses(shop, seconds);
  const before = simulated(shop).usage.calls;
  await pollRequests();
  return simulated(shop).usage.calls - before;
}

describe("the poll for lost webhooks", () => {
  it("finds requests in every connected shop", async () => {
    const worlds = [await sellingShop(), await sellingShop()];
    worlds.forEach(requestSilently);
    await pollRequests();
    for (const world of worlds) expect(await world.rows()).toHaveLength(1);
  });

  it("reads an active shop every five minutes, and only once if several workers poll", async () => {
    const world = await sellingShop();
    requestSilently(world);
    expect(await callsOfPoll(world)).toBeGreaterThan(0);
    expect(await callsOfPoll(world, 3 * MINUTE)).toBe(0);
    await timePasses(world.shop, 2 * MINUTE);
    const before = simulated(world.shop).usage.calls;
    await Promise.all([1, 2, 3].map(() => pollRequests()));
    expect(simulated(world.shop).usage.calls - before).toBe(3);
  });

  it("reads a quiet shop every half hour, until an order comes in", async () => {
    const world = await sellingShop();
    await callsOfPoll(world, 3 * DAY);
    expect(await callsOfPoll(world, 10 * MINUTE)).toBe(0);
    expect(await callsOfPoll(world, 20 * MINUTE)).toBeGreaterThan(0);
    requestSilently(world);
    await world.ingestRequests();
    expect(await callsOfPoll(world, 5 * MINUTE)).toBeGreaterThan(0);
  });

  it("reads a quiet shop every five minutes once any webhook of the shop arrives", async () => {
    const world = await sellingShop();
    await callsOfPoll(world, 3 * DAY);
    expect(await callsOfPoll(world, 10 * MINUTE)).toBe(0);
    const event = { eventId: null, subjectId: "1", triggeredAt: null };
    await receive({ ...event, shop: world.shop, topic: "products/update", webhookId: randomUUID() });
    expect(await callsOfPoll(world)).toBeGreaterThan(0);
    expect(await callsOfPoll(world, 5 * MINUTE)).toBeGreaterThan(0);
  });

  it("reads a newly connected shop every five minutes", async () => {
    const world = await sellingShop();
    await callsOfPoll(world);
    expect(await callsOfPoll(world, 5 * MINUTE)).toBeGreaterThan(0);
  });

  it("still reads other shops if we have no access to one shop", async () => {
    const [closed, open] = [await sellingShop(), await sellingShop()];
    await query(databaseUrl, "delete from session where shop = $1", [closed.shop]);
    requestSilently(open);
    await pollRequests();
    expect(await open.rows()).toHaveLength(1);
  });
});
