import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";

import pg from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Keyring } from "../../app/lib/env.ts";
import { keyNameOf, seal, type SealBinding, unseal } from "../../app/lib/seal.ts";
import { rotateSecrets } from "../../app/wiring/sealed-secrets.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";

const [older, newer] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
const before: Keyring = { current: "2026-05", keys: { "2026-05": older } };
const after: Keyring = { current: "2026-11", keys: { "2026-11": newer, "2026-05": older } };
const onlyNewer: Keyring = { current: "2026-11", keys: { "2026-11": newer } };

beforeEach(() => query(databaseUrl, "truncate connection, session, account_salt"));

/** A shop that is connected, and a person's session in it besides its own. */
async function plant(name: string, keyring: Keyring): Promise<string> {
  const shop = `${name}.myshopify.com`;
  const sealed = (purpose: SealBinding["purpose"]) =>
    seal(`${purpose} of ${name}`, { shop, purpose }, keyring);
  await query(
    databaseUrl,
    `insert into connection (shop, key_name, sealed_key, key_start, key_end, generation, connected_at, key_check,
       check_since, checked_at, sealed_account) values ($1, 'a key', $2, '', '', 1, now(), 'verified', now(), now(), $3)`,
    [shop, await sealed("wholesale-key"), await sealed("account-hint")],
  );
  for (const id of [`offline_${shop}`, `${shop}_42`]) {
    await query(
      databaseUrl,
      `insert into session (id, shop, state, "accessToken", "refreshToken") values ($1, $2, '', $3, $4)`,
      [
        id,
        shop,
        await sealed("access-token"),
        id.startsWith("offline") ? await sealed("refresh-token") : null,
      ],
    );
  }
  return shop;
}

async function plantSalt(keyring: Keyring): Promise<void> {
  const sealed = await seal("the salt", { shop: "*", purpose: "account-salt" }, keyring);
  await query(databaseUrl, "insert into account_salt (sealed) values ($1)", [sealed]);
}

type Secret = { shop: string; purpose: SealBinding["purpose"]; sealed: string };

/** Everything that looks like a sealed secret, wherever it is. */
function secrets(): Promise<Secret[]> {
  return query<Secret>(
    databaseUrl,
    `select shop, 'wholesale-key' as purpose, sealed_key as sealed from connection
     union all select shop, 'account-hint', sealed_account from connection where sealed_account is not null
     union all select '*', 'account-salt', sealed from account_salt
     union all select shop, 'access-token', "accessToken" from session where "accessToken" <> ''
     union all select shop, 'refresh-token', "refreshToken" from session where "refreshToken" is not null
     order by 1, 2`,
  );
}

async function opened(keyring: Keyring): Promise<string[]> {
  return Promise.all(
    (await secrets()).map(({ shop, purpose, sealed }) => unseal(sealed, { shop, purpose }, keyring)),
  );
}

const counts = (all: Awaited<ReturnType<typeof rotateSecrets>>) =>
  all.map(({ resealed, current, changed, unopened }) => [resealed, current, changed, unopened.length]);

