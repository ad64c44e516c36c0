import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import { freshDatabase } from "../support/database.ts";
import { openForeignSupplier } from "../wholesale/foreign.ts";
import { bareSettings } from "./bare-settings.ts";
import { type SandboxOptions, startSandbox } from "./sandbox.ts";
import { type StepResult, tour } from "./tour.ts";
import { startWholesale, type WholesaleService } from "./wholesale/service.ts";

type Line = { step: string; ok?: boolean; ms?: number; detail?: string; admin?: string };

/** Runs `npm run sandbox` as its users do, with nothing of this process' settings but what is given. */
async function sandbox(args: string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ["test/sandbox/main.ts", ...args],
      { env: { ...bareSettings(), NODE_ENV: "test", ...settings } },
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

/** Walks the tour through a sandbox in this process. */
async function walk(options: SandboxOptions): Promise<StepResult[]> {
  const running = await startSandbox({ ...options, database: await freshDatabase() });
  onTestFinished(running.stop);
  const walked: StepResult[] = [];
  await tour(running, (result) => walked.push(result));
  return walked;
}

const ALL_WELL = Array.from({ length: 10 }, () => ({ ok: true }));

function asForeign({ url, account }: WholesaleService) {
  return { WHOLESALE_BASE_URL: url, WHOLESALE_EMAIL: account.email, WHOLESALE_PASSWORD: account.password };
}

describe("the tour", () => {
  it("runs every step, and prints a line per step", async () => {
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
      { step: "rates", ok: true },
      { step: "sync", ok: true },
      { step: "order", ok: true },
      { step: "placed", ok: true },
      { step: "tracking", ok: true },
      { step: "branding", ok: true },
      { step: "disconnect", ok: true },
    ]);
    expect(code).toBe(0);
  });

  it("connects to a supplier with only the documented operations, and says what it lacks", async () => {
    expect(await walk({ dialect: "documented" })).toMatchObject([
      { step: "connect", ok: true, detail: expect.stringContaining("unverified") as string },
      { step: "catalogue", ok: true, detail: expect.stringContaining("aren't available") as string },
      { step: "import", ok: true, detail: expect.stringContaining("nothing to import") as string },
      { step: "rates", ok: true, detail: expect.stringContaining("no rates to enter yet") as string },
      { step: "sync", ok: true, detail: expect.stringContaining("nothing to update") as string },
      { step: "order", ok: true, detail: expect.stringContaining("nothing to order") as string },
      { step: "placed", ok: true },
      { step: "tracking", ok: true },
      { step: "branding", ok: true, detail: expect.stringContaining("offers no branding") as string },
      { step: "disconnect", ok: true },
    ]);
  });

  it("logs in at a foreign supplier once, creates one key with the token, and sends all else with the key", async () => {
    const supplier = await startWholesale({
      products: 30,
      progress: { processingMs: 100, shippingMs: 100 },
    });
    onTestFinished(() => supplier.close());
    expect(await walk({ foreign: supplier })).toMatchObject(ALL_WELL);

    const [logIn, createKey, ...others] = supplier.requests.map(({ path, headers }) => ({
      path,
      bearer: headers["authorization"] !== undefined,
      key: headers["x-reseller-api-key"] !== undefined,
    }));
    expect(logIn).toEqual({ path: "/api/reseller/auth", bearer: false, key: false });
    expect(createKey).toEqual({ path: "/api/reseller/api-keys", bearer: true, key: false });
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toMatchObject({ bearer: false, key: true });
    const shapes = new Set(
      others.map(({ path }) => path.replace("/api/reseller/", "").replace(/\/[^/]+$/, "/:id")),
    );
    // The app reads a single order only if it has not read the list of changes before.
    shapes.delete("orders/:id");
    expect(shapes).toEqual(new Set(["products", "products/:id", "orders", "white-label"]));
  });

  it("passes with a foreign supplier that has only the documented operations", async () => {
    const supplier = await startWholesale({ dialect: "documented" });
    onTestFinished(() => supplier.close());
    expect(await walk({ foreign: supplier })).toMatchObject(ALL_WELL);
  });

  it("passes with a supplier server by a third party, and buys once", async () => {
    const supplier = await openForeignSupplier({ shipsAtOnce: true });
    expect(await walk({ foreign: supplier })).toMatchObject(ALL_WELL);
    expect(supplier.orders).toHaveLength(1);
  });

  it("names a failed step, and exits with an error", async () => {
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
  it("rejects an unknown option in one line", async () => {
    const { code, stderr } = await sandbox(["--dialect=klingon"]);
    expect(stderr).toMatch(/^--dialect takes one of: [^\n]*\n$/);
    expect(code).toBe(1);
  });

  it("reports a port that is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await sandbox([`--port=${String(port)}`]);
    expect(stderr).toContain(`Port ${String(port)} is taken`);
    expect(code).toBe(1);
    server.close();
  });
});
