import { readdir, readFile, readlink } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { launchChromium } from "./chromium.ts";

it("runs on the libraries it brought, and leaves no process behind", { timeout: 30_000 }, async () => {
  const before = new Set(await browserProcesses());
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.setContent("<h1>Hello</h1>");
  expect(await page.getByRole("heading").innerText()).toBe("Hello");

  const started = (await browserProcesses()).filter((id) => !before.has(id));
  expect(started).not.toEqual([]);
  const maps = await readFile(`/proc/${String(started[0])}/maps`, "utf8");
  const libraries = maps.match(/\S*\/libnss3\.so/g) ?? [];
  expect(new Set(libraries)).toEqual(new Set([expect.stringContaining("/node_modules/.cache/chromium/")]));

  await browser.close();
  const left = new Set(await browserProcesses());
  expect(started.filter((id) => left.has(id))).toEqual([]);
});

it("does not trust the same host under another name", { timeout: 30_000 }, async () => {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.route("**/*", (route) => route.fulfill({ body: "<iframe></iframe>", contentType: "text/html" }));
  await page.goto("http://localhost:1/");
  await page.evaluate(() => {
    document.querySelector("iframe")?.setAttribute("src", "http://127.0.0.1:1/");
  });
  await page.frameLocator("iframe").locator("body").waitFor();
  expect(await page.evaluate(() => document.querySelector("iframe")?.contentDocument)).toBeNull();
});

/** Ids of the main processes of browsers that came with the install; others of this machine's may run too. */
async function browserProcesses(): Promise<number[]> {
  const ids = (await readdir("/proc")).map(Number).filter((id) => id > 0);
  const found = await Promise.all(
    ids.map(async (id) => {
      const program = await readlink(`/proc/${String(id)}/exe`).catch(() => "");
      if (!program.includes("/node_modules/.cache/chromium/")) return [];
      const command = await readFile(`/proc/${String(id)}/cmdline`, "utf8").catch(() => "");
      return command.includes("--type=") ? [] : [id];
    }),
  );
  return found.flat();
}
