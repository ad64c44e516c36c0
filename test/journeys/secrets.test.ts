import { randomBytes } from "node:crypto";

import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";

import { startSandbox } from "../sandbox/sandbox.ts";
import { setBranding } from "../sandbox/tour-branding.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase, query } from "../support/database.ts";

const sandbox = await startSandbox({ database: await freshDatabase(), settings: { LOG_LEVEL: "trace" } });
afterAll(() => sandbox.stop());

const SETTINGS = ["/app/settings", "routes/app.settings"] as const;

/** A unique name, so that a leak of it is recognized at once. */
const CUSTOMER = {
  firstName: "Zoltanka",
  lastName: "Fehérváry",
  email: "zoltanka.feher@example.com",
  phone: "+4930901820447",
};
const STREET = "Quendelschlag 4711b";
/** Texts of an order that may name anyone: the customer's note, the merchant's message, and an engraving. */
const TEXTS = {
  note: "Klingelmatz Wabenholz",
  message: "Packzettelknurz",
  engraving: "Zwetschgenbusserl",
  longEngraving: "Mirabellenhain ".repeat(30).trim(),
};

const browser = sandbox.merchant();
const pages: string[] = [];

async function look(page: string): Promise<void> {
  pages.push((await browser.open(page)).html);
}

async function submit(fields: Record<string, string>): Promise<void> {
  pages.push(JSON.stringify(await browser.submit(...SETTINGS, fields)));
}

function supplier() {
  if (sandbox.wholesale === null) throw new Error("This test needs the simulated supplier.");
  return sandbox.wholesale;
}

/** Connects, with all that can go wrong about a key on the way. */
async function connectWithMishaps(wrongPassword: string): Promise<void> {
  const { email, password } = sandbox.supplier.account;
  await submit({ intent: "connect", email, password: wrongPassword });
  supplier().setFault("createKey", "changed-name");
  await submit({ intent: "connect", email, password });
  await submit({ intent: "connect", email, password });
  await submit({ intent: "test" });
  await submit({ intent: "replace", email, password: wrongPassword });
  await submit({ intent: "replace", email, password });
}

/** A customer's order from the shop to the supplier and back with a tracking number; a second one that is held. */
async function walkTheJob(): Promise<void> {
  pages.push(await importProduct(sandbox));
  const [variant] = sandbox.shop.merchant
    .products()
    .flatMap(({ variants }) => variants)
    .filter(({ available, sku }) => available > 0 && sku !== null);
  const { email: _, ...person } = CUSTOMER;
  const request = (address1: string | null, engraving = TEXTS.engraving) => {
    const customAttributes = [{ key: "Engraving", value: engraving }];
    const lines = [{ sku: variant?.sku ?? "", quantity: 1, customAttributes }];
    const address = { ...person, address1, city: "Bielefeld", zip: "33602" };
    const wish = { lines, customer: CUSTOMER, address, note: TEXTS.note };
    const { name } = sandbox.shop.merchant.placeOrder(wish);
    sandbox.shop.merchant.requestFulfillment(name, undefined, TEXTS.message);
  };
  await sendCustomerNotes();
  for (const address1 of [STREET, null]) request(address1);
  const ledger = () => supplier().supplier.ledger.orders();
  await expect.poll(() => ledger().length).toBe(1);
  expect(ledger()[0]).toMatchObject({
    shipTo: { address1: STREET, name: "Zoltanka Fehérváry" },
    note: `${TEXTS.message}\n\n${TEXTS.note}`,
    lines: [{ note: `Engraving: ${TEXTS.engraving}` }],
  });
  const ids = await orderIds(2);
  const [first, second] = [ids.get("#1001"), ids.get("#1002")];
  await expect
    .poll(() => sandbox.shop.merchant.order("1001").fulfillmentOrders[0]?.requestStatus)
    .toBe("ACCEPTED");
  supplier().supplier.ledger.ship(ledger()[0]?.id ?? "", { carrier: "DHL", trackingNumber: "0034043416" });
  await expect
    .poll(
      async () => {
        await browser.press(first ?? "", "update");
        return sandbox.shop.merchant.order("1001").fulfillments.length;
      },
      // Pauses like a person: a shop may press thirty times per minute.
      { interval: 2000 },
    )
    .toBe(1);
  for (const id of [first, second]) await look(`/app/orders/${id ?? ""}`);
  for (const term of [`${CUSTOMER.firstName} ${CUSTOMER.lastName}`, CUSTOMER.email]) {
    const search = () =>
      browser.submit<{ found: { rows: unknown[] } }>("/app/orders", "routes/app.orders._index", {
        intent: "find-customer",
        term,
      });
    await expect.poll(async () => (await search()).found.rows.length).toBe(2);
    pages.push(JSON.stringify(await search()));
  }
  request(STREET, TEXTS.longEngraving);
  const third = (await orderIds(3)).get("#1003");
  await expect.poll(() => reasonOf(third)).toBe("texts-not-taken");
  pages.push(JSON.stringify(await setBranding(sandbox)));
}

