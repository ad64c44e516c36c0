import { beforeEach, describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { findChoices, saveChoices } from "../../../app/orders/choices/choice-store.server.ts";
import type { Assigned } from "../../../app/orders/choices/shipping-method.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { offering } from "../offering.ts";
import { requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});

const settings = () => readInShop(world.shop, (tx) => findChoices(tx, world.shop));

async function assign(
  assigned: Record<string, Assigned | null>,
  more: { defaultMethod?: string | null; holdsUnknown?: boolean } = {},
): Promise<void> {
  const methods = Object.entries(assigned).map(([key, each]) => ({ key, assigned: each }));
  const settings = { defaultMethod: null, holdsUnknown: false, sendsCustomerNote: false };
  await saveChoices(world.shop, { ...settings, methods, ...more });
}

/** Places an order with this shipping method, and returns the supplier's. */
async function sentMethod(shippingLine: string | string[] | null): Promise<string | null | undefined> {
  const order = await requestedOrder(world, { shippingLine });
  await order.process();
  return order.bought()[0]?.shippingMethod;
}

async function activity(): Promise<string[]> {
  const { entries } = await listActivity(world.shop, { place: null });
  return entries
    .map(({ message }) => message.code)
    .filter((code) => code.startsWith("orders.activity.method"));
}

describe("an order's shipping method", () => {
  it("is learned from the first order with that method, ignoring case, and is reported once", async () => {
    for (const name of ["Express", "EXPRESS ", "Standard"]) expect(await sentMethod(name)).toBeNull();
    expect((await settings()).methods).toEqual([
      { key: "express", name: "Express", assigned: null },
      { key: "standard", name: "Standard", assigned: null },
    ]);
    expect(await activity()).toEqual(["orders.activity.method-seen", "orders.activity.method-seen"]);
  });

  it("goes to the supplier as the merchant assigned it, or as the default if unassigned", async () => {
    await sentMethod("Express");
    await assign({ express: { supplierMethod: "EXP-24" } }, { defaultMethod: "STD" });
    expect(await sentMethod("express")).toBe("EXP-24");
    expect(await sentMethod("Pallet")).toBe("STD");
    expect(await sentMethod(null)).toBe("STD");
    expect(await sentMethod(["Express", "Pallet"])).toBe("STD");
    await assign({ "express + pallet": { supplierMethod: "EXP-24" } });
    expect(await sentMethod(["Pallet", "Express"])).toBe("EXP-24");
  });

  it("holds the order if the shop has renamed the method, until the merchant assigns the new name", async () => {
    await sentMethod("Express");
    await assign({ express: { supplierMethod: "EXP-24" } }, { holdsUnknown: true });
    const order = await requestedOrder(world, { shippingLine: "Express (1–2 days)" });
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "held",
      reason: "method-not-assigned",
      reason_params: { method: "Express (1–2 days)" },
    });
    expect(order.bought()).toEqual([]);
    await assign({ "express (1–2 days)": { supplierMethod: "EXP-24" } }, { holdsUnknown: true });
    await world.processDue();
    expect(order.bought()).toMatchObject([{ shippingMethod: "EXP-24" }]);
    // The hold itself has told the merchant.
    expect(await activity()).toEqual([
      "orders.activity.methods-changed",
      "orders.activity.methods-changed",
      "orders.activity.method-seen",
    ]);
  });

  it("may be missing, even while orders with unknown methods are held", async () => {
    await assign({}, { holdsUnknown: true });
    expect(await sentMethod(null)).toBeNull();
  });

  it("holds the order if the supplier no longer offers the assigned method, until the merchant assigns another", async () => {
    await sentMethod("Express");
    await assign({ express: { supplierMethod: "EXP-24" } });
    offering({ shippingMethods: ["Economy"] });
    const order = await requestedOrder(world, { shippingLine: "Express" });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "method-not-offered" });
    await assign({ express: { supplierMethod: "Economy" } });
    await world.processDue();
    expect(order.bought()).toMatchObject([{ shippingMethod: "Economy" }]);
  });

  it("is neither sent nor stored if the supplier takes no methods", async () => {
    await assign({}, { defaultMethod: "STD", holdsUnknown: true });
    offering({ shippingMethods: null });
    expect(await sentMethod("Express")).toBeNull();
    expect((await settings()).methods).toEqual([]);
  });

  it("is forgotten if it is unassigned and two hundred newer unassigned methods are stored", async () => {
    await query(
      databaseUrl,
      `insert into shipping_method (shop, key, name, first_seen_at, assigned_at)
       select $1, 'by day ' || day, 'By day ' || day, now() - interval '1 day' * (500 - day),
         case when day = 0 then now() end
       from generate_series(0, 200) day`,
      [world.shop],
    );
    await sentMethod("By day 201");
    const names = (await settings()).methods.map(({ name }) => name);
    expect(names).toHaveLength(201);
    expect(names.slice(0, 2)).toEqual(["By day 0", "By day 2"]);
    expect(names.at(-1)).toBe("By day 201");
    expect(await activity()).toEqual([]);
  });
});
