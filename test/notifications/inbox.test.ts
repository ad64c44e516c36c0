import express from "express";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";

import { recordActivity } from "../../app/lib/activity/record-activity.server.ts";
import { inShop, readInShop } from "../../app/lib/database/db.server.ts";
import { addRecipient, confirmRecipient, listRecipients } from "../../app/notifications/recipients.server.ts";
import { sweepOutbox } from "../../app/notifications/sweep-outbox.server.ts";
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

it("shows the e-mails to an address in the language in which it was entered", async () => {
  const read = await openInbox();
  const shop = await installedShop();
  await addRecipient(shop, "inhaber@example.com", "de");
  await sweepOutbox();
  expect(await read("/")).toContain("Bestätigen Sie Ihre E-Mail-Adresse für Stockbridge");
  const mail = await read("/1");
  expect(mail).toContain("Diese Adresse bestätigen</a>");
  expect(mail).toMatch(/notifications\/confirm\?[^"]*locale=de/);
});
