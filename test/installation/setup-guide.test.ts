import { describe, expect, it } from "vitest";

import { checkSetup } from "../../app/installation/check-setup.server.ts";
import { findGuide, hideGuide, recordOrderBlock } from "../../app/installation/setup-guide.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { wakeProfile } from "../../app/shipping/shipping-store.server.ts";
import { updateProfile } from "../../app/shipping/update-profile.server.ts";
import { sellingShop, threeProducts } from "../catalog/selling-shop.ts";
import { wireProduct } from "../catalog/stand-in-supplier.ts";
import { connectedShop, mirroredShop, openStandIn } from "../catalog/testing.ts";
import { save } from "../shipping/testing.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
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

  it("asks for an exchange rate again if the newest price rules lack it", async () => {
    supplier.products = [wireProduct("p")];
    const shop = await mirroredShop();
    await query(databaseUrl, FACTS, [shop, "USD"]);
    const rates = [{ from: "EUR", to: "USD", rate: "1.1", date: "2026-01-01" }];
    await query(databaseUrl, RULES, [shop, JSON.stringify({ rates })]);
    await query(
      databaseUrl,
      "insert into price_rules (shop, version, rules, saved_at) values ($1, 2, $2, now())",
      [shop, JSON.stringify({ rates: [] })],
    );
    expect(await doneIn(shop)).not.toContain("exchange-rate");
  });

  it("asks for shipping rates again once the merchant has deleted their profile in Shopify", async () => {
    supplier.products = threeProducts();
    const shop = await sellingShop();
    await save(shop);
    await checkSetup(shop);
    expect(await doneIn(shop)).toContain("shipping");
    expect(await guideOf(shop)).toMatchObject({ isSelling: false });
    await updateProfile(shop);
    expect(await guideOf(shop)).toMatchObject({ isSelling: true });
    simulated(shop).appProfiles = [];
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(await doneIn(shop)).not.toContain("shipping");
    expect(await guideOf(shop)).toMatchObject({ isSelling: false });
    await checkSetup(shop);
    await save(shop);
    // The setup card still shows the problem.
    expect(await doneIn(shop)).not.toContain("shipping");
    await updateProfile(shop);
    await checkSetup(shop);
    expect(await doneIn(shop)).toContain("shipping");
  });

  it("asks for shipping rates again once our location was deleted in Shopify", async () => {
    supplier.products = threeProducts();
    const shop = await sellingShop();
    await checkSetup(shop);
    expect(await doneIn(shop)).toContain("shipping");
    await query(databaseUrl, "update fulfillment_service set state = 'gone' where shop = $1", [shop]);
    expect(await doneIn(shop)).not.toContain("shipping");
  });

  it("asks for products again once all were deleted in the shop", async () => {
    supplier.products = threeProducts();
    const shop = await sellingShop();
    expect(await doneIn(shop)).toContain("products");
    await query(databaseUrl, "update product_link set shop_state = 'deleted' where shop = $1", [shop]);
    expect(await doneIn(shop)).not.toContain("products");
  });

  it("asks to connect again while the supplier rejects the key", async () => {
    const shop = await connectedShop();
    expect(await doneIn(shop)).toContain("connect");
    await query(databaseUrl, "update connection set key_check = 'unauthorized' where shop = $1", [shop]);
    expect(await doneIn(shop)).not.toContain("connect");
  });

  it("asks for branding again if it was published with another account only", async () => {
    const shop = await connectedShop();
    await query(
      databaseUrl,
      `insert into branding_version (id, shop, number, account, begun_at, deadline, published_at)
       select gen_random_uuid(), shop, 1, account, now(), now(), now() from connection where shop = $1`,
      [shop],
    );
    expect(await doneIn(shop)).toContain("branding");
    await query(databaseUrl, "update branding_version set account = 'another' where shop = $1", [shop]);
    expect(await doneIn(shop)).not.toContain("branding");
  });

  it("remembers that the merchant hid the guide or shows it again", async () => {
    const shop = await installedShop();
    await hideGuide(shop, true);
    expect(await guideOf(shop)).toMatchObject({ isHidden: true });
    await hideGuide(shop, false);
    expect(await guideOf(shop)).toMatchObject({ isHidden: false });
  });
});