describe("rotating the keyring", () => {
  it("seals all secrets again under the current key, so that the older key is no longer needed", async () => {
    for (const name of ["a", "b", "c"]) await plant(name, before);
    await plantSalt(before);
    const plain = await opened(before);
    expect(plain).toHaveLength(16);
    expect(counts(await rotateSecrets(after, { dryRun: false }))).toEqual([
      [3, 0, 0, 0],
      [1, 0, 0, 0],
      [6, 0, 0, 0],
      [3, 0, 0, 0],
      [3, 0, 0, 0],
    ]);
    expect(await opened(onlyNewer)).toEqual(plain);
    // The second run changes nothing.
    const sealed = await secrets();
    expect(counts(await rotateSecrets(after, { dryRun: false }))).toEqual([
      [0, 3, 0, 0],
      [0, 1, 0, 0],
      [0, 6, 0, 0],
      [0, 3, 0, 0],
      [0, 3, 0, 0],
    ]);
    expect(await secrets()).toEqual(sealed);
  });

  it("processes more rows than one batch holds", async () => {
    const sealedKey = await seal("k", { shop: "x", purpose: "wholesale-key" }, before);
    await query(
      databaseUrl,
      `insert into connection (shop, key_name, sealed_key, key_start, key_end, generation, connected_at, key_check,
         check_since, checked_at) select 'shop-' || n, '', $1, '', '', 1, now(), 'verified', now(), now()
       from generate_series(1, 250) n`,
      [sealedKey],
    );
    const [keys] = await rotateSecrets(after, { dryRun: true });
    // None of them is sealed for the shop it stands at.
    expect(keys?.unopened.map(({ shop }) => shop).toSorted()).toEqual(
      Array.from({ length: 250 }, (_, n) => `shop-${String(n + 1)}`).toSorted(),
    );
  });

  it("can be interrupted anywhere, and continues there", async () => {
    for (const name of ["a", "b", "c"]) await plant(name, before);
    const plain = await opened(before);
    for (const left of [11, 7, 3, 0]) {
      await rotateSecrets(after, { dryRun: false, limit: 4 });
      const old = (await secrets()).filter(({ sealed }) => keyNameOf(sealed) === "2026-05");
      expect(old).toHaveLength(left);
      // At every point the app, which has both keys, opens everything.
      expect(await opened(after)).toEqual(plain);
    }
  });

  it("reports only its plan on a dry run", async () => {
    await plant("a", before);
    await plant("b", after);
    const sealed = await secrets();
    expect(counts(await rotateSecrets(after, { dryRun: true }))).toEqual([
      [1, 1, 0, 0],
      [0, 0, 0, 0],
      [2, 2, 0, 0],
      [1, 1, 0, 0],
      [1, 1, 0, 0],
    ]);
    expect(await secrets()).toEqual(sealed);
  });

  it("skips a secret that cannot be opened, names its shop and key, and continues", async () => {
    const lost = await plant("lost", {
      current: "2025-01",
      keys: { "2025-01": new Uint8Array(randomBytes(32)) },
    });
    await plant("fine", before);
    const moved = await plant("moved", before);
    await query(
      databaseUrl,
      `update connection set sealed_key = (select sealed_key from connection where shop = 'fine.myshopify.com')
       where shop = $1`,
      [moved],
    );
    const sealed = await secrets();
    const all = await rotateSecrets(after, { dryRun: false });
    expect(all[0]).toMatchObject({
      resealed: 1,
      unopened: [
        { shop: lost, keyName: "2025-01" },
        { shop: moved, keyName: "2026-05" },
      ],
    });
    expect(counts(all).slice(2)).toEqual([
      [4, 0, 0, 2],
      [2, 0, 0, 1],
      [2, 0, 0, 1],
    ]);
    const untouched = (await secrets()).filter(({ shop }) => shop === lost);
    expect(untouched).toEqual(sealed.filter(({ shop }) => shop === lost));
  });

  it("reports a secret whose key has the current key's name but other bytes", async () => {
    await plant("a", { current: "2026-11", keys: { "2026-11": older } });
    const [keys] = await rotateSecrets(onlyNewer, { dryRun: false });
    expect(keys).toMatchObject({ current: 0, unopened: [{ shop: "a.myshopify.com", keyName: "2026-11" }] });
  });

  it.each([
    ["connection", "sealed_key", "wholesale-key", 0],
    ["session", `"accessToken"`, "access-token", 2],
    ["session", `"refreshToken"`, "refresh-token", 3],
    ["connection", "sealed_account", "account-hint", 4],
  ] as const)(
    "does not overwrite a secret that the app writes meanwhile: %s.%s",
    async (table, column, purpose, kind) => {
      const shop = await plant("a", before);
      // The other secret of the same row would be opened first.
      if (purpose === "refresh-token") await query(databaseUrl, `update session set "accessToken" = ''`);
      if (purpose === "account-hint") await query(databaseUrl, "update connection set sealed_key = ''");
      const newest = await seal("from the app", { shop, purpose }, before);
      const app = new pg.Client({ connectionString: databaseUrl });
      await app.connect();
      await app.query("begin");
      await app.query(`update ${table} set ${column} = $1 where shop = $2 and ${column} is not null`, [
        newest,
        shop,
      ]);
      const rotating = rotateSecrets(after, { dryRun: false });
      // The rotation has read the old secret, and waits for the row.
      await vi.waitFor(
        async () => {
          const waiting =
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
          expect(await query(databaseUrl, waiting)).toHaveLength(1);
        },
        { timeout: 20_000 },
      );
      await app.query("commit");
      await app.end();
      const all = await rotating;
      expect(all[kind]).toMatchObject({ resealed: 0, current: 0, unopened: [] });
      expect(all[kind]?.changed).toBeGreaterThan(0);
      const written = (await secrets()).filter((secret) => secret.purpose === purpose);
      expect(new Set(written.map(({ sealed }) => sealed))).toEqual(new Set([newest]));
      // The next run reseals it as well.
      await rotateSecrets(after, { dryRun: false });
      expect((await rotateSecrets(after, { dryRun: false }))[kind]).toMatchObject({
        resealed: 0,
        changed: 0,
      });
    },
  );
});

