import { beforeEach, expect, it } from "vitest";

import { readInShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { findChoices, learnMethod, versionOfChoices } from "../../app/orders/choices/choice-store.server.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { offering } from "../orders/offering.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { wholesale } from "../support/world.ts";

openQueue();

const METHODS = ["/app/methods", "routes/app.methods"] as const;

let shop: ShopDomain;
beforeEach(async () => {
  shop = await installedShop();
});

async function html(path = "/app/methods"): Promise<string> {
  const { status, html: shown } = await renderedPage(path, { shop, locale: "en" });
  expect(status).toBe(200);
  return shown.replaceAll("&#x27;", "'");
}

/** Returns the version of the decisions, as the page is opened with it. */
async function opened(): Promise<string> {
  return versionOfChoices(await readInShop(shop, (tx) => findChoices(tx, shop)));
}

async function save(form: object, seen?: string) {
  const sent = { intent: "save", form: JSON.stringify(form), seen: seen ?? (await opened()) };
  const { answer } = await submitted(METHODS, sent, shop);
  return answer;
}

const others = { choice: "none", method: "" };

it("the shipping methods page lists the shop's methods, stores assignments, and shows problems at the fields", async () => {
  expect(await html()).toContain("No order with a shipping method has come in yet.");
  await learnMethod(shop, { name: "Express", holds: false });
  expect(await html()).toContain("Express");
  const typed = (method: string) => ({
    methods: [{ key: "express", choice: "named", method }],
    others,
    holdsUnknown: true,
    sendsCustomerNote: true,
  });
  expect(await save(typed(" "))).toMatchObject({
    problems: { methods: { express: { code: "methods.problem.missing" } } },
  });
  expect(await save(typed("EXP-24"))).toMatchObject({ notice: { tone: "success" }, problems: null });
  expect(await html()).toContain('value="EXP-24"');
});

it("the shipping methods page rejects an outdated form, but not because a new method has appeared", async () => {
  await learnMethod(shop, { name: "Express", holds: false });
  const form = (method: string) => ({
    methods: [{ key: "express", choice: "named", method }],
    others,
    holdsUnknown: false,
    sendsCustomerNote: false,
  });
  const seen = await opened();
  await learnMethod(shop, { name: "Standard", holds: false });
  expect(await save(form("EXP-24"), seen)).toMatchObject({ notice: { tone: "success" } });
  expect(await save(form("EXP-48"), seen)).toMatchObject({
    notice: { tone: "warning", title: { code: "form.stale.title" } },
  });
  expect(await html()).toContain('value="EXP-24"');
});

it("the shipping methods page offers the supplier's methods, and keeps an assigned one that the supplier dropped", async () => {
  await learnMethod(shop, { name: "Express", holds: false });
  const methods = [{ key: "express", choice: "named", method: "EXP-24" }];
  await save({ methods, others, holdsUnknown: false, sendsCustomerNote: false });
  offering({ shippingMethods: ["Economy", "Priority"] });
  const shown = await html();
  for (const method of ["Economy", "Priority", "EXP-24"]) expect(shown).toContain(`>${method}</option>`);
});

it("the shipping methods page says if the supplier accepts neither methods nor notes", async () => {
  offering({ shippingMethods: null, noteLength: null });
  const shown = await html();
  expect(shown).toContain("Your supplier takes no shipping method with an order, so none is sent.");
  expect(shown).toContain("Your supplier takes no note with an order.");
});

it("Settings counts shipping methods without an assignment, and links to their page", async () => {
  await connect(shop, wholesale.account);
  for (const name of ["Express", "Standard"]) await learnMethod(shop, { name, holds: false });
  const settings = await html("/app/settings");
  expect(settings).toContain(
    "2 shipping methods of your shop aren't assigned to one of your supplier's yet.",
  );
  expect(settings).toContain('href="/app/methods"');
});