/** The customer's note goes along from now on. */
async function sendCustomerNotes(): Promise<void> {
  const others = { choice: "none", method: "" };
  const form = { methods: [], others, holdsUnknown: false, sendsCustomerNote: true };
  const { version } = await browser.read<{ version: string }>("/app/methods", "routes/app.methods");
  const save = { intent: "save", form: JSON.stringify(form), seen: version };
  pages.push(JSON.stringify(await browser.submit("/app/methods", "routes/app.methods", save)));
}

async function reasonOf(id: string | undefined): Promise<string | null | undefined> {
  const [row] = await query<{ reason: string | null }>(
    sandbox.databaseUrl,
    "select reason from supplier_order where id = $1",
    [id],
  );
  return row?.reason;
}

/** Returns the ids of the orders on the orders page by their names, once there are this many. */
async function orderIds(count: number): Promise<Map<string, string>> {
  type Row = { id: string; orderName: string };
  let rows: Row[] = [];
  await expect
    .poll(async () => {
      ({ rows } = await browser.read<{ rows: Row[] }>("/app/orders", "routes/app.orders._index"));
      return rows.length;
    })
    .toBe(count);
  return new Map(rows.map(({ id, orderName }) => [orderName, id]));
}

it("finds a secret in each of its known forms", () => {
  const secret = `canary-${randomBytes(12).toString("hex")} ü`;
  const written = [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.from(`${"x".repeat(offset)}${secret} and more`);
    return [bytes.toString("base64"), bytes.toString("base64url")];
  });
  for (const text of [secret, encodeURIComponent(secret), ...written])
    expect(
      formsOf(secret).some((form) => `some text ${text} more text`.includes(form)),
      text,
    ).toBe(true);
});

describe("a whole run of the app", () => {
  it("leaves no secret and no customer data anywhere, while the search finds a planted canary everywhere", async () => {
    const canary = `canary-${randomBytes(12).toString("hex")}`;
    const wrongPassword = `wrong-${randomBytes(12).toString("hex")}`;
    await connectWithMishaps(wrongPassword);
    await walkTheJob();
    for (const page of ["/app", "/app/settings", "/app/catalog", "/app/catalog?cursor=nonsense"])
      await look(page);
    for (const page of ["/app/orders", "/app/branding", "/app/activity"]) await look(page);
    supplier().setFault("listProducts", "unauthorized");
    await submit({ intent: "test" });
    await look("/app/settings");
    // Planted where the dump and the page will have it, and in a header that the log repeats.
    await query(
      sandbox.databaseUrl,
      `insert into key_attempt (id, shop, key_name, outcome, started_at, deadline)
       values (gen_random_uuid(), $1, $2, 'orphaned', now(), now())`,
      [sandbox.shop.shops[0]?.domain, canary],
    );
    await look("/app/settings");
    await sandbox.shop.webhooks.deliver({ topic: `products/${canary}` });

    const dump = await dumpAll(sandbox.databaseUrl);
    await submit({ intent: "disconnect", products: "keep" });
    await look("/app/settings");
    await sandbox.restartApp();

    const places = {
      dump,
      dumpAfterwards: await dumpAll(sandbox.databaseUrl),
      log: sandbox.appOutput(),
      pages: pages.join("\n"),
    };
    const secrets = {
      email: sandbox.supplier.account.email,
      password: sandbox.supplier.account.password,
      wrongPassword,
      // The supplier's own log: the app's requests and the replies.
      sessionTokens: supplier().requests.flatMap(({ headers }) => bearer(headers["authorization"])),
      keys: supplier()
        .supplier.accounts.keys()
        .map(({ key }) => key),
      accessTokens: sandbox.shop.tokens.givenOut(),
      customer: [...Object.values(CUSTOMER), STREET],
      texts: [...Object.values(TEXTS), "Mirabellenhain"],
    };
    expect(secrets.sessionTokens.length).toBeGreaterThan(1);
    expect(secrets.keys).toHaveLength(3);
    expect(secrets.accessTokens.length).toBeGreaterThan(1);
    for (const [place, text] of Object.entries(places)) {
      expect(text, `the canary in the ${place}`).toContain(canary);
      for (const [what, values] of Object.entries(secrets)) {
        for (const form of [values].flat().flatMap(formsOf))
          expect(text.includes(form), `${what} in the ${place}`).toBe(false);
      }
    }
  });
});

/** Plain, URL-encoded, and base64 (also URL-safe) at each of the three offsets it can have inside a longer text. */
function formsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from("\0".repeat(offset) + secret).toString("base64");
    // Leaves out the characters that share bits with the text before and after the secret.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -4);
  });
  const urlSafe = inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([secret, encodeURIComponent(secret), ...inBase64, ...urlSafe])];
}

function bearer(header: unknown): string[] {
  return typeof header === "string" ? [header.replace(/^Bearer /, "")] : [];
}

/** Every row of every table, in all schemas but Postgres' own, as its superuser sees them. */
async function dumpAll(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.rows.length).toBeGreaterThan(5);
    const parts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select to_jsonb(t) as row from ${name} t`);
      parts.push(name, JSON.stringify(rows));
    }
    return parts.join("\n");
  } finally {
    await client.end();
  }
}
