import { describe, expect, it } from "vitest";

import { parseEnv } from "../../app/lib/env.ts";

const key = (bytes = 32) => Buffer.alloc(bytes, "a key ").toString("base64");

/** Valid settings, for a test to change. */
const GOOD = {
  NODE_ENV: "production",
  SHOPIFY_API_KEY: "an-api-key",
  SHOPIFY_API_SECRET: "an-api-secret",
  SHOPIFY_APP_URL: "https://stockbridge.example.com",
  SCOPES: "read_products,write_products",
  DATABASE_URL: "postgresql://owner:pass@db.example.com/stockbridge",
  STOCKBRIDGE_KEYRING: keyring({ current: "b", keys: { a: key(), b: key() } }),
  WHOLESALE_BASE_URL: "https://wholesale.example.com",
};

function keyring(value: unknown): string {
  return JSON.stringify(value);
}

function problems(changed: Record<string, string | undefined>): string[] {
  const parsed = parseEnv({ ...GOOD, ...changed });
  return parsed.ok ? [] : parsed.problems;
}

function settings(changed: Record<string, string | undefined> = {}) {
  const parsed = parseEnv({ ...GOOD, ...changed });
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  return parsed.env;
}

describe("valid settings", () => {
  it("get defaults for settings that are left out", () => {
    expect(settings()).toMatchObject({
      NODE_ENV: "production",
      SHOPIFY_APP_URL: "https://stockbridge.example.com",
      SCOPES: ["read_products", "write_products"],
      PORT: 3000,
      LOG_LEVEL: "info",
    });
    expect(settings({ NODE_ENV: undefined }).NODE_ENV).toBe("production");
  });

  it("contain the keyring's keys as bytes", () => {
    const { current, keys } = settings().STOCKBRIDGE_KEYRING;
    expect(current).toBe("b");
    expect(Object.values(keys).map((bytes) => bytes.length)).toEqual([32, 32]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["APP_URL", { APP_URL: "https://a.example.com", HOST: "https://b.example.com" }, "https://a.example.com"],
    ["HOST without an APP_URL", { HOST: "https://b.example.com" }, "https://b.example.com"],
    ["SHOPIFY_APP_URL if HOST is a machine's name", { HOST: "laptop" }, GOOD.SHOPIFY_APP_URL],
    ["SHOPIFY_APP_URL if HOST is on plain http", { HOST: "http://127.0.0.1:3000" }, GOOD.SHOPIFY_APP_URL],
  ])("take the app's address in development from %s", (_, given, address) => {
    expect(settings({ NODE_ENV: "development", ...given }).SHOPIFY_APP_URL).toBe(address);
    expect(settings(given).SHOPIFY_APP_URL).toBe(GOOD.SHOPIFY_APP_URL);
  });

  it("need no SHOPIFY_APP_URL if Shopify's command line names the tunnel", () => {
    const changed = { NODE_ENV: "development", SHOPIFY_APP_URL: undefined };
    expect(problems({ ...changed, APP_URL: "https://a.example.com" })).toEqual([]);
    expect(problems(changed)).toEqual(["SHOPIFY_APP_URL: is missing"]);
  });

  it("contain only the app's settings, and no other environment variable", () => {
    expect(settings({ WHOLESALE_PASSWORD: "the operator's" })).not.toHaveProperty("WHOLESALE_PASSWORD");
  });

  it.each<[string, Record<string, string | undefined>]>([
    ["no database, outside production", { NODE_ENV: "development", DATABASE_URL: undefined }],
    ["the embedded database asked for by name", { DATABASE_URL: undefined, DATABASE: "embedded" }],
    ["a login of the restricted role", { APP_DATABASE_URL: "postgres://app@db.example.com/stockbridge" }],
    ["an empty optional setting", { SCOPES: "", PORT: "", LOG_LEVEL: "", APP_DATABASE_URL: " " }],
    ["port 0, which means any free one", { PORT: "0" }],
    ["a process for pages only", { ROLE: "web" }],
    ["a supplier's page with a query", { WHOLESALE_KEYS_URL: "https://wholesale.example.com/keys?tab=api" }],
    ["a process for background work only", { ROLE: "worker" }],
  ])("are accepted with %s", (_, changed) => {
    expect(problems(changed)).toEqual([]);
  });

  it.each([
    ["read_products, write_products", ["read_products", "write_products"]],
    [" read_products ,,", ["read_products"]],
    [undefined, []],
  ])("list the scopes %o as %o", (SCOPES, list) => {
    expect(settings({ SCOPES }).SCOPES).toEqual(list);
  });
});

describe("a required setting", () => {
  const needed = [
    "SHOPIFY_API_KEY",
    "SHOPIFY_API_SECRET",
    "SHOPIFY_APP_URL",
    "STOCKBRIDGE_KEYRING",
    "WHOLESALE_BASE_URL",
  ];

  it.each(needed)("is named in one line if it is missing: %s", (name) => {
    expect(problems({ [name]: undefined })).toEqual([`${name}: is missing`]);
  });

  it.each(needed)("counts as missing if it is empty: %s", (name) => {
    expect(problems({ [name]: "" })).toEqual([`${name}: is missing`]);
    expect(problems({ [name]: " \t " })).toEqual([`${name}: is missing`]);
  });

  it.each([undefined, "", "  "])(
    "is DATABASE_URL, unless the settings name the embedded database (%o)",
    (url) => {
      const [line, ...more] = problems({ DATABASE_URL: url });
      expect(line).toBe(
        "DATABASE_URL: is missing. Set it, or ask for the embedded database by name with DATABASE=embedded",
      );
      expect(more).toEqual([]);
      expect(problems({ NODE_ENV: undefined, DATABASE_URL: url })).toEqual([line]);
    },
  );
});

describe("an invalid setting", () => {
  const secret = "hunter2hunter2";

  it.each<[name: string, value: string, problem: RegExp]>([
    ["NODE_ENV", secret, /production/],
    ["SHOPIFY_APP_URL", secret, /must be the app's own address, such as https/],
    ["SHOPIFY_APP_URL", `http://${secret}.example.com`, /must begin with https/],
    ["SHOPIFY_APP_URL", `ftp://${secret}.example.com`, /must begin with https/],
    ["WHOLESALE_BASE_URL", secret, /must be the supplier's address, such as https/],
    ["WHOLESALE_BASE_URL", `http://user:${secret}@wholesale.example.com`, /must begin with https/],
    ["WHOLESALE_BASE_URL", `http://127.0.0.1.${secret}.com`, /must begin with https/],
    ["WHOLESALE_BASE_URL", `http://localhost.${secret}.com`, /must begin with https/],
    ["DATABASE_URL", `mysql://owner:${secret}@db/stockbridge`, /begins with postgresql:/],
    ["DATABASE_URL", secret, /begins with postgresql:/],
    ["APP_DATABASE_URL", `owner:${secret}@db/stockbridge`, /begins with postgresql:/],
    ["DATABASE", secret, /can only be "embedded"/],
    ["ROLE", secret, /can only be "web" or "worker"/],
    ["WHOLESALE_KEYS_URL", `http://${secret}.example.com`, /which begins with https/],
    ["SUPPORT_EMAIL", secret, /must be an email address/],
    ["WHOLESALE_CONCURRENCY", "0", /must be a number of calls/],
    ["WHOLESALE_CONCURRENCY", "many", /must be a number of calls/],
    ["ORDER_CONCURRENCY", "0", /must be a number of orders/],
    ["ORDER_CONCURRENCY", "257", /must be a number of orders/],
    ["PORT", secret, /must be a port number/],
    ["PORT", "65536", /must be a port number/],
    ["PORT", "-1", /must be a port number/],
    ["PORT", "3000.5", /must be a port number/],
    ["LOG_LEVEL", secret, /must be one of fatal, error/],
    ["STOCKBRIDGE_KEYRING", secret, /must be JSON/],
    ["STOCKBRIDGE_KEYRING", `{"current": "${secret}`, /must be JSON/],
    ["STOCKBRIDGE_KEYRING", `"${secret}"`, /must be an object with `current` and `keys`/],
    ["STOCKBRIDGE_KEYRING", "null", /must be an object with `current` and `keys`/],
    ["STOCKBRIDGE_KEYRING", keyring([secret]), /must be an object with `current` and `keys`/],
    ["STOCKBRIDGE_KEYRING", keyring({ keys: { a: key() } }), /needs the name of the current key/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: 7, keys: { a: key() } }), /needs the name of the current key/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "", keys: { "": key() } }), /needs a name in `current`/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "a" }), /needs an object in `keys`/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "a", keys: secret }), /needs an object in `keys`/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "b", keys: { a: key() } }), /names a current key that is not/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "toString", keys: { a: key() } }), /names a current key/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "a", keys: { a: `${secret}?!` } }), /not base64/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "a", keys: { a: 12 } }), /not base64/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "a", keys: { a: "" } }), /not 32 bytes/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "a", keys: { a: key(31) } }), /not 32 bytes/],
    ["STOCKBRIDGE_KEYRING", keyring({ current: "a", keys: { a: key(), b: key(64) } }), /not 32 bytes/],
  ])("is reported in one line that names it and does not repeat its value: %s=%s", (name, value, problem) => {
    const told = problems({ [name]: value });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^[A-Z_]+: .+$/);
    expect(told[0]).toMatch(new RegExp(`^${name}: `));
    expect(told[0]).toMatch(problem);
    expect(told[0]).not.toContain(secret);
    for (const long of value.match(/[A-Za-z0-9+/]{20,}/g) ?? []) expect(told[0]).not.toContain(long);
  });

  it.each(["web", "worker"])("is ROLE=%s without a DATABASE_URL", (ROLE) => {
    expect(problems({ ROLE, DATABASE_URL: undefined, DATABASE: "embedded" })).toEqual([
      "ROLE: needs a DATABASE_URL: the embedded database belongs to one process, which must do everything",
    ]);
  });

  it("is reported together with all others", () => {
    const told = problems({
      SHOPIFY_API_KEY: undefined,
      SHOPIFY_APP_URL: "nowhere",
      DATABASE_URL: undefined,
      PORT: "many",
    });
    expect(told.map((line) => line.split(":")[0]).toSorted()).toEqual([
      "DATABASE_URL",
      "PORT",
      "SHOPIFY_API_KEY",
      "SHOPIFY_APP_URL",
    ]);
  });
});

describe("an address setting", () => {
  it.each([
    "http://127.0.0.1:4000",
    "http://localhost:4000",
    "http://[::1]:4000",
    "https://wholesale.example.com/base",
  ])("accepts %s", (url) => {
    expect(settings({ WHOLESALE_BASE_URL: url }).WHOLESALE_BASE_URL).toBe(url);
  });

  it.each([
    ["https://example.com/", "https://example.com"],
    ["https://example.com//", "https://example.com"],
    ["https://example.com/base/", "https://example.com/base"],
  ])("loses its trailing slash: %s", (url, kept) => {
    expect(settings({ WHOLESALE_BASE_URL: url }).WHOLESALE_BASE_URL).toBe(kept);
    expect(settings({ SHOPIFY_APP_URL: url }).SHOPIFY_APP_URL).toBe(kept);
  });
});
