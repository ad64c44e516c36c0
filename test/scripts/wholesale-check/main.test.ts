import { execFile } from "node:child_process";

import { describe, expect, it } from "vitest";

import * as ours from "../../../app/wholesale/contract.ts";
import { fingerprint } from "../../../app/wholesale/write-gate.ts";
import * as other from "../../contracts/other.ts";
import { bareSettings } from "../../sandbox/bare-settings.ts";
import { openReseller, openService } from "../../sandbox/wholesale/reseller.ts";

type Ended = { code: number; stdout: string; stderr: string };

/** The command as npm runs it, with these settings and no others. */
function run(flags: string[], settings: Record<string, string>): Promise<Ended> {
  const env = { ...bareSettings(), NODE_ENV: "test" as const, ...settings };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["scripts/wholesale-check/main.ts", ...flags],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      },
    );
  });
}

const objects = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("npm run wholesale:check", () => {
  it("prints a table within 100 columns, and exits with 0 if everything fits", async () => {
    const { service, key } = await openReseller();
    const { code, stdout, stderr } = await run([], {
      WHOLESALE_BASE_URL: service.url,
      WHOLESALE_API_KEY: key,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^listProducts +assumed +fits$/m);
    expect(stdout).toMatch(/^placeOrder +assumed +not tried +it would buy$/m);
    expect(stdout).toMatch(/\nAll that was tried fits .*4 fits.*6 not tried\)\n/);
    expect(stdout).toMatch(/\nWRITES NOT SEEN: placeOrder, cancelOrder, writeBranding\./);
    expect(stdout.trimEnd()).toMatch(
      /\nThe contract's fingerprint, for WHOLESALE_CONTRACT_CONFIRMED: [0-9a-f]{16}$/,
    );
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("exits with 1 if something does not fit", async () => {
    const { service, key } = await openReseller({ dialect: "documented" });
    const { code, stdout } = await run([], { WHOLESALE_BASE_URL: service.url, WHOLESALE_API_KEY: key });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^listProducts +assumed +misfit +the supplier has nothing there \(404\)$/m);
  });

  it("exits with 2 if the supplier is unreachable", async () => {
    const service = await openService();
    await service.close();
    const settings = { WHOLESALE_BASE_URL: service.url, WHOLESALE_API_KEY: "rk_any" };
    const { code, stdout } = await run(["--json"], settings);
    expect(code).toBe(2);
    expect(objects(stdout).at(-1)).toMatchObject({ summary: { verdict: "unreachable", unreachable: 3 } });
  });

  it("exits with 2 if the sign-in is rejected, and says what to check", async () => {
    const service = await openService();
    const settings = {
      WHOLESALE_BASE_URL: service.url,
      WHOLESALE_EMAIL: service.account.email,
      WHOLESALE_PASSWORD: "wrong-one",
    };
    const { code, stdout } = await run(["--create-key"], settings);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^logIn +documented +unauthorized +Your supplier didn't accept the sign-in/m);
    expect(stdout).toContain(
      "The supplier did not accept the sign-in, so not all could be tried. Check WHOLESALE_EMAIL and WHOLESALE_PASSWORD.",
    );
    expect(stdout).not.toContain("wrong-one");
    const asJson = await run(["--create-key", "--json"], settings);
    expect(asJson.code).toBe(2);
    expect(objects(asJson.stdout).at(-1)).toMatchObject({
      summary: { verdict: "unauthorized", misfit: 0, unauthorized: 1, "not tried": 9 },
    });
  });

  it("tries every write with --place-order and --write, and undoes its changes", async () => {
    const { service, key } = await openReseller();
    const before = service.supplier.branding.read();
    const sku = service.supplier.catalogue
      .page({ from: 0, limit: 100 })
      .products.find(({ discontinued }) => !discontinued)
      ?.variants.find((variant) => variant.sku && variant.stock > 0)?.sku;
    const settings = { WHOLESALE_BASE_URL: service.url, WHOLESALE_API_KEY: key };
    const { code, stdout, stderr } = await run(["--write", `--place-order=${sku ?? ""}`], settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^placeOrder +assumed +fits +placed the order/m);
    expect(stdout).toMatch(/^cancelOrder +assumed +fits$/m);
    expect(stdout).not.toContain("WRITES NOT SEEN");
    const [order, ...others] = service.supplier.ledger.orders();
    expect(others).toEqual([]);
    expect(order?.status).toBe("cancelled");
    expect(stderr).toContain(`with the reference “${order?.reference ?? ""}”`);
    expect(service.supplier.branding.read()).toEqual(before);
  });

  it("prints one object per line with --json, and the summary last", async () => {
    const { service, key } = await openReseller();
    service.setFault("readBranding", "wrong-type");
    const { code, stdout } = await run(["--json"], {
      WHOLESALE_BASE_URL: service.url,
      WHOLESALE_API_KEY: key,
    });
    expect(code).toBe(1);
    const lines = objects(stdout);
    expect(lines).toHaveLength(11);
    expect(lines.find(({ operation }) => operation === "readBranding")).toEqual({
      operation: "readBranding",
      basis: "assumed",
      result: "misfit",
      reasons: [
        { path: "brand_name", says: "does not fit: invalid input: expected string, received object" },
      ],
      remarks: [],
    });
    expect(lines.at(-1)).toEqual({
      summary: {
        verdict: "misfits",
        fits: 3,
        misfit: 1,
        unauthorized: 0,
        unreachable: 0,
        "not proven": 0,
        "not tried": 6,
        writesNotSeen: ["placeOrder", "cancelOrder", "writeBranding"],
        fingerprint: await fingerprint(ours),
      },
    });
  });

  it("prints the new key's name with --create-key and --write, and no secret", async () => {
    const service = await openService();
    const { code, stdout, stderr } = await run(["--create-key", "--write"], {
      WHOLESALE_BASE_URL: service.url,
      WHOLESALE_EMAIL: service.account.email,
      WHOLESALE_PASSWORD: service.account.password,
    });
    expect(code).toBe(0);
    const [made, ...others] = service.supplier.accounts.keys();
    expect(others).toEqual([]);
    expect(made?.name).toMatch(/^stockbridge-contract-check-\d{4}-\d\d-\d\dT/);
    for (const output of [stdout, stderr]) {
      expect(output).toContain(`“${made?.name ?? ""}”`);
      expect(output).not.toContain(made?.key.slice(3, 9));
      expect(output).not.toContain(service.account.password);
    }
    const token = service.requests.find(({ operation }) => operation === "createKey")?.headers[
      "authorization"
    ];
    expect(stdout + stderr).not.toContain(token?.slice("Bearer ".length, 60));
    expect(stdout).toMatch(/^writeBranding +assumed +fits$/m);
  });

  it("tries the contract of --contract instead of the app's own", async () => {
    const service = await openService({ dialect: "other" });
    const settings = {
      WHOLESALE_BASE_URL: service.url,
      WHOLESALE_EMAIL: service.account.email,
      WHOLESALE_PASSWORD: service.account.password,
    };
    const flags = ["--json", "--create-key", "--write"];
    const { code, stdout } = await run([...flags, "--contract=test/contracts/other.ts"], settings);
    expect(objects(stdout).at(-1)).toMatchObject({
      summary: { verdict: "fits", misfit: 0, fingerprint: await fingerprint(other) },
    });
    expect(code).toBe(0);
    expect((await run(["--json", "--create-key"], settings)).code).toBe(1);
  });

  const base = { WHOLESALE_BASE_URL: "https://wholesale.example" };
  const wrong: [string[], Record<string, string>, string[]][] = [
    [[], {}, ["WHOLESALE_API_KEY: is missing", "WHOLESALE_BASE_URL: is missing"]],
    [[], { ...base, WHOLESALE_API_KEY: " " }, ["WHOLESALE_API_KEY: is missing"]],
    [[], { ...base, WHOLESALE_API_KEY: "rk_ schlüssel" }, ["WHOLESALE_API_KEY: has characters"]],
    [
      [],
      { WHOLESALE_BASE_URL: "http://wholesale.example", WHOLESALE_API_KEY: "rk_any" },
      ["WHOLESALE_BASE_URL: must begin with https://"],
    ],
    [["--create-key"], base, ["WHOLESALE_EMAIL: is missing", "WHOLESALE_PASSWORD: is missing"]],
    [
      ["--contract=test/contracts/none.ts"],
      { ...base, WHOLESALE_API_KEY: "rk_any" },
      ["test/contracts/none.ts cannot be loaded"],
    ],
    [
      ["--contract=app/lib/money.ts"],
      { ...base, WHOLESALE_API_KEY: "rk_any" },
      ["app/lib/money.ts is no contract"],
    ],
    [["--place-order="], { ...base, WHOLESALE_API_KEY: "rk_any" }, ["--place-order: needs the SKU"]],
    [["--delete-key"], base, ["Unknown option '--delete-key'"]],
  ];
  it.each(wrong)(
    "rejects the flags %j with the settings %j in one line per problem, and exits with 2",
    async (flags, settings, lines) => {
      const { code, stdout, stderr } = await run(flags, settings);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      const said = stderr.trimEnd().split("\n");
      expect(said).toEqual(lines.map((line) => expect.stringContaining(line) as string));
    },
  );
});
