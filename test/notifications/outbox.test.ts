import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import { EVENTS } from "../../app/lib/activity/events.ts";
import { recordActivity, type NewEntry } from "../../app/lib/activity/record-activity.server.ts";
import { inShop, readInShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { mailLink, isSigned } from "../../app/notifications/mail-links.server.ts";
import {
  addRecipient,
  confirmRecipient,
  listRecipients,
  removeRecipient,
} from "../../app/notifications/recipients.server.ts";
import { versionOf } from "../../app/notifications/settings.ts";
import { findSettings, saveSettings } from "../../app/notifications/settings-store.server.ts";
import { sweepOutbox } from "../../app/notifications/sweep-outbox.server.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { changeSettings, databaseUrl } from "../support/world.ts";
import { type MailFault, startMailServer } from "./mail-server.ts";

openQueue();

/** The kind and tone of an activity for each event. */
const KINDS: [NewEntry["kind"], NewEntry["tone"]][] = [
  ["orders.held", "warning"],
  ["orders.canceled", "critical"],
  ["orders.in-doubt", "critical"],
  ["connection.unauthorized", "critical"],
  ["catalog.price-moved", "warning"],
  ["catalog.off-sale", "warning"],
  ["catalog.sold-out", "warning"],
  ["catalog.below-cost", "warning"],
  ["shop.access-lost", "warning"],
];

async function shopWithMail() {
  const server = await startMailServer();
  await changeSettings({ SMTP_URL: server.url, MAIL_FROM: "Stockbridge <app@example.com>" });
  return { server, shop: await installedShop() };
}

async function recipients(shop: ShopDomain) {
  return readInShop(shop, (tx, now) => listRecipients(tx, shop, now));
}

async function confirmed(shop: ShopDomain, address: string): Promise<string> {
  expect(await addRecipient(shop, address)).toBeNull();
  const id = (await recipients(shop)).find((one) => one.address === address)?.id ?? "";
  await sweepOutbox();
  expect(await confirmRecipient({ shop, id })).toBe(true);
  return id;
}

async function record(shop: ShopDomain, count: number): Promise<void> {
  await inShop(shop, async (tx, at) => {
    for (let index = 0; index < count; index += 1) {
      const [kind, tone] = KINDS[index % KINDS.length] ?? ["orders.held", "warning"];
      const url = `/app/orders/${String(index)}` as const;
      const message = { code: "shipping.activity.saved" } as const;
      await recordActivity(tx, {
        shop,
        kind,
        tone,
        message,
        subject: { label: `#${String(1000 + index)}`, url },
        at,
      });
    }
  });
}

/** Makes all that waits due, and sweeps, until nothing waits. */
async function sweepAll(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    const waiting = await query(
      databaseUrl,
      `update outbox_entry set due_at = now() - interval '1 second'
      where due_at is not null returning id`,
    );
    if (waiting.length === 0) return;
    await sweepOutbox();
  }
  throw new Error("The outbox does not come to rest.");
}

/** All digests are due at once. */
async function letADayPass(): Promise<void> {
  await query(databaseUrl, "update outbox_entry set at = at - interval '2 days' where kind = 'event'");
}

