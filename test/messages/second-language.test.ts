import polarisEn from "@shopify/polaris/locales/en.json" with { type: "json" };
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { recordActivity } from "../../app/lib/activity/record-activity.server.ts";
import { endOutage, recordOutage } from "../../app/connection/supplier-outage.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { languages } from "../../app/messages/languages.ts";
import { en } from "../../app/messages/en.ts";
import type { Message } from "../../app/messages/message.ts";
import { orderGroups } from "../../app/orders/states/order-group.ts";
import { orderStates } from "../../app/orders/states/order-state.ts";
import { reasonCodes } from "../../app/orders/reasons/reason.ts";
import { storeOrders } from "../orders/stored-order.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, wholesale } from "../support/world.ts";
import { trackedOrder } from "../orders/tracking/testing.ts";
import { inPseudoThroughout, pseudo } from "./pseudo.ts";
import { pageRoutes, rendered, renderedPage, submitted } from "./rendered-page.ts";

openQueue();

/** A language whose dates have no letters of ours either. */
const LOCALE = "ja";

beforeAll(() => {
  // As its folder in app/messages/ would have it.
  languages[LOCALE] = { texts: pseudo, polaris: inPseudoThroughout(polarisEn) };
});
afterEach(() => {
  for (const operation of ["listProducts", "readBranding", "writeBranding", "createKey"] as const)
    wholesale.setFault(operation, "500", 0);
});

const SETTINGS = ["/app/settings", "routes/app.settings"] as const;
const BRANDING = ["/app/branding", "routes/app.branding"] as const;

const brand = {
  brandName: "Öß",
  logo: "",
  primaryColor: "#1a2b3c",
  packingSlipMessage: "",
  returnAddress: "",
};
const branding = { ...brand, supportEmail: "", supportPhone: "" };

/** Every page of the app, with an address that shows it. */
const PAGES: Record<string, string> = {
  "routes/app._index": "/app",
  "routes/app.settings": "/app/settings",
  "routes/app.branding": "/app/branding",
  "routes/app.activity": "/app/activity",
  "routes/app.notifications": "/app/notifications",
  "routes/app.catalog": "/app/catalog",
  "routes/app.catalog_.import": "/app/catalog/import?ids=any",
  "routes/app.catalog_.prices": "/app/catalog/prices?ids=any",
  "routes/app.products.$id": "/app/products/any",
  "routes/app.imports._index": "/app/imports",
  "routes/app.imports.$id": "/app/imports/00000000-0000-7000-8000-000000000000",
  "routes/app.start": "/app/start",
  "routes/app.prices": "/app/prices",
  "routes/app.profit": "/app/profit",
  "routes/app.rates": "/app/rates",
  "routes/app.rules": "/app/rules",
  "routes/app.dry-run": "/app/dry-run",
  "routes/app.methods": "/app/methods",
  "routes/app.reconciliation": "/app/reconciliation",
  "routes/app.links": "/app/links",
  "routes/app.sync": "/app/sync",
  "routes/app.orders._index": "/app/orders",
  "routes/app.orders.$id": "/app/orders/00000000-0000-7000-8000-000000000000",
  "routes/app.$": "/app/no-such-page",
};

/**
 * Data on pages that is never translated: a key and its name, an account, an order reference, the supplier's address, a time
 * zone, a currency, a color.
 */
const DATA =
  /Stockbridge shop-\d+\.myshopify\.com [\d-]+ [\da-f]+|rk_[\w-]+…[\w-]*|SB[\dA-F]{8}-[\d-]+|\w{1,2}…@[\w.]+|127\.0\.0\.1:\d+|\bUTC\b|\bEUR\b|\bGMT[+-][\d:]+|#1a2b3c/g;

