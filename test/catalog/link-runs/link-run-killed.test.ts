import { afterAll, beforeAll, expect, it } from "vitest";

import { processLinkRun } from "../../../app/catalog/link-runs/process-link-run.server.ts";
import { startDelisting } from "../../../app/catalog/links/begin-link-run.server.ts";
import { sweepCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { killedAt } from "../../support/killed.ts";
import { holdLock, someoneWaits } from "../../support/locks.ts";
import { timePasses } from "../../support/time-passes.ts";
import { onSale, sellingShop, summariesIn, threeProducts } from "../selling-shop.ts";
import { openStandIn } from "../testing.ts";

await openStandIn(threeProducts);

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

/** Seconds of a run's lease. */
const LEASE_SECONDS = 1000;

it.each([
  ["startDelisting", "lock table link_run in share row exclusive mode", []],
  ["processLinkRun", "lock table link_run in share row exclusive mode", []],
  [
    "processLinkRun",
    "select from product_link where shop = $1 and supplier_product_id = 'a' for update",
    ["a"],
  ],
  [
    "processLinkRun",
    "select from product_link where shop = $1 and supplier_product_id = 'c' for update",
    ["c"],
  ],
])("completes the delisting if its process is killed in %s, at: %s", async (name, lock, at) => {
  const shop = await sellingShop();
  await disconnect(shop, { why: "disconnected", products: "zero-stock" });
  const module = `app/catalog/${name === "startDelisting" ? "links/begin-link-run" : "link-runs/process-link-run"}.server.ts`;
  if (name === "processLinkRun") await startDelisting(shop);
  const held = await holdLock(lock, at.length === 0 ? [] : [shop]);
  await killedAt({ module, name, args: [shop] }, someoneWaits);
  await held.release();
  // Its finished work stays, and no other worker continues before its lease is over.
  if (at[0] === "c")
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [9, "ACTIVE"] });
  else expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  await timePasses(shop, LEASE_SECONDS);
  await sweepCatalog();
  await processLinkRun(shop);
  expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
  expect(await summariesIn(shop)).toHaveLength(1);
});
