import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

import type Axe from "axe-core";
import type { Browser, Frame, Page } from "playwright-core";

import { translator } from "../../app/messages/translate.ts";
import { openPage } from "../browser/chromium.ts";
import { hydrated } from "../browser/hydrated.ts";
import type { Look } from "./examples.ts";
import { type PageWorld, SHOPS } from "./page-world.ts";
import type { View } from "./views.ts";

const require = createRequire(import.meta.url);
const WITHIN_MS = 180_000;
/** A folder for screenshots; without it, none are made. */
const { SCREENSHOTS } = process.env;
const DESKTOP = { width: 1280, height: 860 };
const README_SIZE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Screenshots of longer pages are cut off. */
const HEIGHT_AT_MOST = 4_000;
const SETTLED_AFTER_MS = 1_000;

export type PageBrowser = {
  page: Page;
  complaints: string[];
  /** Shows a view on a desktop, and waits until all of it is there. */
  show: (view: View) => Promise<void>;
  /** Returns what axe finds on a desktop and on a phone, one sentence per finding. */
  findBarriers: () => Promise<string[]>;
  /** Takes a screenshot of the whole view on a desktop and one on a phone, if SCREENSHOTS names a folder. */
  screenshot: (name: string) => Promise<void>;
  /** Undoes what the view has changed for other views. */
  leave: (view: View) => Promise<void>;
};

type Opening = { shop: View["shop"]; locale: string; world: PageWorld };

/** Opens the admin of a shop, or the pages outside it, in a language. */
export async function openBrowser(browser: Browser, opening: Opening): Promise<PageBrowser> {
  const { shop, locale, world } = opening;
  // The pages' own policy would refuse the font of `fontScript`.
  const { page, complaints } = await openPage(browser, { locale, bypassCSP: SCREENSHOTS !== undefined });
  if (SCREENSHOTS !== undefined) await page.addInitScript(await fontScript());
  page.setDefaultTimeout(WITHIN_MS);
  const t = translator(locale);
  const isOutside = shop === "outside";
  if (!isOutside) await openAdmin(page, { ...opening, shop });
  const frame = isOutside ? page.mainFrame() : appFrame(page);
  const look: Look = { page, frame, t, world, goTo: (to) => goTo(frame, to) };
  return {
    page,
    complaints,
    show: async (view) => {
      if (isOutside) {
        await page.goto(view.path, { waitUntil: "networkidle" });
        if (page.url() !== view.path) throw new Error(`It leads to ${page.url()}.`);
        return;
      }
      // A form keeps typed values until another page is opened.
      await goTo(frame, "/app/no-such-page");
      await goTo(frame, view.path);
      await view.act?.(look);
      await view.shows?.(look).waitFor({ timeout: WITHIN_MS });
    },
    findBarriers: async () => {
      const found = [];
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await settle(frame);
        found.push(...(await findBarriers(frame)), ...(await frame.evaluate(findOutside)));
      }
      return [...new Set(found)];
    },
    screenshot: async (name) => {
      if (SCREENSHOTS === undefined) return;
      for (const [size, suffix] of [
        [PHONE, "-phone"],
        [DESKTOP, ""],
      ] as const) {
        await page.setViewportSize(size);
        await settle(frame);
        const hidden = await frame.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        await page.setViewportSize({ ...size, height: Math.min(size.height + hidden, HEIGHT_AT_MOST) });
        await settle(frame);
        await page.screenshot({ path: path.join(SCREENSHOTS, locale, `${name}${suffix}.png`) });
      }
      await page.setViewportSize(DESKTOP);
    },
    leave: async (view) => {
      await view.undo?.(look);
    },
  };
}

/** The router of Remix. */
type WithRouter = { __remixRouter?: { navigate: (to: string) => Promise<void> } };

/** Leads the app's frame to a page as a link does, without loading the document again. */
async function goTo(frame: Frame, path: string): Promise<void> {
  await frame.evaluate(async (to) => {
    await (globalThis as WithRouter).__remixRouter?.navigate(to);
    // React renders the page in small steps, so this waits until it has none left.
    await new Promise((drawn) => requestAnimationFrame(() => requestIdleCallback(drawn, { timeout: 500 })));
  }, path);
}

/** Writes a picture of the open page as WebP, through the browser's own protocol: Playwright offers no WebP. */
export async function pictureForReadme({ page }: PageBrowser, file: string): Promise<void> {
  await page.setViewportSize(README_SIZE);
  await settle(appFrame(page));
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(data, "base64"));
}

