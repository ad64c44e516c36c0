import { describe, expect, it } from "vitest";

import { readInShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { DEFAULT_RULES } from "../../app/orders/rules/order-rules.ts";
import { type RulesForm, toRulesForm } from "../../app/orders/rules/rules-form.ts";
import { findRulesIn } from "../../app/orders/rules/rules-store.server.ts";
import { refreshFacts } from "../../app/shop/shop-facts.server.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { hearPaid, judgeLater, poll, ruledShop } from "../orders/rules/testing.ts";
import { inside, sellingShop } from "../orders/shop-world.ts";
import { simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";

openQueue();

const RULES = ["/app/rules", "routes/app.rules"] as const;

async function save(shop: ShopDomain, changed: Partial<RulesForm> = {}, version = 0) {
  const form = { ...toRulesForm(DEFAULT_RULES, { sign: ".", currency: "EUR" }), ...changed };
  return submitted(RULES, { intent: "save", form: JSON.stringify(form), version: String(version) }, shop);
}

async function html(shop: ShopDomain, path = "/app/rules"): Promise<string> {
  const { status, html: shown } = await renderedPage(path, { shop, locale: "en" });
  expect(status).toBe(200);
  return shown.replaceAll("&#x27;", "'");
}

describe("the page of rules", () => {
  it("shows what the rules would have done with the last orders", async () => {
    const world = await ruledShop({ neverTags: ["stop"] });
    const [sent, held] = [world.order(), world.order({ tags: ["Stop"] })];
    for (const order of [sent, held]) await hearPaid(world, order);
    const shown = await html(world.shop);
    expect(shown).toContain("2 orders: 1 sent automatically and ordered, 1 held, waiting, or canceled.");
    expect(shown).toContain("Held because of its tag, which your rules never send: “Stop”.");
  });

  it("says that there are no orders to try the rules on if Shopify shows none any more", async () => {
    const world = await ruledShop({ askForEach: true });
    const order = world.order();
    await hearPaid(world, order);
    inside(world, order.name).createdAt = new Date(Date.now() - 61 * 86_400_000);
    expect(await html(world.shop)).toContain("There are no orders with your supplier's products");
  });

  it("says that automatic ordering is off, and is linked from Orders and Settings", async () => {
    const { shop } = await sellingShop();
    expect(await html(shop)).toContain("Automatic ordering is off.");
    for (const path of ["/app/orders", "/app/settings"])
      expect(await html(shop, path)).toContain("/app/rules");
  });

  it("saves each change as a new version, and does not overwrite a newer change from another window", async () => {
    const { shop } = await sellingShop();
    await save(shop, { delay: "60", neverTags: "B2B, 🎁" });
    await save(shop, { delay: "15" }, 1);
    expect(await save(shop, { delay: "none" }, 1)).toMatchObject({
      answer: { notice: { title: { code: "rules.stale.title" } } },
    });
    const [first, newest] = await readInShop(shop, async (tx) => [
      await findRulesIn(tx, { shop, version: 1 }),
      await findRulesIn(tx, { shop }),
    ]);
    expect(first).toMatchObject({ rules: { delay: { minutes: 60 }, neverTags: ["B2B", "🎁"] } });
    expect(newest).toMatchObject({ version: 2, rules: { delay: { minutes: 15 } } });
  });

  it("saves nothing if a field is invalid, and shows the problem", async () => {
    const { shop } = await sellingShop();
    expect(await save(shop, { holdAbove: "a lot", delay: "daily", time: "" })).toMatchObject({
      answer: { problems: { holdAbove: {}, time: { code: "rules.form.time" } } },
    });
    expect((await readInShop(shop, (tx) => findRulesIn(tx, { shop }))).version).toBe(0);
  });

  it("keeps orders unsent after a change of the shop's currency, until the merchant enters the limit again", async () => {
    const world = await ruledShop({ holdAbove: { amount: "9999", currency: "EUR" } });
    simulated(world.shop).currencyCode = "USD";
    await refreshFacts(world.shop);
    await hearPaid(world, world.order());
    expect(await html(world.shop)).toContain('value="9999 EUR"');
    expect(await html(world.shop, "/app/orders?show=to-send")).toContain(
      "can't be compared with your limit in EUR",
    );
    await save(world.shop, { holdAbove: "9999" }, 1);
    await judgeLater(world);
    expect(await world.rows()).toHaveLength(1);
  });
});

describe("an order's page", () => {
  it("names the version of the rules that sent it, and the facts that they checked", async () => {
    const world = await ruledShop({
      delay: { kind: "minutes", minutes: 15 },
      onlyTags: ["web"],
      holdAbove: { amount: "9999", currency: "EUR" },
      countries: { kind: "only", codes: ["DE"] },
      ordersPerDay: 3,
    });
    await hearPaid(world, world.order({ tags: ["Web"], risk: ["LOW"] }));
    await judgeLater(world, 16);
    const shown = await html(world.shop, `/app/orders/${(await world.row()).id}`);
    for (const text of [
      "by version 1 of your rules",
      "Your delay of 15 minutes had ended.",
      "not above your limit of",
      "Had a tag that your rules send: “Web”",
      "Country: DE",
      "Fraud risk: low",
      "Within your daily limit of 3 orders",
    ])
      expect(shown).toContain(text);
  });

  it("names no rules if a person requested the order", async () => {
    const world = await ruledShop();
    const { name } = world.order();
    world.request(name);
    await world.ingestRequests();
    await world.processDue();
    expect(await html(world.shop, `/app/orders/${(await world.row()).id}`)).not.toContain(
      "Requested automatically",
    );
  });
});

describe("the list of orders to send", () => {
  it("shows the rule that keeps an order, the time of the next check, and “Send anyway”", async () => {
    const world = await ruledShop({ delay: { kind: "minutes", minutes: 60 } });
    await hearPaid(world, world.order());
    await poll(world);
    const shown = await html(world.shop, "/app/orders?show=to-send");
    for (const text of ["Waits because of your delay of 1 hour.", "Next check: ", "Send anyway"])
      expect(shown).toContain(text);
  });
});
