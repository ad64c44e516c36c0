/** A merchant whose admin is in German, and one whose language Stockbridge doesn't have. */
import { readFile } from "node:fs/promises";

import { expect, it } from "vitest";

import { startSelling, type Tab } from "./journey.ts";

const { sandbox, tab, open, frame, screenshot } = await startSelling("german");
const { owner } = sandbox.shop.shops[0]!;

async function openIn(locale: string, path: string): Promise<void> {
  owner.locale = locale;
  await open(path);
}

/** Returns the texts whose files the tab's frame has loaded. */
async function textsLoaded({ page }: Tab): Promise<string[]> {
  const app = page.frames().find((each) => each.url().startsWith(sandbox.addresses.app));
  const loaded = await app?.evaluate<string[]>(
    `performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)`,
  );
  const files = JSON.parse(await readFile("build/text-files.json", "utf8")) as Record<string, string>;
  return Object.keys(files)
    .filter((name) => loaded?.includes(files[name] ?? ""))
    .toSorted();
}

it("shows the pages in German in a German admin, both from the server and after a click", async () => {
  await openIn("de", "/app");
  await frame.locator("html[lang=de]").waitFor();
  await frame.getByRole("heading", { name: "Einrichtungsanleitung" }).waitFor();
  await screenshot("home");
  await open("/app/catalog");
  await frame.getByPlaceholder("Name, Marke oder Anfang einer SKU").waitFor();
  await frame
    .getByText(/\d,\d\d\s€/)
    .first()
    .waitFor();
  await screenshot("catalog");
  await open("/app/settings");
  await frame.getByRole("heading", { name: "Einstellungen", level: 1 }).waitFor();
  await screenshot("settings");
});

it("loads only the texts of the page, in its language, and those of the next page after a click", async () => {
  owner.locale = "de";
  const german = await tab("/app/catalog");
  await german.frame.getByPlaceholder("Name, Marke oder Anfang einer SKU").waitFor();
  expect(await textsLoaded(german)).toEqual(["de/products", "de/shared"]);
  await german.page.getByRole("link", { name: "Bestellungen" }).click();
  await german.frame.getByRole("heading", { name: "Bestellungen", level: 1 }).waitFor();
  expect(await textsLoaded(german)).toEqual(["de/orderList", "de/orders", "de/products", "de/shared"]);
  owner.locale = "en";
  const english = await tab("/app");
  await english.frame.getByRole("heading", { name: "Setup guide" }).waitFor();
  expect(await textsLoaded(english)).toEqual(["en/orders", "en/products", "en/rest", "en/shared"]);
});

it("shows the pages in English in an admin with a language that the app lacks", async () => {
  await openIn("ja", "/app/settings");
  await frame.locator("html[lang=en]").waitFor();
  await frame.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
});