describe("npm run secrets:rotate", () => {
  /** The command as npm runs it, with the app's settings. */
  function run(flags: string[], keyring: unknown, settings: Record<string, string> = {}) {
    const ring = typeof keyring === "string" ? keyring : JSON.stringify(keyring);
    const env = { ...process.env, STOCKBRIDGE_KEYRING: ring, ...settings };
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        ["scripts/rotate-secrets.ts", ...flags],
        { env },
        (error, stdout, stderr) => {
          resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
        },
      );
    });
  }
  const inText = ({ current, keys }: Keyring) => ({
    current,
    keys: Object.fromEntries(
      Object.entries(keys).map(([name, key]) => [name, Buffer.from(key).toString("base64")]),
    ),
  });

  it("reports its plan, carries it out, and reports its end", async () => {
    await plant("a", before);
    await plantSalt(before);
    expect(await run(["--dry-run"], inText(after))).toEqual({
      code: 0,
      stderr: "",
      stdout: `The current key is “2026-11”.
keys of the supplier: 1 to seal again, 0 current, 0 not opened
salt of account names: 1 to seal again, 0 current, 0 not opened
access tokens of shops: 2 to seal again, 0 current, 0 not opened
refresh tokens of shops: 1 to seal again, 0 current, 0 not opened
masked addresses of accounts: 1 to seal again, 0 current, 0 not opened
Nothing was changed.
`,
    });
    const first = await run(["--limit=3"], inText(after));
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("Run this again.") as string });
    const { code, stdout, stderr } = await run([], inText(after));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("access tokens of shops: 1 sealed again, 1 current, 0 not opened\n");
    expect(stdout).toContain(
      "All is sealed under “2026-11”. Once every process runs with this keyring, nothing needs “2026-05” any more but older backups.",
    );
    expect(await opened(onlyNewer)).toHaveLength(6);
  });

  it("exits with 1 if a secret could not be opened, names the shop and the remedy, and prints no secret", async () => {
    await plant("a", before);
    await plant("b", after);
    const { code, stdout } = await run([], inText(onlyNewer));
    expect(code).toBe(1);
    expect(stdout).toContain(
      "keys of the supplier: 0 sealed again, 1 current, 1 not opened (a.myshopify.com)\n",
    );
    expect(stdout).toContain("is sealed under “2026-05”. Put that key back into STOCKBRIDGE_KEYRING");
    for (const { sealed } of await secrets()) expect(stdout).not.toContain(sealed);
    expect(stdout).not.toMatch(/of a\b|eyJ/);
  });

  it("exits with 2 if a setting is missing or wrong, and names it", async () => {
    expect(await run([], "hunter2")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^Fix these settings:\nSTOCKBRIDGE_KEYRING: must be JSON/) as string,
    });
    expect(await run(["--limit=none"], inText(after))).toMatchObject({
      code: 2,
      stderr: "--limit: must be a number, 1 or more.\n",
    });
  });

  it("rejects a login that owns the tables, because that login could read the rows of all shops", async () => {
    const { code, stderr } = await run([], inText(after), { APP_DATABASE_URL: databaseUrl });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("not restricted") as string,
    });
  });
});
