import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase, query } from "../support/database.ts";

const PAGE = "/app/notifications";
const ROUTE = "routes/app.notifications";
const ONE_CLICK = new URLSearchParams({ "List-Unsubscribe": "One-Click" });

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
  await sandbox.merchant().open("/app");
});
afterAll(() => sandbox.stop());

async function inbox(path: string): Promise<string> {
  return (await fetch(`${sandbox.addresses.admin}/_mail${path}`)).text();
}

let mails = 0;

/** Adds an address, and returns the links of the e-mail that confirms it. */
async function invited(address: string): Promise<{ confirm: string; unsubscribe: string }> {
  expect(await sandbox.merchant().submit(PAGE, ROUTE, { intent: "add", address })).toMatchObject({
    problem: null,
  });
  mails += 1;
  const mail = await vi.waitUntil(
    async () => {
      const text = await inbox(`/${String(mails)}`);
      return text.includes("No such e-mail") ? null : text;
    },
    { timeout: 180_000, interval: 100 },
  );
  const link = (action: string) =>
    new RegExp(`href="([^"]*/notifications/${action}[^"]*)"`)
      .exec(mail)?.[1]
      ?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))) ?? "";
  return { confirm: link("confirm"), unsubscribe: link("unsubscribe") };
}

async function listed(): Promise<{ address: string; isConfirmed: boolean }[]> {
  type Data = { recipients: { address: string; isConfirmed: boolean }[] };
  return (await sandbox.merchant().read<Data>(PAGE, ROUTE)).recipients;
}

/** Opens a link as a mail program or a mail server does: no cookies, no session. */
async function press(link: string, body?: URLSearchParams): Promise<{ status: number; html: string }> {
  const response = await fetch(link, { ...(body && { method: "POST", body }), redirect: "manual" });
  return { status: response.status, html: await response.text() };
}

describe("the link in an e-mail that confirms an address", () => {
  it("opens a page whose button confirms the address, also if it is pressed twice", async () => {
    const { confirm } = await invited("one@example.com");
    for (let time = 0; time < 2; time += 1) {
      const opened = await press(confirm);
      expect(opened).toMatchObject({ status: 200 });
      // App Bridge would lead the e-mail's reader into the shop's admin.
      expect(opened.html).not.toContain("app-bridge.js");
      expect(opened.html).toContain('<form method="post"><button type="submit">Confirm</button>');
    }
    expect(await listed()).toMatchObject([{ address: "one@example.com", isConfirmed: false }]);
    for (let time = 0; time < 2; time += 1)
      expect((await press(confirm, new URLSearchParams())).html).toContain("This address is confirmed");
    expect(await listed()).toMatchObject([{ address: "one@example.com", isConfirmed: true }]);
  });

  it("confirms nothing after seven days", async () => {
    const { confirm } = await invited("late@example.com");
    await query(
      sandbox.databaseUrl,
      "update notification_recipient set invited_at = now() - interval '7 days' where address = 'late@example.com'",
    );
    expect((await press(confirm, new URLSearchParams())).html).toContain("no longer on the list");
    expect((await listed()).map(({ address }) => address)).not.toContain("late@example.com");
  });
});

describe("one-click unsubscription (RFC 8058)", () => {
  it("removes the address without a session, and answers a repeated request alike", async () => {
    const { unsubscribe } = await invited("gone@example.com");
    expect((await press(unsubscribe)).html).toContain("Unsubscribe</button>");
    expect((await listed()).map(({ address }) => address)).toContain("gone@example.com");
    for (let time = 0; time < 2; time += 1)
      expect(await press(unsubscribe, ONE_CLICK)).toMatchObject({ status: 200 });
    expect((await listed()).map(({ address }) => address)).not.toContain("gone@example.com");
  });

  it.each([
    ["a changed signature", (link: URL) => link.searchParams.set("signature", "a".repeat(43))],
    ["no signature", (link: URL) => link.searchParams.delete("signature")],
    ["another shop", (link: URL) => link.searchParams.set("shop", "other.myshopify.com")],
    ["another address", (link: URL) => link.searchParams.set("id", "01900000-0000-7000-8000-000000000000")],
    ["the signature for another action", (link: URL) => (link.pathname = "/notifications/confirm")],
  ])("removes no address for a link with %s", async (_, forge) => {
    const address = `kept-${String(mails)}@example.com`;
    const { unsubscribe } = await invited(address);
    const link = new URL(unsubscribe);
    forge(link);
    expect((await press(link.href)).html).toContain("This link doesn&#x27;t work");
    const answer = await press(link.href, ONE_CLICK);
    expect(answer.html).toContain("This link doesn&#x27;t work");
    const kept = await listed();
    expect(kept).toContainEqual(expect.objectContaining({ address, isConfirmed: false }));
    await press(unsubscribe, ONE_CLICK);
  });
});

it("an event is sent by e-mail and to Shopify Flow, with links to the shop's admin", async () => {
  const { admin, app } = sandbox.addresses;
  const [shop] = sandbox.shop.shops;
  const flow = async (form?: Record<string, string>) =>
    (
      await fetch(`${admin}/_flow`, { ...(form && { method: "POST", body: new URLSearchParams(form) }) })
    ).text();
  const workflow = { shop: shop?.domain ?? "", trigger: "supplier-connection-refused", on: "true" };
  expect(await flow(workflow)).toContain("Supplier connection refused: on");
  expect(await flow()).toContain("No triggers yet.");
  await query(
    sandbox.databaseUrl,
    `insert into outbox_entry (id, shop, kind, name, label, url, at, due_at, keep_until) values (gen_random_uuid(), $1,
      'event', 'key-refused', '"Settings"', '/app/settings', now(), now(), now() + interval '1 day')`,
    [shop?.domain],
  );
  // Adding an address makes the outbox's sweep due at once.
  await sandbox.merchant().submit(PAGE, ROUTE, { intent: "add", address: "wakes@example.com" });
  const seen = { timeout: 180_000, interval: 100 };
  await vi.waitUntil(async () => (await inbox("/")).includes("needs your attention"), seen);
  await vi.waitUntil(async () => !(await flow()).includes("No triggers yet."), seen);
  const page = /href="([^"]*\/app\/settings)"/.exec(await flow())?.[1] ?? "";
  expect(page).toMatch(new RegExp(`^${admin}/store/[^/]+/apps/[^/]+/app/settings$`));
  const opened = await fetch(page);
  expect(opened.status).toBe(200);
  expect(await opened.text()).toContain(app);
});
