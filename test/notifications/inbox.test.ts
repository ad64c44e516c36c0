import express from "express";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";

import { type NewEntry, onHome, recordActivity } from "../../app/lib/activity/record-activity.server.ts";
import { inShop, readInShop } from "../../app/lib/database/db.server.ts";
import { addRecipient, confirmRecipient, listRecipients } from "../../app/notifications/recipients.server.ts";
import { sweepOutbox } from "../../app/notifications/sweep-outbox.server.ts";
import { inWords } from "../../app/orders/reasons/reason-words.ts";
import { recordOrderActivity } from "../../app/orders/store/order-store.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { startMail } from "../sandbox/mail/mail-server.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { changeSettings, databaseUrl } from "../support/world.ts";

openQueue();

/** Starts the sandbox's mail server and the pages of its inbox. */
async function openInbox() {
  const mail = await startMail();
  await changeSettings({ SMTP_URL: mail.url, MAIL_FROM: "Stockbridge <app@example.com>" });
  const server = express().use("/_mail", mail.inbox).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.close();
    await mail.close();
  });
  return async (path: string) => (await fetch(`http://127.0.0.1:${String(port)}/_mail${path}`)).text();
}

/** Makes all that waits due, and sweeps, until the events are sent. */
async function sweepAll() {
  for (let turn = 0; turn < 2; turn += 1) {
    await query(
      databaseUrl,
      "update outbox_entry set due_at = now() - interval '1 second' where due_at is not null",
    );
    await sweepOutbox();
  }
}

/** All digests are due at once. */
async function letADayPass() {
  await query(databaseUrl, "update outbox_entry set at = at - interval '2 days' where kind = 'event'");
}

/** A shop that sends e-mails to an English and a German reader, who have confirmed in the e-mails 1 and 2. */
async function shopWithReaders() {
  const shop = await installedShop();
  await addRecipient(shop, "owner@example.com", "en");
  await addRecipient(shop, "inhaber@example.com", "de");
  await sweepOutbox();
  for (const { id } of await readInShop(shop, (tx, now) => listRecipients(tx, shop, now)))
    await confirmRecipient({ shop, id });
  return shop;
}

function recordWarning(shop: ShopDomain, entry: Pick<NewEntry, "kind" | "subject" | "subjects" | "count">) {
  const message = { code: "shipping.activity.saved" } as const;
  return inShop(shop, (tx, at) => recordActivity(tx, { shop, tone: "warning", message, at, ...entry }));
}

it("shows a confirmation and an urgent e-mail as their reader sees them", async () => {
  const read = await openInbox();
  expect(await read("/")).toContain("No e-mails yet.");
  const shop = await installedShop();
  await addRecipient(shop, "owner@example.com");
  await sweepOutbox();
  expect(await read("/1")).toContain("Confirm this address</a>");
  const [recipient] = await readInShop(shop, (tx, now) => listRecipients(tx, shop, now));
  await confirmRecipient({ shop, id: recipient?.id ?? "" });
  await inShop(shop, (tx, at) =>
    recordActivity(tx, {
      shop,
      kind: "orders.held",
      tone: "warning",
      message: { code: "shipping.activity.saved" },
      subject: { label: "#1001", url: "/app/orders/1" },
      at,
    }),
  );
  const due = "update outbox_entry set due_at = now() - interval '1 second' where due_at is not null";
  await query(databaseUrl, due);
  await sweepOutbox();
  await query(databaseUrl, due);
  await sweepOutbox();
  expect(await read("/")).toContain("Stockbridge: 1 thing needs your attention");
  const mail = await read("/2");
  expect(mail).toContain("1 order needs your attention");
  expect(mail).toContain("/apps/test-api-key/app/orders/1");
  expect(mail).toContain(">#1001</a>");
  expect(mail).toContain("Unsubscribe</a>");
  expect(await read("/9")).toContain("No such e-mail");
});

