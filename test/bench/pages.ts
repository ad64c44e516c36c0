/**
 * `npm run bench:pages`: a first visit to the app's pages, nothing cached, in the real browser on slow 4G and a slow
 * phone (1.6 Mbit/s, 150 ms, CPU × 4): the largest contentful paint, and the bytes that crossed the line. Ends with 1
 * when a page takes longer than it may. Screenshots of what was measured are left in `.artefacts/bench/`.
 *
 * The pages are opened straight from the built server, without the admin around them: the sandbox's gateway would undo
 * their compression. App Bridge would lead a page outside the admin away, so an inert one takes its place, and what it
 * does for data requests, the session token, is done here. (The admin has loaded the real one before.)
 */
import { mkdir } from "node:fs/promises";

import type { Browser } from "playwright-core";

import { launchChromium } from "../browser/chromium.ts";
import { launchAddress } from "../sandbox/admin/launch-address.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { openSlowLine } from "./slow-line.ts";

const PAGES = ["/app", "/app/catalog", "/app/orders", "/app/branding", "/app/settings"];
const LCP_AT_MOST_MS = 2500;
const LINE = { bytesPerSecond: 1_600_000 / 8, roundTripMs: 150 };
const CPU_SLOWDOWN = 4;
/** The median of so many visits. */
const VISITS = 3;
const SCREENSHOTS = ".artefacts/bench";
/** Reading or calling anything on it gives it back. Its elements are there, invisible and without effect. */
const INERT_APP_BRIDGE = `
  window.shopify = new Proxy(() => {}, {
    get: (_, name) => (name === "then" || typeof name === "symbol" ? undefined : window.shopify),
    apply: () => window.shopify,
  });
  customElements.define("ui-save-bar", class extends HTMLElement { show() {} hide() {} });
  const style = new CSSStyleSheet();
  style.replaceSync("ui-nav-menu, ui-save-bar { display: none }");
  document.adoptedStyleSheets.push(style);`;

type Visit = { lcp: number; bytes: number; requests: number };

const sandbox = await startSandbox();
const browser = await launchChromium();
try {
  const { supplier, wholesale } = sandbox;
  await sandbox.merchant().submit("/app/settings", "routes/app.settings", {
    intent: "connect",
    ...(wholesale?.account ?? supplier.account),
  });
  const { url } = await sandbox.startAnotherApp();
  await mkdir(SCREENSHOTS, { recursive: true });
  process.stdout.write(`${["page", "LCP ms", "KB", "requests"].map(column).join("")}\n`);
  for (const page of PAGES) {
    const visits: Visit[] = [];
    for (let visit = 0; visit < VISITS; visit += 1)
      visits.push(await firstVisit(browser, sandbox, url, page));
    const { lcp, bytes, requests } = median(visits);
    if (lcp > LCP_AT_MOST_MS) process.exitCode = 1;
    const values = [page, lcp.toFixed(0), (bytes / 1000).toFixed(0), String(requests)];
    process.stdout.write(`${values.map(column).join("")}\n`);
  }
} finally {
  await browser.close();
  await sandbox.stop();
}

async function firstVisit(browser: Browser, sandbox: Sandbox, url: string, path: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    userAgent: `Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Mobile Safari/537.36`,
  });
  const line = await openSlowLine(url, LINE);
  try {
    const page = await context.newPage();
    await page.route("https://cdn.shopify.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: INERT_APP_BRIDGE }),
    );
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    let requests = 0;
    page.on("requestfinished", () => (requests += 1));
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    const [shop] = sandbox.shop.shops;
    if (!shop) throw new Error("The sandbox has no shop.");
    const token = await sandbox.shop.sessionToken();
    await page.route(
      (address) => address.searchParams.has("_data"),
      (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
    );
    await page.goto(launchAddress({ appOrigin: line.url, path, shop: shop.domain, token, now: new Date() }), {
      waitUntil: "networkidle",
    });
    const lcp = await page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          setTimeout(reject, 10_000, new Error("Nothing was painted."));
          new PerformanceObserver((list) => {
            resolve(list.getEntries().at(-1)?.startTime ?? NaN);
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
    const opened = new URL(page.url()).pathname;
    if (opened !== path) throw new Error(`${path} led to ${opened}.`);
    if (errors.length > 0) throw new AggregateError(errors, `${path} does not work.`);
    await page.screenshot({
      path: `${SCREENSHOTS}${path.replace(/^\/app$/, "/home").replace("/app", "")}.png`,
    });
    return { lcp, bytes: line.bytes(), requests };
  } finally {
    await context.close();
    line.close();
  }
}

function median(visits: Visit[]): Visit {
  const sorted = visits.toSorted((a, b) => a.lcp - b.lcp);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("There was no visit.");
  return middle;
}

function column(text: string): string {
  return text.padEnd(16);
}
