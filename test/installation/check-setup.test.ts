import { describe, expect, it, onTestFinished } from "vitest";

import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { setAutomaticOrdering } from "../../app/orders/store/ordering-settings.server.ts";
import { inShop, readInShop } from "../../app/lib/database/db.server.ts";
import { checkSetup, repairSetup, sweepSetup } from "../../app/installation/check-setup.server.ts";
import { reportFindings } from "../../app/installation/report-findings.server.ts";
import { findSetup } from "../../app/installation/setup-store.server.ts";
import { storeOrder } from "../orders/stored-order.ts";
import { query } from "../support/database.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { installedShop, issueToken, simulated } from "../support/installed-shop.ts";
import { timePasses } from "../support/time-passes.ts";
import { unsettledWarnings } from "../support/unsettled-warnings.ts";
import { changeSettings, databaseUrl, shopify } from "../support/world.ts";

await changeSettings({ SCOPES: "write_products,write_inventory" });

const HOUR = 3600;

function setupOf(shop: ShopDomain) {
  return readInShop(shop, (tx) => findSetup(tx, shop));
}

/** The findings of the last check, by their check and code. */
async function found(shop: ShopDomain): Promise<string[] | undefined> {
  const state = await setupOf(shop);
  return state?.findings.map(({ check, message }) => `${check}: ${message.code}`);
}

async function checked(shop: ShopDomain): Promise<string[] | undefined> {
  await checkSetup(shop);
  return found(shop);
}

const NO_DEFINITIONS = "metafield-definitions: setup.definitions-missing";

describe("the check of a shop's setup", () => {
  it("finds nothing if the shop has everything that the app needs", async () => {
    const shop = await installedShop();
    expect(await found(shop)).toBeUndefined();
    expect(await checked(shop)).toEqual([]);
  });

  it("names missing permissions, with the page that grants them", async () => {
    const shop = await installedShop({ scopes: ["write_products"] });
    await checkSetup(shop);
    expect((await setupOf(shop))?.findings).toEqual([
      {
        check: "granted-scopes",
        message: { code: "setup.scopes-missing", permissions: ["edit inventory"] },
        action: {
          kind: "link",
          label: { code: "setup.scopes-missing.action" },
          url: `shopify:admin/oauth/install?client_id=${shopify.app.apiKey}`,
        },
      },
    ]);
  });

  it("requests a lost permission for automatic ordering, but only while automatic ordering is on", async () => {
    const shop = await installedShop({ scopes: ["write_products", "write_inventory"] });
    expect(await checked(shop)).toEqual([]);
    await setAutomaticOrdering(shop, "on");
    await checkSetup(shop);
    expect((await setupOf(shop))?.findings).toEqual([
      {
        check: "automatic-ordering",
        message: { code: "setup.automatic-ordering.permission" },
        action: {
          kind: "permission",
          label: { code: "setup.automatic-ordering.permission.action" },
          scope: "write_third_party_fulfillment_orders",
        },
      },
    ]);
    await setAutomaticOrdering(shop, "off");
    expect(await checked(shop)).toEqual([]);
    await setAutomaticOrdering(shop, "on");
    expect(await checked(shop)).toEqual(["automatic-ordering: setup.automatic-ordering.permission"]);
    await issueToken(shop);
    expect(await checked(shop)).toEqual([]);
  });

  it("reports that Shopify hides customer data if an order waits for the data or Shopify rejects a query", async () => {
    const shop = await installedShop();
    const waiting = { state: "held", reason: "address-not-shown", reasonParams: {} } as const;
    const id = await storeOrder(shop, waiting);
    expect(await checked(shop)).toEqual(["customer-data: setup.customer-data"]);
    await inShop(shop, (tx) =>
      tx.supplierOrder.update({ where: { shop_id: { shop, id } }, data: { state: "ready" } }),
    );
    expect(await checked(shop)).toEqual([]);
    shopify.setFault("orders", "not-approved");
    expect(await checked(shop)).toEqual(["customer-data: setup.customer-data"]);
    expect(await checked(shop)).toEqual([]);
  });

  it("reports webhook subscriptions of another API version", async () => {
    const shop = await installedShop();
    const { webhookApiVersion } = shopify.app;
    onTestFinished(() => {
      shopify.app.webhookApiVersion = webhookApiVersion;
    });
    shopify.app.webhookApiVersion = "2026-04";
    expect(await checked(shop)).toEqual(["webhooks: setup.webhooks-outdated"]);
  });

  it("finds that metafield definitions are missing, and the repair creates them again", async () => {
    const shop = await installedShop();
    const { catalog } = simulated(shop);
    const before = catalog.definitions;
    catalog.definitions = [];
    expect(await checked(shop)).toEqual([NO_DEFINITIONS]);
    expect(await repairSetup(shop, "metafield-definitions")).toBeNull();
    expect(await found(shop)).toEqual([]);
    const shape = ({ namespace, key, type, ownerType }: (typeof before)[number]) =>
      [namespace, key, type, ownerType].join(" ");
    expect(catalog.definitions.map(shape)).toEqual(before.map(shape));
  });

  it("states why a repair failed", async () => {
    const shop = await installedShop();
    const { catalog } = simulated(shop);
    catalog.definitions = catalog.definitions.map((each) => ({ ...each, type: "single_line_text_field" }));
    expect(await checked(shop)).toEqual([NO_DEFINITIONS]);
    expect(await repairSetup(shop, "metafield-definitions")).toMatchObject({
      code: "failure.shop.user-errors",
    });
    expect(await found(shop)).toEqual([NO_DEFINITIONS]);
  });

  it("keeps its earlier findings if Shopify does not answer", async () => {
    const shop = await installedShop();
    simulated(shop).catalog.definitions = [];
    await checkSetup(shop);
    shopify.setFault("metafieldDefinitions", "502", 100);
    onTestFinished(() => shopify.setFault("metafieldDefinitions", "502", 0));
    expect(await checked(shop)).toEqual([NO_DEFINITIONS]);
  });
});

