import { spawn } from "node:child_process";
import { once } from "node:events";

import { describe, expect, it, onTestFinished } from "vitest";

import { bareSettings } from "../../sandbox/bare-settings.ts";
import { openForeignSupplier, type Served } from "../../wholesale/foreign.ts";

/** Runs the command against a supplier, and presses Ctrl-C at its first request of a kind. */
async function interruptAt(kind: string, flags: string[], deviate = ({ work }: Served) => work()) {
  let isInterrupted = false;
  const supplier = await openForeignSupplier({
    deviate: (served) => {
      const reply = deviate(served);
      if (served.kind === kind && !isInterrupted) isInterrupted = running.kill("SIGINT");
      return reply;
    },
  });
  const before = supplier.branding();
  const running = start(flags, { WHOLESALE_BASE_URL: supplier.url, WHOLESALE_API_KEY: supplier.apiKey });
  onTestFinished(() => void running.kill("SIGKILL"));
  let stdout = "";
  running.stdout.on("data", (chunk) => (stdout += String(chunk)));
  const [code, signal] = (await once(running, "close")) as [number | null, string | null];
  return { code, signal, stdout: stdout.replace(/\s+/g, " "), supplier, before };
}

function start(flags: string[], settings: Record<string, string>) {
  return spawn(process.execPath, ["scripts/wholesale-check/main.ts", ...flags], {
    env: { ...bareSettings(), NODE_ENV: "test", ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

describe("Ctrl-C during npm run wholesale:check", () => {
  it("ends the check at once if it has changed nothing yet", async () => {
    const { signal, supplier } = await interruptAt("GET /products", ["--write"]);
    expect(signal).toBe("SIGINT");
    expect(supplier.methods).not.toContain("PUT");
  });

  it("waits until the support phone number is restored", async () => {
    const { code, supplier, before } = await interruptAt("PUT /white-label", ["--write"]);
    expect(code).toBe(130);
    expect(supplier.branding()).toEqual(before);
    expect(supplier.methods.filter((method) => method === "PUT")).toHaveLength(2);
  });

  it("reports a support phone number that cannot be restored", async () => {
    let writes = 0;
    const deviate = ({ kind, work }: Served) => {
      if (kind === "PUT /white-label") writes += 1;
      return writes > 1 && kind === "PUT /white-label" ? 500 : work();
    };
    const { code, stdout } = await interruptAt("PUT /white-label", ["--write"], deviate);
    expect(code).toBe(130);
    expect(stdout).toContain("THE OLD BRANDING COULD NOT BE RESTORED");
    expect(stdout).toContain("+49 30 1234-56");
  });

  it("waits until the placed order is canceled", async () => {
    const { code, supplier } = await interruptAt("POST /orders", ["--place-order=40"]);
    expect(code).toBe(130);
    expect(supplier.orders).toMatchObject([{ status: "canceled" }]);
    expect(supplier.methods.filter((method) => method === "POST")).toHaveLength(2);
  });
});
