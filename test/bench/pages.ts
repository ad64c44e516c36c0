/**
 * `npm run bench:pages [-- --only=/app/catalog,/app/orders]`, three figures per page:
 *
 * - scripts, as sent: each page of the build, beside the limit that `test/routes/page-scripts.test.ts` holds.
 * - largest contentful paint of a first visit, nothing cached, in the real browser on Lighthouse's slow 4G and a slow phone
 *   (1,638 kbit/s, 150 ms, CPU ÷ 4), and the bytes that crossed the line. Screenshots are left in `.artefacts/bench/`.
 * - the server's time for the document, on a fast line and with no other load.
 *
 * Ends with 1 when a page misses a goal.
 *
 * The pages are opened straight from the built server, without the admin around them: the sandbox's gateway would undo
 * their compression. Outside the admin, App Bridge would open the admin instead of the page, so the bench replaces it with
 * an inert one, and itself adds the session token to data requests. (The admin has loaded the real one before.)
 */
import { mkdir } from "node:fs/promises";
import { parseArgs } from "node:util";

import type { Browser } from "playwright-core";

import { launchChromium } from "../browser/chromium.ts";
import { launchAddress } from "../sandbox/admin/launch-address.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { seePlaced, takeOrder } from "../sandbox/tour-orders.ts";
import { listPageScripts, SCRIPTS_AT_MOST } from "./page-scripts.ts";
import { openSlowLine } from "./slow-line.ts";
import { percentile } from "./statistics.ts";

/** Pages of a shop that is connected, and has a product and an order. */
const PAGES = [
  "/app",
  "/app/orders",
  "/app/catalog",
  "/app/links",
  "/app/sync",
  "/app/profit",
  "/app/branding",
  "/app/settings",
];
const LCP_AT_MOST_MS = 2500;
const LINE = { bytesPerSecond: 1_638_000 / 8, roundTripMs: 150 };
const CPU_SLOWDOWN = 4;
/** Visits per page, whose median counts. */
const VISITS = 5;
/** Documents per page whose time on the server is measured. The first ones compile the page's code. */
const DOCUMENTS = { measured: 100, before: 10 };
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

const { values: options } = parseArgs({ options: { only: { type: "string" } } });
const wanted = options.only?.split(",") ?? null;
const unknown = wanted?.find((page) => !PAGES.includes(page));
if (unknown !== undefined) throw new Error(`Pages to measure are: ${PAGES.join(", ")}.`);

type Visit = { lcp: number; bytes: number; requests: number };

process.stdout.write(`${["page", "bytes of scripts", "at most"].map(column).join("")}\n`);
for (const { route, bytes } of await listPageScripts("en")) {
  if (bytes > SCRIPTS_AT_MOST) process.exitCode = 1;
  process.stdout.write(`${[route, String(bytes), String(SCRIPTS_AT_MOST)].map(column).join("")}\n`);
}

const sandbox = await startSandbox();
const browser = await launchChromium();
try {
  await mkdir(SCREENSHOTS, { recursive: true });
  const head = ["page", "LCP ms", "at most", "KB", "requests", "server p50 ms", "server p95 ms"];
  process.stdout.write(`\n${head.map(column).join("")}\n`);
  const { url } = await sandbox.startAnotherApp();
  if (wanted === null) await measure("/app", { url, name: "home, empty" });
  const { supplier, wholesale } = sandbox;
  await sandbox.merchant().submit("/app/settings", "routes/app.settings", {
    intent: "connect",
    ...(wholesale?.account ?? supplier.account),
  });
  await importProduct(sandbox);
  const { order } = await takeOrder(sandbox);
  await seePlaced(sandbox, order);
  for (const page of wanted ?? PAGES) await measure(page, { url });
} finally {
  await browser.close();
  await sandbox.stop();
}

async function measure(page: string, { url, name = page }: { url: string; name?: string }): Promise<void> {
  const visits: Visit[] = [];
  for (let visit = 0; visit < VISITS; visit += 1)
    visits.push(await firstVisit(browser, sandbox, { url, page, name }));
  const { lcp, bytes, requests } = median(visits);
  if (lcp > LCP_AT_MOST_MS) process.exitCode = 1;
  const { p50, p95 } = await serverTimes(url, page);
  const figures = [lcp, LCP_AT_MOST_MS, bytes / 1000, requests].map((figure) => figure.toFixed(0));
  process.stdout.write(`${[name, ...figures, p50.toFixed(1), p95.toFixed(1)].map(column).join("")}\n`);
}

/** Opens a page's document again and again, one at a time. */
async function serverTimes(url: string, path: string): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let count = 0; count < DOCUMENTS.before + DOCUMENTS.measured; count += 1) {
    const address = await addressOf(sandbox, { url, path });
    const from = performance.now();
    const response = await fetch(address, { headers: { "user-agent": userAgent(browser) } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${String(response.status)}.`);
    if (count >= DOCUMENTS.before) times.push(performance.now() - from);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

async function addressOf({ shop }: Sandbox, { url, path }: { url: string; path: string }): Promise<string> {
  const [first] = shop.shops;
  if (!first) throw new Error("The sandbox has no shop.");
  const token = await shop.sessionToken();
  return launchAddress({ appOrigin: url, path, shop: first.domain, token, now: new Date() });
}

function userAgent(of: Browser): string {
  return `Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${of.version()} Mobile Safari/537.36`;
}

async function firstVisit(
  browser: Browser,
  sandbox: Sandbox,
  { url, page: path, name }: { url: string; page: string; name: string },
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    userAgent: userAgent(browser),
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
    const token = await sandbox.shop.sessionToken();
    await page.route(
      (address) => address.searchParams.has("_data"),
      (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
    );
    await page.goto(await addressOf(sandbox, { url: line.url, path }), { waitUntil: "networkidle" });
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
      path: `${SCREENSHOTS}/${name
        .replace(/^\/app$/, "home")
        .replace("/app/", "")
        .replace(", ", "-")}.png`,
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

function column(text: string, at: number): string {
  return text.padEnd(at === 0 ? 32 : 18);
}
