import { randomBytes } from "node:crypto";

import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";

import { startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase, query } from "../support/database.ts";

const sandbox = await startSandbox({ database: await freshDatabase(), settings: { LOG_LEVEL: "trace" } });
afterAll(() => sandbox.stop());

const SETTINGS = ["/app/settings", "routes/app.settings"] as const;

describe("after a whole run", () => {
  it("password, session token and key are nowhere but a planted canary is found everywhere", async () => {
    const { wholesale } = sandbox;
    if (wholesale === null) throw new Error("This test needs the simulated platform.");
    const canary = `canary-${randomBytes(12).toString("hex")}`;
    const browser = sandbox.merchant();
    const pages: string[] = [];
    const look = async (page: string) => pages.push((await browser.open(page)).html);
    const submit = async (fields: Record<string, string>) =>
      pages.push(JSON.stringify(await browser.submit(...SETTINGS, fields)));
    const { email, password } = sandbox.platform.account;
    const wrongPassword = `wrong-${randomBytes(12).toString("hex")}`;

    await submit({ intent: "connect", email, password: wrongPassword });
    wholesale.setFault("createKey", "changed-name");
    await submit({ intent: "connect", email, password });
    await submit({ intent: "connect", email, password });
    await submit({ intent: "test" });
    for (const page of ["/app", "/app/settings", "/app/catalog", "/app/catalog?cursor=nonsense"])
      await look(page);
    wholesale.setFault("listProducts", "unauthorized");
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
    await submit({ intent: "disconnect" });
    await look("/app/settings");
    await sandbox.restartApp();

    const places = {
      dump,
      dumpAfterwards: await dumpAll(sandbox.databaseUrl),
      log: sandbox.appOutput(),
      pages: pages.join("\n"),
    };
    const secrets = {
      password,
      wrongPassword,
      // Straight from the platform's own log: what the app sent it.
      tokens: wholesale.requests.flatMap(({ headers }) => bearer(headers["authorization"])),
      keys: wholesale.platform.accounts.keys().map(({ key }) => key),
    };
    expect(secrets.tokens.length).toBeGreaterThan(1);
    expect(secrets.keys).toHaveLength(2);
    for (const [place, text] of Object.entries(places)) {
      expect(text, `the canary in the ${place}`).toContain(canary);
      for (const secret of Object.values(secrets).flat()) {
        for (const form of formsOf(secret))
          expect(text.includes(form), `a secret in the ${place}`).toBe(false);
      }
    }
  });
});

/** Plain, URL-encoded, and base64 (also URL-safe) at each of the three offsets it can have inside a longer text. */
function formsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from("\0".repeat(offset) + secret).toString("base64");
    // The characters that share bits with what stands before and behind are left out.
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
