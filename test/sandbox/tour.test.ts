import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, it } from "vitest";

import { freshDatabase } from "../support/database.ts";
import { openForeignSupplier } from "../wholesale/foreign.ts";
import { startWholesale, type WholesaleService } from "./wholesale/service.ts";

type Line = { step: string; ok?: boolean; ms?: number; detail?: string; admin?: string };

/** Runs `npm run sandbox` as its users do, with nothing of this process' settings but what is given. */
async function sandbox(args: string[], settings: Record<string, string> = {}) {
  const { PATH = "", HOME = "" } = process.env;
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ["test/sandbox/main.ts", ...args],
      { env: { PATH, HOME, NODE_ENV: "test", ...settings } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
      },
    );
  });
}

function lines(stdout: string): Line[] {
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function asForeign({ url, account }: WholesaleService) {
  return { WHOLESALE_BASE_URL: url, WHOLESALE_EMAIL: account.email, WHOLESALE_PASSWORD: account.password };
}

describe("the tour", () => {
  it("walks every step, and says so line by line", async () => {
    const { code, stdout, stderr } = await sandbox([
      "--tour",
      "--json",
      `--database=${await freshDatabase()}`,
    ]);
    expect(stderr).toBe("");
    const [ready, ...steps] = lines(stdout);
    expect(ready).toEqual({
      step: "ready",
      admin: expect.stringMatching(/^http:\/\/localhost:\d+/) as string,
      app: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/) as string,
      wholesale: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/) as string,
      control: expect.stringMatching(/^http:\/\/localhost:\d+/) as string,
    });
    expect(steps.map(({ step, ok }) => ({ step, ok }))).toEqual([
      { step: "connect", ok: true },
      { step: "catalogue", ok: true },
      { step: "import", ok: true },
      { step: "order", ok: true },
      { step: "placed", ok: true },
      { step: "tracking", ok: true },
      { step: "branding", ok: true },
      { step: "disconnect", ok: true },
    ]);
    expect(code).toBe(0);
  });

  it("with a supplier that has only what is documented is connected, and says what it cannot do", async () => {
    const database = `--database=${await freshDatabase()}`;
    const { code, stdout } = await sandbox(["--tour", "--json", "--dialect=documented", database]);
    const steps = lines(stdout).slice(1);
    expect(steps).toMatchObject([
      { step: "connect", ok: true, detail: expect.stringContaining("unverified") as string },
      { step: "catalogue", ok: true, detail: expect.stringContaining("aren't available") as string },
      { step: "import", ok: true, detail: expect.stringContaining("nothing to import") as string },
      { step: "order", ok: true, detail: expect.stringContaining("nothing to order") as string },
      { step: "placed", ok: true },
      { step: "tracking", ok: true },
      { step: "branding", ok: true, detail: expect.stringContaining("isn't available") as string },
      { step: "disconnect", ok: true },
    ]);
    expect(code).toBe(0);
  });

  it("against a foreign supplier sends one login bare, one key creation with the bearer, and all else with the key", async () => {
    const supplier = await startWholesale({
      products: 30,
      progress: { processingMs: 100, shippingMs: 100 },
    });
    const { code, stdout } = await sandbox(
      ["--tour", "--json", `--database=${await freshDatabase()}`],
      asForeign(supplier),
    );
    expect(lines(stdout).every(({ ok }) => ok !== false)).toBe(true);
    expect(code).toBe(0);

    const [logIn, createKey, ...others] = supplier.requests.map(({ path, headers }) => ({
      path,
      bearer: headers["authorization"] !== undefined,
      key: headers["x-reseller-api-key"] !== undefined,
    }));
    expect(logIn).toEqual({ path: "/api/reseller/auth", bearer: false, key: false });
    expect(createKey).toEqual({ path: "/api/reseller/api-keys", bearer: true, key: false });
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toMatchObject({ bearer: false, key: true });
    const shapes = others.map(({ path }) => path.replace("/api/reseller/", "").replace(/\/[^/]+$/, "/:id"));
    expect(new Set(shapes)).toEqual(
      new Set(["products", "products/:id", "orders", "orders/:id", "white-label"]),
    );
    await supplier.close();
  });

  it("against a foreign supplier of the documented kind ends well too", async () => {
    const supplier = await startWholesale({ dialect: "documented" });
    const { code, stdout } = await sandbox(
      ["--tour", "--json", `--database=${await freshDatabase()}`],
      asForeign(supplier),
    );
    expect(lines(stdout).slice(1)).toMatchObject(Array(8).fill({ ok: true }));
    expect(code).toBe(0);
    await supplier.close();
  });

  it("against a supplier that none of us wrote walks every step, and buys once", async () => {
    const supplier = await openForeignSupplier({ shipsAtOnce: true });
    const { code, stdout } = await sandbox(["--tour", "--json", `--database=${await freshDatabase()}`], {
      WHOLESALE_BASE_URL: supplier.url,
      WHOLESALE_EMAIL: supplier.account.email,
      WHOLESALE_PASSWORD: supplier.account.password,
    });
    expect(lines(stdout).slice(1)).toMatchObject(Array(8).fill({ ok: true }));
    expect(code).toBe(0);
    expect(supplier.orders).toHaveLength(1);
  });

  it("says which step failed, and fails", async () => {
    const supplier = await startWholesale();
    const { code, stdout } = await sandbox(["--tour", "--json", `--database=${await freshDatabase()}`], {
      ...asForeign(supplier),
      WHOLESALE_PASSWORD: "not-the-password",
    });
    expect(lines(stdout).slice(1)).toMatchObject([
      { step: "connect", ok: false, detail: expect.stringContaining("didn't accept") as string },
    ]);
    expect(code).toBe(1);
    await supplier.close();
  });
});

describe("the sandbox's command line", () => {
  it.each([
    [["--dialect=klingon"], {}, /--dialect takes one of: .*documented/],
    [["--products=many"], {}, /--products takes a whole number/],
    [["--port=70000"], {}, /--port takes a whole number from 0 to 65535/],
    [["--tuor"], {}, /--tuor/],
    [["--tour"], { WHOLESALE_BASE_URL: "http://127.0.0.1:9" }, /set all three/],
    [
      ["--tour"],
      { WHOLESALE_BASE_URL: "http://example.com", WHOLESALE_EMAIL: "a", WHOLESALE_PASSWORD: "b" },
      /WHOLESALE_BASE_URL: must begin with https/,
    ],
  ])("refuses %j with a sentence", async (args, settings, sentence) => {
    const { code, stderr } = await sandbox(args, settings);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  });

  it("names a port that is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await sandbox([`--port=${String(port)}`]);
    expect(stderr).toContain(`Port ${String(port)} is taken`);
    expect(code).toBe(1);
    server.close();
  });
});
