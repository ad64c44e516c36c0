import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium } from "../../browser/chromium.ts";
import { HOME, openTinyApp } from "./testing.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe("the admin's frame", () => {
  it("loads App Bridge before the app's own scripts, and leaves the document unchanged", async () => {
    const { frame } = await openTinyApp(browser);
    const parsed = await frame.evaluate("asParsed");
    expect(parsed).toEqual({
      api: "object",
      menu: '<ui-nav-menu><a href="/" rel="home">Home</a><a href="/second">Second</a><a href="/third">Third</a></ui-nav-menu>',
      nodes: 17,
    });
    expect(await frame.locator("ui-nav-menu").isVisible()).toBe(false);
    expect(await frame.evaluate("shopify.config")).toMatchObject({
      apiKey: "key",
      shop: "demo-shop.myshopify.com",
      host: btoa("admin.shopify.com/store/demo-shop"),
      locale: "en",
    });
  });

  it("returns to the admin if the app is opened outside of it", async () => {
    const { page, origins, heading } = await openTinyApp(browser);
    await page.goto(
      `${origins.app}/second?shop=demo-shop.myshopify.com&id_token=${await page.evaluate<string>(TOKEN)}`,
    );
    await page.waitForURL(`${origins.admin}${HOME}/second`);
    expect(await heading()).toBe("At /second");
  });
});

describe("navigation in the admin", () => {
  it("follows the side menu, and updates address, title and menu", async () => {
    const { page, path, heading } = await openTinyApp(browser);
    const menu = page.getByRole("navigation", { name: "Apps" });
    await menu.getByRole("link", { name: "Third" }).waitFor();
    expect(await menu.getByRole("listitem").allInnerTexts()).toEqual(["Second", "Third"]);

    await menu.getByRole("link", { name: "Second" }).click();
    await page.waitForURL(`**${HOME}/second`);
    expect(await heading()).toBe("At /second");
    await expect.poll(() => page.title()).toBe("second · Tiny · Demo Shop");
    expect(await menu.locator("[aria-current=page]").allInnerTexts()).toEqual(["Second"]);

    await menu.getByRole("link", { name: "Tiny" }).click();
    await page.waitForURL(`**${HOME}`);
    await page.goBack();
    await page.waitForURL(`**${HOME}/second`);
    expect(await heading()).toBe("At /second");

    await page.reload();
    expect(await heading()).toBe("At /second");
    await page.goto("about:blank");
    await page.goBack();
    expect(await heading()).toBe("At /second");
    expect(path()).toBe(`${HOME}/second`);
  });

  it("opens the admin's own pages outside the frame", async () => {
    const { page, frame, path } = await openTinyApp(browser);
    await frame.getByRole("link", { name: "Products" }).click();
    await page.getByRole("heading", { name: "This page of the admin is not in the sandbox" }).waitFor();
    expect(path()).toBe("/store/demo-shop/products?a=1");

    const another = await openTinyApp(browser);
    await another.frame.getByRole("link", { name: "Leave" }).click();
    await another.page.waitForURL(`**${HOME}/second?from=link`);

    const third = await openTinyApp(browser);
    await third.frame.evaluate(`open("/third", "_top")`);
    await third.page.waitForURL(`**${HOME}/third`);
  });
});

describe("the frame's session tokens", () => {
  it("are fetched once from the admin, and are sent only with requests to the app", async () => {
    const { frame, app, minted } = await openTinyApp(browser);
    const before = minted();
    const statuses = await frame.evaluate(
      `Promise.all([1, 2, 3].map(() => fetch("/api").then((answer) => answer.status)))`,
    );
    expect(statuses).toEqual([200, 200, 200]);
    expect(await frame.evaluate(`fetch("/api", { method: "POST" }).then((answer) => answer.status)`)).toBe(
      200,
    );
    expect(minted() - before).toBe(1);
    expect(app.seen.map(({ language }) => language)).toEqual(["en", "en", "en", "en"]);

    const elsewhere = await frame.evaluate(`
      fetch("data:text/plain,hello").then((answer) => answer.text())
    `);
    expect(elsewhere).toBe("hello");
  });

  it("are renewed shortly before they expire", async () => {
    const { frame, minted } = await openTinyApp(browser, { lifetimeSeconds: 4 });
    const before = minted();
    await frame.evaluate(`fetch("/api")`);
    await frame.evaluate(`fetch("/api")`);
    expect(minted() - before).toBe(2);
  });

  it("are renewed once if the app rejects one and asks for another, and the request is repeated", async () => {
    const { frame, app } = await openTinyApp(browser);
    await frame.evaluate(`shopify.idToken()`);
    app.accepted.clear();
    const ask = (query: string) =>
      frame.evaluate(
        `fetch("/api${query}", { method: "POST", body: "hello" }).then((answer) => answer.status)`,
      );

    expect(await ask("")).toBe(401);
    expect(await ask("?retry=1")).toBe(200);
    expect(app.seen.map(({ body }) => body)).toEqual(["hello", "hello", "hello"]);
    expect(new Set(app.seen.map(({ authorization }) => authorization)).size).toBe(2);
  });

  it("are renewed for a page that was opened with an expired token", async () => {
    const { heading, app } = await openTinyApp(browser, { refuse: 1, place: "/second?own=1" });
    expect(await heading()).toBe("At /second");
    expect(app.bounces()).toBe(1);
  });

  it("are not renewed forever for an app that accepts no token", async () => {
    const { page, app } = await openTinyApp(browser, { refuse: Infinity });
    await page.frameLocator("#app").getByText("it accepts none").waitFor();
    expect(app.bounces()).toBe(4);
  });
});