describe("the outbox", () => {
  it("reports a hundred events of a minute in one urgent e-mail and one digest", async () => {
    const { server, shop } = await shopWithMail();
    await confirmed(shop, "owner@example.com");
    await record(shop, 100);
    await letADayPass();
    await sweepAll();
    expect(server.inbox).toHaveLength(3);
    const reports = server.inbox.slice(1).map(({ text }) => text);
    expect(reports.join()).toContain("#1000");
    expect(reports.join()).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });

  it("sends the digest once, at the merchant's time of day in the shop's time zone", async () => {
    const { server, shop } = await shopWithMail();
    await confirmed(shop, "owner@example.com");
    server.inbox.splice(0);
    const zone = "Asia/Kathmandu";
    const [digest] = await query<{ at: Date; time: string }>(
      databaseUrl,
      `select at, to_char(at at time zone $1, 'HH24:MI') as time
       from (select date_trunc('minute', now() + interval '1 hour') as at) as digest`,
      [zone],
    );
    await query(
      databaseUrl,
      `insert into shop_facts (shop, currency, time_zone, read_at) values ($1, 'NPR', $2, now())
       on conflict (shop) do update set time_zone = excluded.time_zone`,
      [shop, zone],
    );
    const modes = Object.fromEntries(EVENTS.map((name) => [name, "digest" as const]));
    await saveSettings(shop, { modes, digestTime: digest!.time });
    const letPass = async (time: string) => {
      await query(
        databaseUrl,
        "update outbox_entry set at = at - $2::interval, due_at = due_at - $2::interval where shop = $1",
        [shop, time],
      );
      await sweepOutbox();
    };
    const waiting = () =>
      query(
        databaseUrl,
        "select due_at, count(*)::int from outbox_entry where shop = $1 and due_at is not null group by 1",
        [shop],
      );
    await record(shop, 9);
    await letPass("2 minutes");
    await record(shop, 3);
    // Makes only the new events due: the first ones wait for the digest already.
    await query(
      databaseUrl,
      "update outbox_entry set due_at = now() - interval '1 second' where shop = $1 and due_at < $2",
      [shop, digest!.at],
    );
    await sweepOutbox();
    expect(await waiting()).toEqual([{ due_at: digest!.at, count: 12 }]);
    expect(server.inbox).toEqual([]);

    // A whole day, so that the digest's time of day stays the same.
    await letPass("1 day");
    expect(server.inbox).toHaveLength(1);
    for (const name of ["#1000", "#1008"]) expect(server.inbox[0]?.text).toContain(name);
    await letPass("1 day");
    expect(server.inbox).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it("delivers a hundred events of all kinds while the mail server dies at each step", async () => {
    const { server, shop } = await shopWithMail();
    const steps: MailFault[] = ["connect", "ehlo", "mail", "rcpt", "data", "after-dot"];
    await confirmed(shop, "one@example.com");
    await confirmed(shop, "two@example.com");
    server.inbox.splice(0);
    await record(shop, 100);
    await letADayPass();
    server.faults.push(...steps);
    await sweepAll();
    expect(server.faults).toEqual([]);
    const mails = Map.groupBy(server.inbox, ({ messageId }) => messageId);
    // Urgent and digest, to each of the two.
    expect(mails.size).toBe(4);
    // One e-mail that was taken without an answer is repeated, unless it had met the fault before the dot, too.
    expect([4, 5]).toContain(server.inbox.length);
    for (const same of mails.values()) expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    const recorded = await query<{ name: string }>(
      databaseUrl,
      "select name from outbox_entry where kind = 'event'",
    );
    expect(new Set(recorded.map(({ name }) => name))).toEqual(new Set(EVENTS));
    const told = await query<{ ids: number }>(
      databaseUrl,
      `select cardinality(event_ids)::int as ids from outbox_entry where kind = 'mail' and name <> 'confirmation' and shop = '${shop}'`,
    );
    expect(told.reduce((sum, { ids }) => sum + ids, 0)).toBe(200);
  });

  it("repeats an unanswered e-mail once, then shows the problem on the page", async () => {
    const { server, shop } = await shopWithMail();
    await confirmed(shop, "owner@example.com");
    server.inbox.splice(0);
    await record(shop, 1);
    server.faults.push("after-dot", "after-dot", "after-dot");
    await sweepAll();
    expect(server.inbox).toHaveLength(2);
    expect(new Set(server.inbox.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await recipients(shop)).toMatchObject([{ problem: "unanswered" }]);
  });

  it("reports an address that the mail server rejects, and sends nothing more to it", async () => {
    const { server, shop } = await shopWithMail();
    await confirmed(shop, "owner@example.com");
    server.inbox.splice(0);
    await record(shop, 1);
    server.faults.push("rcpt-refused");
    await sweepAll();
    expect(await recipients(shop)).toMatchObject([{ problem: "address-refused" }]);
    await record(shop, 1);
    await sweepAll();
    expect(server.inbox).toEqual([]);
  });

  it.each<MailFault>(["mail", "rcpt-policy", "content-refused", "after-dot"])(
    "sends later events to an address after an e-mail failed for days at %s",
    async (fault) => {
      const { server, shop } = await shopWithMail();
      await confirmed(shop, "owner@example.com");
      await record(shop, 1);
      server.faults.push(...Array.from({ length: 40 }, () => fault));
      // The event becomes an e-mail, which then waits for days.
      // The column rounds to milliseconds, so `now()` itself may be due only after the sweep has looked.
      await query(
        databaseUrl,
        "update outbox_entry set due_at = now() - interval '1 second' where due_at is not null",
      );
      await sweepOutbox();
      await query(databaseUrl, "update outbox_entry set at = at - interval '4 days' where kind = 'mail'");
      await sweepAll();
      const [before] = await recipients(shop);
      expect(before?.problem).not.toBeNull();
      server.faults.splice(0);
      server.inbox.splice(0);
      await query(databaseUrl, "update notification_settings set last_urgent_at = null");
      await record(shop, 1);
      await sweepAll();
      expect(server.inbox).toHaveLength(1);
      expect(await recipients(shop)).toMatchObject([{ problem: null }]);
    },
  );

  it("sends nothing after unsubscribing, not even what waits for a retry", async () => {
    const { server, shop } = await shopWithMail();
    const id = await confirmed(shop, "owner@example.com");
    server.inbox.splice(0);
    await record(shop, 1);
    server.faults.push("mail");
    await query(
      databaseUrl,
      "update outbox_entry set due_at = now() - interval '1 second' where due_at is not null",
    );
    await sweepOutbox();
    await removeRecipient({ shop, id });
    await sweepAll();
    expect(server.inbox).toEqual([]);
  });

  it("sends nothing to an unconfirmed address, and nothing for events that are switched off", async () => {
    const { server, shop } = await shopWithMail();
    expect(await addRecipient(shop, "owner@example.com")).toBeNull();
    await record(shop, 9);
    await sweepAll();
    expect(server.inbox).toHaveLength(1);
    const [{ id } = { id: "" }] = await recipients(shop);
    await confirmRecipient({ shop, id });
    const off = Object.fromEntries(EVENTS.map((name) => [name, "off" as const]));
    await saveSettings(shop, { modes: off, digestTime: "07:00" });
    await record(shop, 9);
    await sweepAll();
    expect(server.inbox).toHaveLength(1);
  });
});

describe("saveSettings", () => {
  it("saves nothing over choices that the merchant has not seen", async () => {
    const shop = await installedShop();
    const before = await readInShop(shop, (tx) => findSettings(tx, shop));
    const seen = versionOf(before);
    expect(await saveSettings(shop, { modes: {}, digestTime: "07:00", seen })).toBe(true);
    expect(await saveSettings(shop, { modes: {}, digestTime: "09:00", seen })).toBe(false);
    expect(await readInShop(shop, (tx) => findSettings(tx, shop))).toMatchObject({ digestTime: "07:00" });
  });
});

it("keeps an e-mail for later if the mail server accepts the connection and then says nothing", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await changeSettings({ SMTP_URL: `smtp://127.0.0.1:${String(port)}`, MAIL_FROM: "app@example.com" });
  const shop = await installedShop();
  expect(await addRecipient(shop, "owner@example.com")).toBeNull();
  await sweepOutbox();
  const mail =
    "select due_at > now() as waits, outcome, unanswered, retry_count from outbox_entry where shop = $1";
  expect(await query(databaseUrl, mail, [shop])).toEqual([
    { waits: true, outcome: null, unanswered: 0, retry_count: 1 },
  ]);
});

describe("recipients", () => {
  it.each([
    ["Grüße@example.com", "notifications.address.letters"],
    ['"a b"@example.com', "notifications.address.quoted"],
    [`${"a".repeat(65)}@example.com`, "notifications.address.long"],
    ["a@example.com\r\nBcc: b@example.com", "notifications.address.invalid"],
    ["a@example.com, b@example.com", "notifications.address.invalid"],
    ["", "notifications.address.missing"],
  ])("are not added if the address is %j", async (typed, code) => {
    expect(await addRecipient(await installedShop(), typed)).toBe(code);
  });

  it("are stored with the ASCII form of a domain that contains ß", async () => {
    const shop = await installedShop();
    expect(await addRecipient(shop, "info@straße.example")).toBeNull();
    expect(await recipients(shop)).toMatchObject([{ address: "info@xn--strae-oqa.example" }]);
  });

  it("are five addresses at most, each once", async () => {
    const shop = await installedShop();
    for (const name of ["a", "b", "c", "d", "e"])
      expect(await addRecipient(shop, `${name}@example.com`)).toBeNull();
    expect(await addRecipient(shop, "A@example.com")).toBe("notifications.address.already");
    expect(await addRecipient(shop, "f@example.com")).toBe("notifications.address.too-many");
  });

  it("can use only links that this installation has signed, and only for the link's own action", async () => {
    const shop = await installedShop();
    const recipient = { shop, id: "01900000-0000-7000-8000-000000000000" };
    const signature =
      new URL(await mailLink("confirm", { ...recipient, locale: "en" })).searchParams.get("signature") ?? "";
    expect(await isSigned("confirm", { ...recipient, signature })).toBe(true);
    expect(await isSigned("unsubscribe", { ...recipient, signature })).toBe(false);
    expect(await isSigned("confirm", { ...recipient, signature: "ß" })).toBe(false);
  });
});