async function openAdmin(
  page: Page,
  { shop, locale, world }: Opening & { shop: keyof typeof SHOPS },
): Promise<void> {
  const domain = SHOPS[shop];
  const { sandbox } = world;
  const owner = sandbox.shop.shops.find((each) => each.domain === domain)?.owner;
  if (owner) owner.locale = locale;
  const store = domain.replace(".myshopify.com", "");
  await page.goto(`${sandbox.addresses.admin}/store/${store}/apps/stockbridge/app`);
  await hydrated(page);
}

/** Returns a script that adds the font of Polaris, so that screenshots look the same on every machine. */
async function fontScript(): Promise<string> {
  const styles = require.resolve("@fontsource-variable/inter/index.css");
  const faces = [
    ...(await readFile(styles, "utf8")).matchAll(
      /url\((\.\/files\/[^)]+)\)[^;]*;\s*unicode-range: ([^;]+);/g,
    ),
  ];
  const added = faces.map(async ([, file = "", unicodeRange]) => {
    const content = (await readFile(path.join(path.dirname(styles), file))).toString("base64");
    const source = JSON.stringify(`url(data:font/woff2;base64,${content})`);
    return `document.fonts.add(new FontFace("Inter", ${source}, ${JSON.stringify({ weight: "100 900", unicodeRange })}));`;
  });
  return (await Promise.all(added)).join("\n");
}

function appFrame(page: Page): Frame {
  const frame = page.frames().find((each) => each.parentFrame() !== null);
  if (!frame) throw new Error("The admin shows no app.");
  return frame;
}

/** Waits until nothing moves: a color that fades in has less contrast. */
async function settle(frame: Frame): Promise<void> {
  await frame.evaluate(async (atMost) => {
    await new Promise((drawn) =>
      requestAnimationFrame(() => requestIdleCallback(drawn, { timeout: atMost })),
    );
    const moving = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
      );
    // A replaced animation never finishes.
    const over = new Promise((resolve) => setTimeout(resolve, atMost));
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), over]);
  }, SETTLED_AFTER_MS);
}

/** Rules that axe does not run by default: a label contains the visible text, and a target is large enough to hit. */
const MORE_RULES = ["label-content-name-mismatch", "target-size"];

/** Rules for whole documents, which are not run on a block: it is a part of Shopify's page, which the app does not make. */
const OF_DOCUMENTS = [
  "document-title",
  "html-has-lang",
  "landmark-one-main",
  "page-has-heading-one",
  "region",
];

/** Returns what axe finds in the blocks on one of Shopify's pages. */
export async function findInBlocks({ page }: PageBrowser): Promise<string[]> {
  const blocks = page.frames().filter((frame) => frame.parentFrame() !== null);
  const found = await Promise.all(blocks.map((block) => findBarriers(block, OF_DOCUMENTS)));
  return found.flat();
}

async function findBarriers(frame: Frame, without: string[] = []): Promise<string[]> {
  if (await frame.evaluate(() => !("axe" in globalThis)))
    await frame.evaluate(await readFile(require.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await frame.evaluate(
    async ({ more, less }) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      const rules = {
        ...Object.fromEntries(more.map((id) => [id, { enabled: true }])),
        ...Object.fromEntries(less.map((id) => [id, { enabled: false }])),
      };
      return axe.run(document, { rules, resultTypes: ["violations"] });
    },
    { more: MORE_RULES, less: without },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id} (${help}): ${target.join(" ")} ${html.slice(0, 200)}`),
  );
}

/** Runs in the page. Returns what is wider than the screen, and texts at its edge. */
function findOutside(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`The page is ${String(scrollWidth)} pixels wide.`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const atEdge: string[] = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNode(texts.currentNode);
    const { left, width, height } = range.getBoundingClientRect();
    // Text that only screen readers read is a pixel wide.
    const isSeen = width > 1 && height > 1 && texts.currentNode.parentElement?.checkVisibility();
    const text = texts.currentNode.textContent?.trim() ?? "";
    if (isSeen && text !== "" && left >= 0 && left < 6 && !isScrolled(texts.currentNode.parentElement))
      atEdge.push(`At the edge: ${text}`);
  }
  /** Returns true if an element is in a part that is scrolled sideways, such as tabs whose last one is selected. */
  function isScrolled(element: Element | null): boolean {
    return element !== null && (element.scrollLeft > 0 || isScrolled(element.parentElement));
  }
  return [...wide, ...atEdge];
}
