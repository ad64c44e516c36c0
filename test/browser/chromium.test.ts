import { readdir, readFile, readlink } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { launchChromium } from "./chromium.ts";

it(
  "Chromium uses the libraries of its own download, and leaves no process behind",
  { timeout: 180_000 },
  async () => {
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.setContent("<h1>Hello</h1>");
    expect(await page.getByRole("heading").innerText()).toBe("Hello");

    const [started, ...more] = await browserProcesses();
    expect(more).toEqual([]);
    const maps = await readFile(`/proc/${String(started)}/maps`, "utf8");
    const libraries = maps.match(/\S*\/libnss3\.so/g) ?? [];
    expect(new Set(libraries)).toEqual(new Set([expect.stringContaining("/node_modules/.cache/chromium/")]));

    await browser.close();
    expect(await browserProcesses()).toEqual([]);
  },
);

it("Chromium treats localhost and 127.0.0.1 as different origins", async () => {
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

/** Ids of the browsers that this process has started. */
async function browserProcesses(): Promise<number[]> {
  const ids = (await readdir("/proc")).map(Number).filter((id) => id > 0);
  const found = await Promise.all(
    ids.map(async (id) => {
      const program = await readlink(`/proc/${String(id)}/exe`).catch(() => "");
      if (!program.includes("/node_modules/.cache/chromium/")) return [];
      const status = await readFile(`/proc/${String(id)}/status`, "utf8").catch(() => "");
      return status.includes(`\nPPid:\t${String(process.pid)}\n`) ? [id] : [];
    }),
  );
  return found.flat();
}
