import express from "express";
import type { Browser, Frame, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { openFront } from "../front.ts";
import { createGateway } from "../gateway/gateway.ts";
import { createAdmin } from "./admin.ts";
import { tinyApp } from "./tiny-app.ts";

/** The tiny app's place in the admin. */
export const HOME = "/store/demo-shop/apps/tiny";

type Opened = {
  /** The lifetime of session tokens. */
  lifetimeSeconds?: number;
  /** The number of first tokens that the app rejects. */
  refuse?: number;
  /** Path and query in the app. */
  place?: string;
};

/** The tiny app in its admin, in a page of its own; on `localhost` and `127.0.0.1`, strangers to each other. */
export async function openTinyApp(
  browser: Browser,
  { lifetimeSeconds = 60, refuse = 0, place = "" }: Opened = {},
) {
  const front = await openFront(0);
  onTestFinished(front.close);
  const origins = {
    admin: `http://localhost:${String(front.port)}`,
    app: `http://127.0.0.1:${String(front.port)}`,
  };
  const app = tinyApp();
  const behind = await openFront(0);
  onTestFinished(behind.close);
  behind.open({ localhost: { request: app.app }, "127.0.0.1": { request: app.app } });

  let minted = 0;
  const sessionToken = () => {
    minted += 1;
    const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds;
    const token = `e30.${Buffer.from(JSON.stringify({ exp, minted })).toString("base64url")}.signature`;
    if (minted > refuse) app.accepted.add(token);
    return Promise.resolve(token);
  };
  const admin = createAdmin({
    shops: [{ domain: "demo-shop.myshopify.com", name: "Demo Shop" }],
    apiKey: "key",
    appName: "Tiny",
    appOrigin: origins.app,
    sessionToken,
    grantScopes: () => ({}),
  });
  const gateway = createGateway({
    appUrl: () => `http://127.0.0.1:${String(behind.port)}`,
    adminOrigin: origins.admin,
  });
  front.open({ localhost: { request: express().use(admin) }, "127.0.0.1": gateway });

  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(origins.admin + HOME + place);
  const frame = await frameOf(page);
  return {
    page,
    frame,
    app,
    origins,
    minted: () => minted,
    path: () => page.url().slice(origins.admin.length),
    heading: () => page.frameLocator("#app").getByRole("heading").innerText(),
  };
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector("#app")).contentFrame();
  if (!frame) throw new Error("The admin shows no frame.");
  return frame;
}
