import { describe, expect, it } from "vitest";

import { findGuide, hideGuide, recordOrderBlock } from "../../app/installation/setup-guide.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { wireProduct } from "../catalog/stand-in-supplier.ts";
import { mirroredShop, openStandIn } from "../catalog/testing.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

openQueue();
const supplier = await openStandIn();

const RULES = "insert into price_rules (shop, version, rules, saved_at) values ($1, 1, $2, now())";
const FACTS = `insert into shop_facts (shop, currency, read_at) values ($1, $2, now())
  on conflict (shop) do update set currency = excluded.currency`;

const guideOf = (shop: ShopDomain) => inShop(shop, (tx) => findGuide(tx, shop));
const doneIn = async (shop: ShopDomain) =>
  (await guideOf(shop))?.steps.filter(({ isDone }) => isDone).map(({ step }) => step);

describe("findGuide", () => {
  it("counts a step as done once the shop's rows prove it", async () => {
    const shop = await installedShop();
    expect(await doneIn(shop)).toEqual([]);
    await recordOrderBlock(shop);
    await recordOrderBlock(shop);
    expect(await doneIn(shop)).toEqual(["order-block"]);
    await query(databaseUrl, RULES, [shop, JSON.stringify({ rates: [] })]);
    expect(await doneIn(shop)).toEqual(["prices", "order-block"]);
  });

  it("asks for an exchange rate only if the supplier's currency differs", async () => {
    supplier.products = [wireProduct("p")];
    const shop = await mirroredShop();
    const steps = async () => (await guideOf(shop))?.steps.map(({ step }) => step);
    await query(databaseUrl, FACTS, [shop, "EUR"]);
    expect(await steps()).not.toContain("exchange-rate");
    await query(databaseUrl, FACTS, [shop, "USD"]);
    expect(await steps()).toContain("exchange-rate");
    expect(await doneIn(shop)).not.toContain("exchange-rate");
    const rates = [{ from: "EUR", to: "USD", rate: "1.1", date: "2026-01-01" }];
    await query(databaseUrl, RULES, [shop, JSON.stringify({ rates })]);
    expect(await doneIn(shop)).toContain("exchange-rate");
  });

  it("remembers that the merchant hid it", async () => {
    const shop = await installedShop();
    await hideGuide(shop, true);
    expect(await guideOf(shop)).toMatchObject({ isHidden: true });
    await hideGuide(shop, false);
    expect(await guideOf(shop)).toMatchObject({ isHidden: false });
  });
});