describe("a finding that keeps orders from the supplier", () => {
  async function events(shop: ShopDomain): Promise<number> {
    const rows = await query(
      databaseUrl,
      "select from outbox_entry where shop = $1 and name = 'setup-broken'",
      [shop],
    );
    return rows.length;
  }

  it("is recorded once with a notification, and again only if the problem returns", async () => {
    const shop = await installedShop();
    await setAutomaticOrdering(shop, "on");
    const [granted, lacking] = [undefined, { scopes: ["write_products", "write_inventory"] }];
    for (let time = 1; time <= 2; time += 1) {
      await issueToken(shop, lacking);
      await Promise.all([checkSetup(shop), checkSetup(shop)]);
      expect(await unsettledWarnings(shop)).toEqual(Array(time).fill("setup.automatic-ordering.permission"));
      expect(await events(shop)).toBe(time);
      await issueToken(shop, granted);
      await checkSetup(shop);
      expect(await unsettledWarnings(shop)).toEqual([]);
    }
  });

  it("is not recorded for missing shipping rates before the shop's first order", async () => {
    const rates = {
      message: { code: "setup.shipping-rates" },
      action: { kind: "link", label: { code: "setup.shipping-rates.action" }, url: "/app/rates" },
    } as const;
    const record = (shop: ShopDomain, before: (typeof rates)[]) =>
      inShop(shop, (tx, now) => reportFindings(tx, shop, { before, findings: [rates], now }));
    const shop = await installedShop();
    await record(shop, []);
    expect(await events(shop)).toBe(0);
    await storeOrder(shop, { state: "placed" });
    for (let check = 1; check <= 2; check += 1) await record(shop, [rates]);
    expect(await events(shop)).toBe(1);
  });

  it("is not recorded if it only concerns imports", async () => {
    const shop = await installedShop();
    simulated(shop).catalog.definitions = [];
    expect(await checked(shop)).toEqual([NO_DEFINITIONS]);
    expect(await unsettledWarnings(shop)).toEqual([]);
  });
});

describe("the sweep of setup checks", () => {
  it("checks a shop that has the app, and again a day later", async () => {
    const shop = await installedShop();
    await sweepSetup();
    expect(await found(shop)).toEqual([]);
    simulated(shop).catalog.definitions = [];
    await timePasses(shop, 23 * HOUR);
    await sweepSetup();
    expect(await found(shop)).toEqual([]);
    await timePasses(shop, HOUR);
    await sweepSetup();
    expect(await found(shop)).toEqual([NO_DEFINITIONS]);
  });

  it("checks a shop at once after its permissions have changed", async () => {
    const shop = await installedShop();
    await sweepSetup();
    simulated(shop).catalog.definitions = [];
    await handleWebhook("app/scopes_update", { shop });
    await sweepSetup();
    expect(await found(shop)).toEqual([NO_DEFINITIONS]);
  });
});