/** Returns the plain-letter texts of a page, without those behind a click, which a lint rule covers. */
function plainTexts(html: string): string[] {
  const shown = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "");
  const texts = [
    ...shown.matchAll(/>([^<]+)</g),
    ...shown.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g),
  ];
  return texts
    .map(([, text = ""]) => text.replaceAll(/&#x27;|&\w+;/g, "'"))
    .filter((text) => /[A-Za-z]{2}/.test(text.replaceAll(DATA, "")));
}

/** Opens pages of the shop in the other language. @returns all their HTML. */
async function expectNoEnglish(
  shop: ShopDomain,
  addresses = Object.values(PAGES),
  data: string[] = [],
): Promise<string> {
  let all = "";
  for (const address of addresses) {
    const { html } = await renderedPage(address, { shop, locale: LOCALE });
    expect(html, address).toContain(`<html lang="${LOCALE}"`);
    const own = data.reduce((rest, text) => rest.replaceAll(renderToStaticMarkup(text), ""), html);
    expect(plainTexts(own), address).toEqual([]);
    all += html;
  }
  return all;
}

async function connectedShop(): Promise<ShopDomain> {
  const shop = await installedShop();
  await submitted(SETTINGS, { intent: "connect", ...wholesale.account }, shop);
  return shop;
}

it("the check for English texts opens every page of the app", () => {
  // The entry, the layout, the address of a form, and files.
  const others = [
    "routes/_index",
    "routes/app",
    "routes/app.channels",
    "routes/app.export-activity",
    "routes/app.export-orders",
    "routes/app.export-price-changes",
    "routes/app.export-products",
    "routes/app.forecast",
    "routes/app.sums",
  ];
  expect([...Object.keys(PAGES), ...others].toSorted()).toEqual(pageRoutes);
});

it("the check for English texts finds them on an English page", async () => {
  const { html } = await renderedPage("/app/settings", { shop: await installedShop(), locale: "en" });
  expect(plainTexts(html)).toEqual(expect.arrayContaining(["Settings", en["connection.connect.title"]]));
});

describe("the pages in a second language", () => {
  it("show no English in a shop that is not connected", async () => {
    await expectNoEnglish(await installedShop());
  });

  it("show no English in a connected and in a disconnected shop", async () => {
    const shop = await connectedShop();
    await expectNoEnglish(shop);
    await submitted(SETTINGS, { intent: "disconnect" }, shop);
    await expectNoEnglish(shop);
  });

  it("show no English while a key is being created", async () => {
    for (const shop of [await installedShop(), await connectedShop()]) {
      await query(
        databaseUrl,
        `insert into key_attempt (id, shop, key_name, outcome, started_at, deadline)
         values (gen_random_uuid(), $1, random(), 'pending', now(), now() + interval '1 minute')`,
        [shop],
      );
      await expectNoEnglish(shop);
    }
  });

  it("show no English if the key could not be verified, or is unauthorized", async () => {
    const shop = await connectedShop();
    for (const fault of ["html", "unauthorized"] as const) {
      wholesale.setFault("listProducts", fault, 1);
      await submitted(SETTINGS, { intent: "test" }, shop);
      await expectNoEnglish(shop);
    }
  });

  it("show no English with keys to delete, paused and automatic ordering, and products of another account", async () => {
    const shop = await connectedShop();
    for (const why of ["disconnected", "uninstalled", "replaced", "unusable", null]) {
      await query(
        databaseUrl,
        `insert into key_attempt (id, shop, key_name, outcome, released_why, started_at, deadline)
         values (gen_random_uuid(), $1, random(), $2, $3, now(), now())`,
        [shop, why === null ? "orphaned" : "released", why],
      );
    }
    await query(
      databaseUrl,
      `insert into product_link (shop, supplier_product_id, state, requested_at, account)
       values ($1, '1', 'imported', now(), 'before')`,
      [shop],
    );
    await submitted(SETTINGS, { intent: "pause-ordering" }, shop);
    await submitted(SETTINGS, { intent: "automatic-ordering", to: "on" }, shop);
    await expectNoEnglish(shop);
  });

  it("show no English in any state of the branding", async () => {
    const shop = await connectedShop();
    const other = await connectedShop();
    const publish = () => submitted(BRANDING, { intent: "publish", ...branding }, shop);
    wholesale.setFault("writeBranding", "unauthorized", 1);
    await publish();
    await expectNoEnglish(shop, ["/app/branding"]);
    await publish();
    await expectNoEnglish(shop, ["/app/branding"]);
    await submitted(BRANDING, { intent: "publish", ...branding, brandName: "ßÖ" }, other);
    await expectNoEnglish(shop, ["/app/branding"]);
    wholesale.setFault("writeBranding", "500", 1);
    wholesale.setFault("readBranding", "html", 2);
    await publish();
    await expectNoEnglish(shop, ["/app/branding"]);
    wholesale.setFault("readBranding", "unauthorized", 1);
    await expectNoEnglish(shop, ["/app/branding"]);
  });

  it("show no English in a shop with an order, from its request to its package", async () => {
    const order = await trackedOrder();
    const named = await query<{ name: string | null }>(
      databaseUrl,
      `select unnest(array[name, brand, category]) as name from supplier_product where shop = $1
       union select sku from supplier_variant where shop = $1
       union select unnest(array[key, value]) from supplier_variant, jsonb_each_text(options) where shop = $1`,
      [order.shop],
    );
    const names = named
      .flatMap(({ name }) => (name === null || name.length < 2 ? [] : name))
      .toSorted((one, other) => other.length - one.length);
    wholesale.supplier.ledger.ship(order.number, { carrier: "ß", trackingNumber: "1" });
    await order.follow();
    const addresses = [...Object.values(PAGES), `/app/orders/${order.id}`];
    const html = await expectNoEnglish(order.shop, addresses, [order.number, ...names]);
    expect(html).toContain(order.number);
  });

  it("show no English for any reason or state of an order", async () => {
    const shop = await connectedShop();
    const reasonParams = {
      lines: ["ß", "Ö"],
      number: "1",
      numbers: ["1", "2"],
      status: "rejected",
      explanation: { code: "orders.cannot-tell.not-offered" },
    };
    const why = reasonCodes.map((reason) => ({ state: "held" as const, reason, reasonParams }));
    const ids = await storeOrders(shop, [...why, ...orderStates.map((state) => ({ state }))]);
    const groups = orderGroups.map((group) => `/app/orders?show=${group}`);
    await expectNoEnglish(shop, [...groups, ...ids.map((id) => `/app/orders/${id}`)]);
  });

  it("show no English while the supplier is down", async () => {
    await recordOutage();
    const html = await expectNoEnglish(await installedShop());
    expect(html).toContain(renderToStaticMarkup(pseudo["outage.title"]));
    await endOutage();
  });

  it("show no English on pages outside the admin", async () => {
    const headers = { "accept-language": `${LOCALE},en;q=0.5` };
    const { html } = await rendered(new Request("http://127.0.0.1/", { headers }));
    expect(html).toContain(`<html lang="${LOCALE}"`);
    expect(plainTexts(html)).toEqual([]);
  });
});

describe("an activity entry in a second language", () => {
  async function record(shop: ShopDomain, message: unknown): Promise<void> {
    await inShop(shop, (tx, at) =>
      recordActivity(tx, {
        shop,
        kind: "shop.happened",
        tone: "info",
        at,
        message: message as Message,
        subject: { label: { code: "settings.title" }, url: "/app/settings" },
      }),
    );
  }

  it("is shown in the page's language on every later day", async () => {
    const shop = await installedShop();
    const codes = Object.keys(en).filter((code) => /\.activity\.|^access\./.test(code));
    for (const code of codes) await record(shop, { code, permissions: ["ßß"] });
    await query(databaseUrl, "update activity set at = at - interval '2 days' where shop = $1", [shop]);
    await record(shop, { code: "access.lost" });
    const html = await expectNoEnglish(shop, ["/app/activity", "/app/activity?show=needs-attention"]);
    expect(html).toContain(pseudo["access.lost"]);
  });

  it("is shown even if an older or newer version of the app wrote it", async () => {
    const shop = await installedShop();
    await record(shop, { code: "earlier-message", text: "A sentence of <then>." });
    await record(shop, { code: "not.invented-yet" });
    const { html } = await renderedPage("/app/activity", { shop, locale: "en" });
    expect(html).toContain("A sentence of &lt;then&gt;.");
    expect(html).toContain(en["unknown-message"]);
  });
});

it("a form's answer names messages by code, after a rejected sign-in or on an outdated page", async () => {
  const shop = await installedShop();
  const wrong = { intent: "connect", email: wholesale.account.email, password: "wrong" };
  expect(await submitted(SETTINGS, wrong, shop)).toMatchObject({
    status: 200,
    answer: { notice: { title: { code: "connection.problem.sign-in-rejected.title" } } },
  });
  for (const page of [SETTINGS, BRANDING]) {
    expect(await submitted(page, { intent: "sell" }, shop)).toEqual({
      status: 400,
      answer: { code: "page.outdated" },
    });
  }
});
