import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/**
 * Starts the Chromium that comes with the install, on the libraries and fonts that came with it and not on the
 * system's. `close()` on the browser ends all its processes; so does the end of this one.
 *
 * @throws Error on a machine for which the package holds no browser.
 */
export async function launchChromium(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`The install brings no browser for ${process.platform} on ${process.arch}.`);
  }
  const home = await unpackOnce();
  return chromium.launch({
    executablePath: path.join(home, "chromium"),
    args: ARGUMENTS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(home, "al2023/lib"),
      FONTCONFIG_PATH: path.join(home, "fonts"),
    },
  });
}

/**
 * Opens a page as a merchant's browser does.
 *
 * @returns the page, and the errors and warnings of its console as they come, with those of React's hydration.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({
    ...options,
    viewport: { width: 1280, height: 860 },
    // Shopify's package rejects browsers that call themselves headless.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
  });
  page.setDefaultTimeout(180_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

/**
 * The package's own list is not used whole: it puts everything into one process and switches off web security and site
 * isolation, so that the admin and the app's frame would no longer be strangers to each other.
 */
const ARGUMENTS = [
  // As root, and in most containers, Chromium cannot make a sandbox of its own.
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--font-render-hinting=none",
  // It sends nothing to the network.
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Beside the package that it comes from, so that it goes with it. */
const CACHE = path.resolve(import.meta.dirname, "../../node_modules/.cache/chromium");

/**
 * The folder with the unpacked browser. Several processes may be the first at once: each unpacks into a folder of its
 * own, and the rename lets one of them win.
 */
async function unpackOnce(): Promise<string> {
  const require = createRequire(import.meta.url);
  const manifest = path.join(path.dirname(require.resolve("@sparticuz/chromium")), "../package.json");
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const home = path.join(CACHE, version);
  if (await exists(home)) return home;
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(path.join(CACHE, "unpacking-"));
  try {
    await unpack(own);
    await pointToFonts(own, home);
    await rename(own, home).catch(async (error: unknown) => {
      if (!(await exists(home))) throw error;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return home;
}

/**
 * The package unpacks into the folder for temporary files, and its libraries only on what it takes for Amazon's
 * functions. A process of its own can be told both without a trace in this one.
 */
async function unpack(folder: string): Promise<void> {
  const program = `import chromium from "@sparticuz/chromium"; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
  });
}

/** The package's font settings expect everything in /tmp. */
async function pointToFonts(folder: string, home: string): Promise<void> {
  const settings = path.join(folder, "fonts/fonts.conf");
  const text = await readFile(settings, "utf8");
  await writeFile(settings, text.replaceAll("/tmp/fonts", path.join(home, "fonts")));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
