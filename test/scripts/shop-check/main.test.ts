import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { ensureService } from "../../../app/catalog/location/ensure-service.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { installedShop, simulated } from "../../support/installed-shop.ts";
import { changeSettings, shopify } from "../../support/world.ts";
import { openWebhookRoute } from "./checking.ts";

let shop: ShopDomain;
beforeAll(async () => {
  // The command has the webhooks' address as its own, so Shopify must call its service there, too.
  shop = await installedShop();
  expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
  const route = await openWebhookRoute();
  afterAll(route.close);
  shopify.app.url = route.url;
  await changeSettings({ SHOPIFY_APP_URL: route.url, SCOPES: shopify.app.scopes.join() });
  const [service] = simulated(shop).services;
  if (service) service.callbackUrl = `${route.url}/fulfillment-service`;
});

type Run = { process: ChildProcess; said: () => { stdout: string; stderr: string }; code: Promise<number> };

/** The command as npm runs it, with the world's settings; its calls to the shop are rerouted, as the app's in the sandbox. */
function run(...flags: string[]): Run {
  const program = ["--import", "./test/sandbox/gateway/reroute.ts", "scripts/shop-check/main.ts", ...flags];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const code = once(child, "close").then(([code]) => code as number);
  return { process: child, said: () => said, code };
}

describe("npm run shop:check", () => {
  it("prints a table within 100 columns, and exits with 0 if everything fits", async () => {
    const { said, code } = run(`--shop=${shop.replace(".myshopify.com", "")}`);
    expect({ code: await code, stderr: said().stderr }).toEqual({ code: 0, stderr: "" });
    const { stdout } = said();
    expect(stdout).toMatch(/^scopes +fits +all$/m);
    expect(stdout).toMatch(/^product +not tried +it would change something \(--write\)$/m);
    expect(stdout).toMatch(/\nAll that was tried is as the sandbox has it\. \(12 fits, 22 not tried\)\n$/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("prints JSON with the expected value, the actual value and the rule, and exits with 1", async () => {
    shopify.deviate("no-rates", shop);
    const { said, code } = run(`--shop=${shop}`, "--json");
    expect(await code).toBe(1);
    shopify.deviate(null, shop);
    const objects = said()
      .stdout.trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(objects.filter(({ result }) => result === "misfit")).toEqual([
      {
        rule: "shipping-rates",
        result: "misfit",
        expected: expect.stringContaining("Shipping profiles say which locations have rates") as string,
        came: "no group with rates holds our location",
      },
    ]);
    expect(objects.at(-1)).toMatchObject({ summary: { verdict: "misfits", misfit: 1 } });
  });

  it("removes its products on Ctrl-C, and writes to no shop in which customers could buy", async () => {
    const refused = run(`--shop=${shop}`, "--write");
    expect(await refused.code).toBe(2);
    expect(refused.said().stderr).toMatch(/is no development shop but on the plan “Basic”/);

    simulated(shop).plan = "Development";
    const { process: child, said, code } = run(`--shop=${shop}`, "--write");
    await vi.waitFor(() => expect(said().stderr).toMatch(/create an order of 2 × “Stockbridge shop check/), {
      timeout: 180_000,
    });
    expect(simulated(shop).catalog.products.size).toBe(2);
    child.kill("SIGINT");
    expect(await code).toBe(130);
    expect(said().stderr).toContain("Taking back what was changed, then ending.");
    expect(said().stdout).toMatch(/^taking-back +not proven +THE LOCATION/m);
    expect(simulated(shop).catalog.products.size).toBe(0);
  });

  it("exits with 2 for a shop without the app, and for an unknown shop", async () => {
    const nowhere = run("--shop=nobody-is-here");
    const none = run("--shop=no shop");
    expect(await Promise.all([nowhere.code, none.code])).toEqual([2, 2]);
    expect(none.said().stderr).toMatch(/^--shop: is not a shop address/);
    expect(nowhere.said().stderr).not.toBe("");
  });
});
