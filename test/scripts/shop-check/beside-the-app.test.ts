import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";

import { expect, it, onTestFinished } from "vitest";

import { bareSettings } from "../../sandbox/bare-settings.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { importProduct } from "../../sandbox/tour-catalogue.ts";
import { freshDatabase } from "../../support/database.ts";

const KEYRING = JSON.stringify({
  current: "test",
  keys: { test: randomBytes(32).toString("base64") },
});

it("the shop check passes while the app runs, and sends no order to the supplier", async () => {
  const sandbox = await startSandbox({
    database: await freshDatabase(),
    settings: { STOCKBRIDGE_KEYRING: KEYRING },
  });
  onTestFinished(sandbox.stop);
  const { shop, wholesale } = sandbox;
  const [{ domain } = { domain: "" }] = shop.shops;
  const settings = { intent: "connect", ...sandbox.supplier.account };
  await sandbox.merchant().submit("/app/settings", "routes/app.settings", settings);
  await importProduct(sandbox);
  shop.merchant.setShipping("Stockbridge", { rates: true });
  shop.grantScopes({ scopes: shop.app.optionalScopes ?? [] });
  // The worst case: the app requests whatever is paid, before the check does.
  const ordering = { intent: "automatic-ordering", to: "on" };
  await sandbox.merchant().submit("/app/settings", "routes/app.settings", ordering);
  for (const each of shop.shops) each.plan = "Development";

  const child = spawn(
    process.execPath,
    [
      "--import",
      "./test/sandbox/gateway/reroute.ts",
      "scripts/shop-check/main.ts",
      `--shop=${domain}`,
      "--write",
    ],
    {
      env: {
        ...bareSettings(),
        SHOPIFY_API_KEY: shop.app.apiKey,
        SHOPIFY_API_SECRET: shop.app.apiSecret,
        SHOPIFY_APP_URL: sandbox.addresses.app,
        SCOPES: shop.app.scopes.join(),
        DATABASE_URL: sandbox.databaseUrl,
        STOCKBRIDGE_KEYRING: KEYRING,
        WHOLESALE_BASE_URL: sandbox.supplier.url,
        SANDBOX_SHOP_URL: shop.url,
        NODE_ENV: "test",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    const [, sku] = /\(SKU (\S+)\)/.exec(text) ?? [];
    if (sku !== undefined) shop.merchant.placeOrder({ lines: [{ sku, quantity: 2 }] });
    const [, order] = /Cancel order (#\d+)/.exec(text) ?? [];
    if (order !== undefined) shop.merchant.cancelOrder(order);
    const [, location] = /delete the location “([^”]+)”/.exec(text) ?? [];
    if (location !== undefined) shop.merchant.deleteLocation(location);
  });
  const [code] = (await once(child, "close")) as [number];
  expect({ code, stdout }).toMatchObject({
    code: 0,
    // The app may answer the cancellation before the check refuses it.
    stdout: expect.stringMatching(/\((34 fits|33 fits, 1 not tried)\)\n$/) as string,
  });
  expect(wholesale?.supplier.ledger.orders()).toEqual([]);
});
