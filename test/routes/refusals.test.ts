import { afterAll, beforeAll, expect, it } from "vitest";

import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase } from "../support/database.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
});
afterAll(() => sandbox.stop());

const GARBAGE = [
  "",
  "x",
  "a.myshopify.com.evil.example",
  "%00",
  "%ff",
  "%E0%A4%A",
  "a%0d%0ab",
  "%F0%9F%92%A9",
  "a".repeat(5000),
];
const PATHS = [
  "/",
  "/app",
  "/app/orders",
  "/app/nowhere",
  "/auth",
  "/auth/login",
  "/auth/callback",
  "/auth/session-token",
  "/auth/exit-iframe",
  "/api/order-block",
  "/api/product-block",
  "/api/send-orders",
  "/nowhere",
];
/** Shopify's package refuses bots before it looks at anything else. */
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const PARAMETERS = ["shop", "host", "hmac", "id_token", "session", "exitIframe", "embedded", "timestamp"];

function addresses(): string[] {
  const valid = {
    shop: "demo-shop.myshopify.com",
    host: Buffer.from("admin.shopify.com/store/demo-shop").toString("base64"),
  };
  return GARBAGE.flatMap((garbage) => [
    PARAMETERS.map((name) => `${name}=${garbage}`).join("&"),
    ...PARAMETERS.flatMap((name) => [
      `${name}=${garbage}`,
      `shop=${valid.shop}&host=${valid.host}&embedded=1&${name}=${garbage}`,
    ]),
  ]);
}

it("garbage in an address or a token leads to no server error, and to no error in the log", async () => {
  const { app } = sandbox.addresses;
  const found = new Set<string>();
  const began = performance.now();
  for (const path of PATHS) {
    for (const query of addresses()) {
      const response = await fetch(`${app}${path}?${query}`, { redirect: "manual", headers: BROWSER });
      await response.body?.cancel();
      if (response.status >= 500) found.add(`${String(response.status)} ${path}?${query.slice(0, 150)}`);
    }
    const response = await fetch(`${app}${path}`, {
      redirect: "manual",
      headers: { ...BROWSER, authorization: "Bearer garbage.garbage.garbage" },
    });
    await response.body?.cancel();
    if (response.status >= 500) found.add(`${String(response.status)} ${path} with a bearer`);
  }
  expect([...found]).toEqual([]);
  const lines = sandbox.appOutput().split("\n");
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  // A line that is repeated is logged once a minute.
  const minutes = Math.floor((performance.now() - began) / 60_000);
  expect(lines.filter((line) => line.includes("shopify.sdk")).length).toBeLessThanOrEqual(1 + 2 * minutes);
});
