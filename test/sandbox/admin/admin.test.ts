import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAdmin } from "./admin.ts";

const APP = "http://127.0.0.1:4000";

describe("the simulated admin", () => {
  it("redirects to the app in the first shop", async () => {
    const { ask } = await openAdmin();
    expect((await ask("/")).headers.get("location")).toBe("/store/demo-shop/apps/stock-bridge");
    expect((await ask("/store/other-shop")).headers.get("location")).toBe(
      "/store/other-shop/apps/stock-bridge",
    );
  });

  it.each([
    { place: "", opened: "/", own: {} },
    { place: "/app/catalog", opened: "/app/catalog", own: {} },
    { place: "/app/catalog?cursor=a%20b%3D", opened: "/app/catalog", own: { cursor: "a b=" } },
  ])("opens the app as Shopify does at “$place”", async ({ place, opened, own }) => {
    const { ask } = await openAdmin();
    const frame = frameOf(await (await ask(`/store/demo-shop/apps/stock-bridge${place}`)).text());
    expect(frame.origin + frame.pathname).toBe(APP + opened);
    expect(Object.fromEntries(frame.searchParams)).toEqual({
      ...own,
      embedded: "1",
      host: Buffer.from("admin.shopify.com/store/demo-shop").toString("base64"),
      id_token: "token-of-demo-shop.myshopify.com",
      locale: "en",
      session: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      shop: "demo-shop.myshopify.com",
      timestamp: expect.stringMatching(/^\d{10}$/) as unknown,
    });
  });

  it("redirects from the app's API key to its name", async () => {
    const { ask } = await openAdmin();
    const answer = await ask("/store/demo-shop/apps/key/app/settings?a=1");
    expect(answer.headers.get("location")).toBe("/store/demo-shop/apps/stock-bridge/app/settings?a=1");
  });

  it("answers 404 for a page, shop or app that the sandbox does not have", async () => {
    const { ask } = await openAdmin();
    const missing = await ask("/store/demo-shop/products/1");
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain("This page of the admin is not in the sandbox");
    expect((await ask("/store/unknown/apps/stock-bridge")).status).toBe(404);
    expect((await ask("/store/demo-shop/apps/other")).status).toBe(404);
  });

  it("writes names as text, not as markup", async () => {
    const { ask } = await openAdmin();
    const page = await (await ask("/store/other-shop/apps/stock-bridge")).text();
    expect(page).toContain("&lt;b>Other&lt;/b> &amp; &quot;Co&quot;");
    expect(page).not.toContain("<b>");
  });

  it("forbids embedding and caching", async () => {
    const { ask } = await openAdmin();
    const { headers } = await ask("/store/demo-shop/apps/stock-bridge");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'self'; frame-src ${APP}; frame-ancestors 'none'`,
    );
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("a session token of the simulated admin", () => {
  it("is issued to a page of the simulated admin", async () => {
    const { ask, url } = await openAdmin();
    const answer = await ask("/store/other-shop/session-token", { method: "POST", headers: { origin: url } });
    expect(await answer.json()).toEqual({ token: "token-of-other-shop.myshopify.com" });
  });

  it.each([{ origin: APP }, { origin: "null" }, undefined])(
    "is refused to another origin: %o",
    async (headers) => {
      const { ask } = await openAdmin();
      const answer = await ask("/store/demo-shop/session-token", {
        method: "POST",
        ...(headers && { headers }),
      });
      expect(answer.status).toBe(403);
    },
  );
});

function frameOf(page: string): URL {
  const [, address = ""] = /<iframe[^>]* data-address="([^"]*)"/.exec(page) ?? [];
  return new URL(address.replaceAll("&amp;", "&"));
}

async function openAdmin() {
  const admin = createAdmin({
    shops: [
      { domain: "demo-shop.myshopify.com", name: "Demo Shop" },
      { domain: "other-shop.myshopify.com", name: '<b>Other</b> & "Co"' },
    ],
    apiKey: "key",
    appName: "Stock Bridge",
    appOrigin: APP,
    sessionToken: ({ shop }) => Promise.resolve(`token-of-${shop}`),
    grantScopes: (asked) => ({ result: "granted-all", asked }),
  });
  const server = createServer(express().use(admin)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    ask: (path: string, init?: RequestInit) => fetch(url + path, { redirect: "manual", ...init }),
  };
}
