import { describe, expect, it } from "vitest";

import { dryRun } from "../../../app/orders/dry-run.server.ts";
import type { OrderRules } from "../../../app/orders/rules/order-rules.ts";
import { setAutomaticOrdering } from "../../../app/orders/store/ordering-settings.server.ts";
import type { OrderWish } from "../../sandbox/shop/merchant.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";
import { ruledShop } from "../rules/testing.ts";

openQueue();

/** Returns what a dry run says about who requests the order's fulfillment. */
async function requestOf({ shop }: SellingShop, { name }: { name: string }): Promise<unknown> {
  const tried = await dryRun(shop, { kind: "name", name });
  if (tried.kind !== "orders") throw new Error(`The dry run found no order: ${tried.kind}`);
  return tried.orders[0]?.parts[0]?.request;
}

describe("dryRun with automatic ordering", () => {
  it.each<[string, Partial<OrderRules>, Partial<OrderWish>]>([
    ["rules.kept.ask", { askForEach: true }, {}],
    ["rules.kept.tag", { neverTags: ["wholesale"] }, { tags: ["wholesale"] }],
    ["rules.kept.amount", { holdAbove: { amount: "0.01", currency: "EUR" } }, {}],
  ])("names the rule that holds an order: %s", async (code, rules, wanted) => {
    const world = await ruledShop(rules);
    expect(await requestOf(world, world.order(wanted))).toMatchObject({
      code: "dry-run.request.kept",
      why: { code },
    });
  });

  it("says when the rules judge a delayed order again, and records nothing", async () => {
    const world = await ruledShop({ delay: { kind: "minutes", minutes: 15 } });
    expect(await requestOf(world, world.order())).toMatchObject({
      code: "dry-run.request.kept-until",
      why: { code: "rules.kept.delay" },
    });
    const kept = await query(databaseUrl, "select from unrequested_order where shop = $1", [world.shop]);
    expect(kept).toEqual([]);
  });

  it("says that automatic ordering requests an order that no rule holds", async () => {
    const world = await ruledShop();
    expect(await requestOf(world, world.order())).toEqual({ code: "dry-run.request.automatic" });
    const requests = await query(databaseUrl, "select from automatic_request where shop = $1", [world.shop]);
    expect(requests).toEqual([]);
  });

  it("says that an order from before automatic ordering was switched on is not requested", async () => {
    const world = await sellingShop();
    const order = world.order();
    await timePasses(world.shop, 60);
    await setAutomaticOrdering(world.shop, "on");
    expect(await requestOf(world, order)).toMatchObject({ code: "dry-run.request.older" });
  });
});