it("writes e-mails in the language in which the merchant entered the address", async () => {
  const read = await openInbox();
  const shop = await installedShop();
  await addRecipient(shop, "inhaber@example.com", "de");
  await sweepOutbox();
  expect(await read("/")).toContain("Bestätigen Sie Ihre E-Mail-Adresse für Stockbridge");
  const mail = await read("/1");
  expect(mail).toContain("Diese Adresse bestätigen</a>");
  expect(mail).toMatch(/notifications\/confirm\?[^"]*locale=de/);
});

it("says each order's reason in its reader's language, without a word of the supplier or the customer", async () => {
  const read = await openInbox();
  const shop = await shopWithReaders();
  await inShop(shop, async (tx, at) => {
    const held = { kind: "orders.held", tone: "warning", at } as const;
    const [first, second] = ["1", "2"].map((id) => ({ shop, id, orderName: `#100${id}` }));
    const explanation = {
      code: "failure.supplier.rejected.says",
      sentence: "Ada Lovelace is unknown at 12 Analytical Road",
    } as const;
    const rejected = inWords({ code: "supplier-rejected", explanation });
    await recordOrderActivity(tx, first!, { ...held, what: rejected });
    const later = { ...held, at: new Date(at.getTime() + 1) };
    await recordOrderActivity(tx, first!, { ...later, what: inWords({ code: "no-street" }) });
    await recordOrderActivity(tx, second!, { ...held, what: rejected });
    const unclear = inWords({ code: "unclear", explanation });
    await recordOrderActivity(tx, second!, { kind: "orders.in-doubt", tone: "critical", at, what: unclear });
  });
  // Earlier versions stored the name alone.
  await recordWarning(shop, { kind: "orders.held", subject: { label: "#1003", url: "/app/orders/3" } });
  await sweepAll();
  const mails = await Promise.all(["/3", "/4"].map(read));
  const [english, german] = mails.toSorted((one) => (one.includes("3 orders need") ? -1 : 1));
  expect(english).toContain(">3 orders need your attention</p>");
  expect(english).toContain(">#1001: Missing street address</a>");
  expect(english).toContain(">#1002: Request rejected by your supplier</a>");
  expect(english).toContain(">#1002: No clear answer</a>");
  expect(english).toContain(">#1003</a>");
  expect(german).toContain(">3 Bestellungen brauchen Ihre Aufmerksamkeit</p>");
  expect(german).toContain(">#1001: Straße fehlt</a>");
  expect(german).toContain(">#1002: Keine klare Antwort</a>");
  for (const mail of mails) {
    expect(mail.match(/>#1001\b/g)).toHaveLength(1);
    expect(mail).not.toMatch(/Lovelace|Analytical/);
  }
});

it("lists a product once per heading of an e-mail, with its latest change", async () => {
  const read = await openInbox();
  const shop = await shopWithReaders();
  const change = (costBefore: string, cost: string) => {
    const [before, after] = [costBefore, cost].map((amount) => ({ amount, currency: "EUR" }));
    const what = { code: "notifications.mail.cost", costBefore: before!, cost: after! } as const;
    const subjects = [{ label: "Mug", url: "/app/products/mug", what } as const];
    return recordWarning(shop, { kind: "catalog.price-moved", subjects });
  };
  await change("3", "4");
  await change("4", "5.5");
  await recordWarning(shop, {
    kind: "catalog.sold-out",
    subjects: [{ label: "Mug", url: "/app/products/mug" }],
  });
  await letADayPass();
  await sweepAll();
  const mails = await Promise.all(["/3", "/4"].map(read));
  const [english, german] = mails.toSorted((one) => (one.includes("The cost of") ? -1 : 1));
  expect(english).toContain("The cost of 1 product has changed");
  expect(english).toContain(">Mug: cost from €4.00 to €5.50</a>");
  expect(english).toContain(">Mug</a>");
  expect(german).toMatch(/>Mug: Kosten von 4,00\s€ auf 5,50\s€<\/a>/);
  for (const mail of mails) expect(mail.match(/>Mug/g)).toHaveLength(2);
});

it("counts orders that have no page, and keeps an order's reason when a later event has none", async () => {
  const read = await openInbox();
  const shop = await shopWithReaders();
  const orders = { label: { code: "orders.title" }, url: "/app/orders" } as const;
  for (let order = 0; order < 3; order += 1)
    await recordWarning(shop, { kind: "orders.mismatch", subject: orders });
  const order = { label: "#1001", url: "/app/orders/1" } as const;
  const what = { code: "orders.reason.duplicate-at-supplier.label" } as const;
  await recordWarning(shop, { kind: "orders.mismatch", subject: { ...order, what } });
  await recordWarning(shop, { kind: "tracking.waits", subject: order });
  await recordWarning(shop, { kind: "orders.paused-by-doubts", subject: orders, count: 0 });
  await sweepAll();
  const mails = await Promise.all(["/3", "/4"].map(read));
  const english = mails.find((mail) => mail.includes("orders need"));
  expect(english).toContain("Stockbridge: 5 things need your attention");
  expect(english).toContain(">4 orders need your attention</p>");
  expect(english).toMatch(/>#1001: Ordered twice[^<]*<\/a>/);
  expect(english).not.toContain(">#1001</a>");
  expect(english).toContain(">It's unclear whether your supplier has 1 order</p>".replace("'", "&#39;"));
});

it("lists each problem of the setup once in the daily summary", async () => {
  const read = await openInbox();
  const shop = await shopWithReaders();
  const lost = onHome({ code: "orders.reason.access-lost.label" });
  await recordWarning(shop, { kind: "shop.access-lost", subjects: [lost] });
  await recordWarning(shop, { kind: "shop.access-lost", subjects: [lost] });
  const missing = onHome({ code: "orders.reason.permission-missing.label" });
  await recordWarning(shop, { kind: "shop.permissions-missing", subjects: [missing] });
  await letADayPass();
  await sweepAll();
  const [english] = (await Promise.all(["/3", "/4"].map(read))).filter((mail) => mail.includes("summary"));
  expect(english).toContain("Stockbridge: your daily summary, 2 notifications");
  expect(english?.match(/>Home: No access to your shop</g)).toHaveLength(1);
  expect(english).toContain(">Home: Permission missing</a>");
});
