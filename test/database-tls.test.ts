import { randomInt } from "node:crypto";
import { chown, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../app/lib/database/setup-database.server.ts";
import { buildIfStale } from "../scripts/build-if-stale.ts";
import { makeCertificates } from "./support/certificates.ts";
import { query } from "./support/database.ts";
import { failToStart, startServer, statusOf } from "./support/server.ts";

/** An address for this file alone, because Postgres keeps its usual port. */
const ADDRESS = `127.${String(randomInt(1, 255))}.${String(randomInt(1, 255))}.${String(randomInt(2, 255))}`;
const PASSWORD = "pass-of-owner";
const LONG = { timeout: 180_000 };

let postgres: EmbeddedPostgres;
let folder: string;

beforeAll(async () => {
  await buildIfStale();
  folder = await mkdtemp(path.join(tmpdir(), "stockbridge-tls-"));
  await makeCertificates(folder, "ours", ADDRESS);
  await makeCertificates(folder, "other", ADDRESS);
  await makeCertificates(folder, "elsewhere", "192.0.2.1");
  postgres = await startEmbeddedPostgres({ listenAddress: ADDRESS });
  const [settings] = await admin("select current_setting('data_directory') as data");
  const data = String(settings?.["data"]);
  for (const name of ["ours", "elsewhere"]) {
    for (const file of [`${name}-server.pem`, `${name}-server.key`]) {
      await cp(path.join(folder, file), path.join(data, file));
      // As root, the tests run Postgres as `nobody`.
      if (process.getuid?.() === 0) await chown(path.join(data, file), 65534, 65534);
    }
  }
  // Postgres rejects unencrypted connections over the network.
  await writeFile(path.join(data, "pg_hba.conf"), "local all all trust\nhostssl all all all scram-sha-256\n");
  await admin(`create role owner login createrole password '${PASSWORD}'`);
  await admin("create database app owner owner");
  await admin("alter system set ssl = on");
  await showCertificate("ours");
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

function admin(sql: string): Promise<Record<string, unknown>[]> {
  return query(postgres.url("postgres"), sql);
}

/** Makes Postgres show this certificate to new connections. */
async function showCertificate(name: string): Promise<void> {
  await admin(`alter system set ssl_cert_file = '${name}-server.pem'`);
  await admin(`alter system set ssl_key_file = '${name}-server.key'`);
  await admin("select pg_reload_conf()");
  await vi.waitFor(
    async () => {
      const shown = await admin(
        "select current_setting('ssl') as ssl, current_setting('ssl_cert_file') as file",
      );
      expect(shown).toEqual([{ ssl: "on", file: `${name}-server.pem` }]);
    },
    { timeout: 180_000 },
  );
}

function address(parameters: Record<string, string>): string {
  return `postgresql://owner:${PASSWORD}@${ADDRESS}:5432/app?${new URLSearchParams(parameters).toString()}`;
}

/** Returns the setting for this root certificate. */
function root(name: string): { sslrootcert: string } {
  return { sslrootcert: path.join(folder, `${name}.pem`) };
}

/** Connects in the same way as setup and the app. @returns "encrypted", "in clear" or the error. */
async function connect(parameters: Record<string, string>): Promise<string> {
  const client = new pg.Client({ connectionString: address(parameters) });
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      "select ssl from pg_stat_ssl where pid = pg_backend_pid()",
    );
    return rows[0]?.ssl ? "encrypted" : "in clear";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

describe("DATABASE_URL with sslmode=verify-full", () => {
  it("encrypts setup, migrations, the queue, the app's pool and LISTEN", LONG, async () => {
    const { url } = await startServer({
      DATABASE_URL: address({ sslmode: "verify-full", ...root("ours") }),
    });
    expect(await statusOf(`${url}/readyz`)).toBe(200);
    const [migrated] = await query(
      postgres.url("app"),
      "select count(*)::int as count from _prisma_migrations",
    );
    expect(migrated?.["count"]).toBeGreaterThan(10);
    const connections = () =>
      admin(
        `select ssl, query ilike 'listen %' or query like '%pg_listening_channels%' as listens from pg_stat_ssl
         join pg_stat_activity using (pid) where usename = 'owner' and backend_type = 'client backend'`,
      );
    await expect.poll(connections).toEqual(
      expect.arrayContaining([
        { ssl: true, listens: true },
        { ssl: true, listens: false },
      ]),
    );
    expect((await connections()).filter(({ ssl }) => ssl !== true)).toEqual([]);
  });

  it.each([
    ["another one", "other", /certificate/],
    ["a missing file", "missing", /no such file/],
  ])(
    "keeps the server from starting if the root certificate is %s, and says so in one sentence without the password",
    LONG,
    async (_what, name, why) => {
      const { code, stderr } = await failToStart({
        DATABASE_URL: address({ sslmode: "verify-full", ...root(name) }),
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(why);
      expect(stderr).toMatch(
        /^Stockbridge cannot start\. The database at DATABASE_URL cannot be used: [^\n]+\n$/,
      );
      expect(stderr).not.toContain(PASSWORD);
    },
  );

  it("rejects a certificate for another address", LONG, async () => {
    await showCertificate("elsewhere");
    try {
      const verified = setupDatabase(address({ sslmode: "verify-full", ...root("elsewhere") }));
      await expect(verified).rejects.toThrow(
        /^The database at DATABASE_URL cannot be used: .*does not match certificate's altnames/,
      );
    } finally {
      await showCertificate("ours");
    }
  });
});

describe("DATABASE_URL without sslmode=verify-full", () => {
  it.each(["require", "verify-ca", "prefer"])(
    "verifies the certificate like verify-full (%s)",
    async (sslmode) => {
      expect(await connect({ sslmode, ...root("ours") })).toBe("encrypted");
      expect(await connect({ sslmode, ...root("other") })).toMatch(/certificate/);
      expect(await connect({ sslmode })).toMatch(/certificate/);
    },
  );

  it("encrypts without checking the certificate (no-verify, or require with uselibpqcompat)", async () => {
    expect(await connect({ sslmode: "no-verify" })).toBe("encrypted");
    expect(await connect({ sslmode: "require", uselibpqcompat: "true" })).toBe("encrypted");
  });

  it("does not encrypt without an sslmode or with sslmode=disable, so Postgres can reject the connection", async () => {
    expect(await connect({})).toMatch(/no encryption/);
    expect(await connect({ sslmode: "disable" })).toMatch(/no encryption/);
  });
});
