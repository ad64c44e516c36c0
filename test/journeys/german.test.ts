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

/** Returns the languages whose files the tab's frame has loaded. Polaris' own English, a file "en" too, is none of them. */
async function languagesLoaded({ page }: Tab): Promise<string[]> {
  const app = page.frames().find((each) => each.url().startsWith(sandbox.addresses.app));
  const loaded = await app?.evaluate<string[]>(
    `performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)`,
  );
  const files = JSON.parse(await readFile("build/language-files.json", "utf8")) as Record<string, string>;
  return Object.keys(files).filter((tag) => loaded?.includes(files[tag] ?? ""));
}

it("shows an admin in German the pages in German, from the server and after a click", async () => {
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
}, 240_000);

it("loads only the language of the page", async () => {
  owner.locale = "de";
  const german = await tab("/app");
  await german.frame.getByRole("heading", { name: "Einrichtungsanleitung" }).waitFor();
  expect(await languagesLoaded(german)).toEqual(["de"]);
  owner.locale = "en";
  const english = await tab("/app");
  await english.frame.getByRole("heading", { name: "Setup guide" }).waitFor();
  expect(await languagesLoaded(english)).toEqual(["en"]);
}, 240_000);

it("shows an admin in a language that it lacks the pages in English", async () => {
  await openIn("ja", "/app/settings");
  await frame.locator("html[lang=en]").waitFor();
  await frame.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
}, 240_000);
