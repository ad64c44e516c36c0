import { describe, expect, it } from "vitest";

import { sendFlowTrigger } from "../../../app/shop/flow-triggers.server.ts";
import { query } from "../../support/database.ts";
import { installedShop } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { flowRoutes } from "./testing.ts";

openQueue();

const send = await flowRoutes();

function lifecycle(shop: string, inUse: boolean, timestamp: string) {
  const body = {
    flow_trigger_definition_id: "supplier-order-needs-attention",
    has_enabled_flow: inUse,
    shop_id: "1",
    shopify_domain: shop,
    timestamp,
  };
  return send(body, { path: "/flow/lifecycle" });
}

describe("Flow's triggers", () => {
  it("go only to shops whose workflows use them, by the newest call", async () => {
    const shop = await installedShop();
    const trigger = { trigger: "supplier-order-needs-attention", payload: { order_id: 1 } };
    expect(await sendFlowTrigger(shop, trigger)).toEqual({ kind: "not-used" });
    expect(await lifecycle(shop, true, "2026-11-27T10:00:00.500Z")).toBe(200);
    expect(await sendFlowTrigger(shop, trigger)).toEqual({ kind: "sent" });
    expect(await lifecycle(shop, false, "2026-11-27T10:00:00.499Z")).toBe(200);
    expect(await sendFlowTrigger(shop, trigger)).toEqual({ kind: "sent" });
    expect(await lifecycle(shop, false, "2026-11-27T11:00:00Z")).toBe(200);
    expect(await sendFlowTrigger(shop, trigger)).toEqual({ kind: "not-used" });
    expect(await sendFlowTrigger(shop, { ...trigger, trigger: "another" })).toEqual({ kind: "not-used" });
  });

  it("ignore a call that cannot be read", async () => {
    const shop = await installedShop();
    expect(await lifecycle(shop, true, "yesterday")).toBe(422);
    const rows = "select from flow_trigger_use where shop = $1";
    expect(await query(databaseUrl, rows, [shop])).toEqual([]);
  });
});
