import { mkdir } from "node:fs/promises";

import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launchChromium } from "../browser/chromium.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase } from "../support/database.ts";

const ARTEFACTS = ".artefacts/journey";

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
const complaints: string[] = [];

beforeAll(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  [sandbox, browser] = await Promise.all([
    freshDatabase().then((database) => startSandbox({ database })),
    launchChromium(),
  ]);
  page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    // Shopify's package turns away what calls itself headless.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
  });
  page.setDefaultTimeout(20_000);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  frame = page.frameLocator("iframe");
});

afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

let shots = 0;
async function screenshot(name: string): Promise<void> {
  await page.screenshot({ path: `${ARTEFACTS}/${String(++shots).padStart(2, "0")}-${name}.png` });
}

async function openByMenu(name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name }).click();
}

// One merchant, one sitting: each part goes on where the last one ended.
describe("a merchant in a real browser", () => {
  it("opens the app in the admin and is asked to connect", async () => {
    await page.goto(sandbox.addresses.admin);
    await frame.getByRole("heading", { name: "Set up your shop" }).waitFor();
    await screenshot("home");
    await openByMenu("Catalogue");
    await frame.getByText("Connect your reseller account first").waitFor();
    await screenshot("catalogue-not-connected");
  });

  it("is told at the field what is missing", async () => {
    await openByMenu("Settings");
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByText("Enter the e-mail address of your reseller account.").waitFor();
    await frame.getByText("Enter the password of your reseller account.").waitFor();
    await screenshot("settings-empty");
  });

  it("mistypes the password, and is told so", async () => {
    await frame.getByLabel("E-mail").fill(sandbox.platform.account.email);
    await frame.getByLabel("Password").fill("not-the-password");
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByText("The platform did not accept this e-mail and password").waitFor();
    await screenshot("settings-wrong-password");
  });

  it("connects, and sees which key was made", async () => {
    await frame.getByLabel("Password").fill(sandbox.platform.account.password);
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByRole("heading", { name: /^Connected to/ }).waitFor();
    await frame
      .getByText(/^Stockbridge demo-shop\.myshopify\.com/)
      .first()
      .waitFor();
    await screenshot("settings-connected");
    await frame.getByRole("button", { name: "Test connection" }).click();
    await frame.getByText("The connection works").waitFor();
    await screenshot("settings-tested");
  });

  it("looks through the platform's products, page by page, and comes back", async () => {
    await openByMenu("Catalogue");
    const rows = frame.getByRole("row");
    await rows.nth(20).waitFor();
    const first = await rows.nth(1).innerText();
    await screenshot("catalogue");
    await frame.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => rows.nth(1).innerText()).not.toBe(first);
    await screenshot("catalogue-second-page");
    await frame.getByRole("button", { name: "Previous" }).click();
    await expect.poll(() => rows.nth(1).innerText()).toBe(first);
  });

  it("reloads a page deep in the app and is still there", async () => {
    expect(page.url()).toContain("/catalog");
    await page.reload();
    await frame.getByRole("row").nth(20).waitFor();
  });

  it("sees all of it on a phone, with nothing wider than the screen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, heading] of [
      ["/app", "Your shop is connected"],
      ["/app/catalog", "Catalogue"],
      ["/app/settings", "Settings"],
    ] as const) {
      await page.goto(`${sandbox.addresses.admin}/store/demo-shop/apps/stockbridge${path}`);
      await frame.getByRole("heading", { name: heading }).first().waitFor();
      const overflow = await frame
        .locator("html")
        .evaluate((html) => html.scrollWidth - html.ownerDocument.documentElement.clientWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
      await screenshot(`phone${path.replaceAll("/", "-")}`);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it("disconnects after being asked, and is told which key to delete", async () => {
    await frame.getByRole("button", { name: "Disconnect" }).click();
    const dialog = frame.getByRole("dialog");
    await dialog.getByText("Stockbridge forgets its key").waitFor();
    await screenshot("settings-disconnect");
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await frame.getByRole("heading", { name: "Connect your reseller account" }).waitFor();
    await frame.getByText("Keys to delete on the platform").waitFor();
    await screenshot("settings-disconnected");
    await frame.getByRole("button", { name: /^I have deleted/ }).click();
    await expect.poll(() => frame.getByText("Keys to delete on the platform").count()).toBe(0);
  });

  it("never saw the browser complain", () => {
    expect(complaints).toEqual([]);
  });
});