describe("the admin around the app", () => {
  it("shows unsaved changes, discards them, saves them, and asks before they are lost", async () => {
    const { page, frame, path } = await openTinyApp(browser);
    const bar = page.getByRole("region", { name: "Unsaved changes" });
    const field = frame.getByLabel("Name");
    expect(await bar.isVisible()).toBe(false);

    await field.fill("new");
    await bar.getByRole("button", { name: "Discard" }).click();
    await bar.waitFor({ state: "hidden" });
    expect(await field.inputValue()).toBe("old");

    await field.fill("newer");
    await page.getByRole("link", { name: "Second" }).click();
    await page.getByRole("button", { name: "Stay" }).click();
    expect(path()).toBe(HOME);
    await bar.getByRole("button", { name: "Save" }).click();
    await bar.waitFor({ state: "hidden" });
    expect(await frame.evaluate("saved")).toBe("newer");

    await field.fill("newest");
    await page.getByRole("link", { name: "Second" }).click();
    await page.getByRole("button", { name: "Leave page" }).click();
    await page.waitForURL(`**${HOME}/second`);
  });

  it("shows the app's title bar and save bar, and presses their buttons", async () => {
    const { page, frame } = await openTinyApp(browser);
    await frame.evaluate(`document.body.insertAdjacentHTML("beforeend", \`
      <ui-title-bar title="Products"><button onclick="pressed = 'more'">More</button><button variant="primary" onclick="pressed = 'import'">Import</button></ui-title-bar>
      <ui-save-bar id="bar"><button variant="primary" onclick="pressed = 'save'">Save</button><button>Discard</button></ui-save-bar>\`)`);
    await page.getByRole("heading", { name: "Products" }).waitFor();
    expect(await page.locator("#actions button").allInnerTexts()).toEqual(["More", "Import"]);
    await page.getByRole("button", { name: "Import" }).click();
    await expect.poll(() => frame.evaluate("window.pressed")).toBe("import");

    await frame.evaluate(`shopify.saveBar.show("bar")`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => frame.evaluate("window.pressed")).toBe("save");
    await frame.evaluate(`shopify.saveBar.hide("bar")`);
    await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "hidden" });

    await frame.evaluate(`document.querySelector("ui-title-bar").remove()`);
    await page.getByRole("heading", { name: "Tiny" }).waitFor();
  });

  it("shows a modal above the frame with the app's content", async () => {
    const { frame } = await openTinyApp(browser);
    await frame.evaluate(`{
      document.body.insertAdjacentHTML("beforeend", \`<ui-modal id="sure"><ui-title-bar title="Sure?">
        <button onclick="shopify.modal.hide('sure')">Yes</button></ui-title-bar></ui-modal>\`);
      document.getElementById("sure").content.textContent = "It cannot be undone.";
      shopify.modal.show("sure");
    }`);
    const dialog = frame.getByRole("dialog", { name: "Sure?" });
    await dialog.getByText("It cannot be undone.").waitFor();
    await dialog.getByRole("button", { name: "Yes" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  it("removes a page's save bar when another page replaces it", async () => {
    const { page, frame } = await openTinyApp(browser);
    await frame.getByLabel("Name").fill("new");
    const bar = page.getByRole("region", { name: "Unsaved changes" });
    await bar.waitFor();
    await frame.evaluate("location.reload()");
    await bar.waitFor({ state: "hidden" });
  });

  it("shows toasts and the loading bar", async () => {
    const { page, frame } = await openTinyApp(browser);
    await frame.evaluate(
      `shopify.toast.show("Saved", { action: "Undo", duration: 60_000, onAction: () => { window.undone = true } })`,
    );
    const toast = page.getByRole("status");
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => frame.evaluate("window.undone")).toBe(true);
    await expect.poll(() => toast.innerText()).toBe("");

    await frame.evaluate(`shopify.loading(true)`);
    await page.locator("#loading.on").waitFor();
    await frame.evaluate(`shopify.loading(false)`);
    await page.locator("#loading:not(.on)").waitFor();
  });

  it("throws an error that names a feature that the sandbox does not simulate", async () => {
    const { frame } = await openTinyApp(browser);
    await expect(frame.evaluate(`shopify.resourcePicker({ type: "product" })`)).rejects.toThrow(
      "The sandbox does not simulate shopify.resourcePicker.",
    );
  });

  it("ignores messages from other windows than the app's frame", async () => {
    const { page, frame, path, heading } = await openTinyApp(browser);
    const forged = JSON.stringify({ appBridge: true, type: "location", path: "/forged", title: "Forged" });
    await page.evaluate(`postMessage(${forged}, "*")`);
    await frame.evaluate(`new Promise((resolve) => {
      const stranger = document.createElement("iframe");
      stranger.srcdoc = '<script>top.postMessage(' + JSON.stringify(${forged}) + ', "*")<\\/script>';
      stranger.onload = resolve;
      document.body.append(stranger);
    })`);
    await frame.evaluate(`postMessage({ appBridge: true, type: "navigate", href: "/third" }, "*")`);
    // Messages are handled in order, so earlier ones have been handled once this toast shows.
    await frame.evaluate(`shopify.toast.show("After all that")`);
    await page.getByText("After all that").waitFor();
    expect(path()).toBe(HOME);
    expect(await heading()).toBe("At /");
  });
});

/** In the admin's page: a token that the app accepts. */
const TOKEN = `fetch(document.body.dataset.tokenAddress, { method: "POST" }).then((answer) => answer.json()).then(({ token }) => token)`;
