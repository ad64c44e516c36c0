/** The README's commands in a bare clone, on each Node that it names with the npm of that Node. Takes up to an hour. */
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { startEmbeddedPostgres } from "../../scripts/dev-postgres/embedded-postgres.ts";
import { type BareClone, bareClone, type Release } from "../support/bare-clone.ts";

const NODE_20 = { node: "20.20.2", npm: "10.8.2" };
const NODE_22 = { node: "22.23.3", npm: "10.9.9" };
const NODE_24 = { node: "24.21.0", npm: "11.19.1" };
const asRoot = process.getuid?.() === 0;

const MATRIX = [
  { release: NODE_20, unprivileged: false, spaces: false },
  { release: NODE_20, unprivileged: true, spaces: true },
  { release: NODE_22, unprivileged: true, spaces: false },
  { release: NODE_22, unprivileged: false, spaces: true },
  { release: NODE_24, unprivileged: false, spaces: false },
  { release: NODE_24, unprivileged: true, spaces: true },
].map((cell) => ({
  ...cell,
  on: `Node ${cell.release.node} with npm ${cell.release.npm}`,
  as: cell.unprivileged ? "a user without rights" : asRoot ? "root" : "the current user",
  in: cell.spaces ? "a path with spaces" : "a plain path",
}));

async function fresh(release: Release, options: Parameters<typeof bareClone>[1] = {}): Promise<BareClone> {
  const clone = await bareClone(release, options);
  onTestFinished(clone.remove);
  return clone;
}

/** Runs commands that must end with 0. */
async function succeed(clone: BareClone, ...commands: string[]): Promise<void> {
  for (const command of commands) {
    const { code, output } = await clone.run(...command.split(" "));
    expect(code, `${command}\n${output.slice(-5000)}`).toBe(0);
  }
}

describe("npm ci and npm run sandbox", () => {
  it.each(MATRIX)("succeed, and succeed again without the network: $on as $as in $in", async (cell) => {
    if (cell.unprivileged && !asRoot) return;
    const clone = await fresh(cell.release, cell);
    await succeed(
      clone,
      "npm ci",
      "npm run -s sandbox -- --tour",
      "npm ci --offline",
      "npm run -s sandbox -- --tour",
    );
    expect(await clone.processes()).toEqual([]);
    expect(await clone.temporary()).toEqual([]);
  });

  it("reject an old Node in one sentence if npm has not installed a newer one", async () => {
    const clone = await fresh(NODE_20);
    await succeed(clone, "npm ci --omit=optional");
    const { code, output } = await clone.run(..."npm run -s sandbox".split(" "));
    expect(code).toBe(1);
    expect(output).toMatch(/^Stockbridge needs Node 22\.18 or newer, and this is v20\.20\.2: [^\n]*\n$/);
  });

  it.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "leave no process after %s in any phase, and the next start removes leftover files",
    async (signal) => {
      const clone = await fresh(NODE_20, { spaces: true });
      await succeed(clone, "npm ci");
      for (const phase of [/Building the app/, /Building the app/, /Stockbridge is ready/]) {
        const { pid, output, ended } = clone.start(..."npm run -s sandbox -- --port=0".split(" "));
        await vi.waitFor(() => expect(output()).toMatch(phase), { timeout: 300_000, interval: 20 });
        // Ctrl-C reaches the whole group, the others npm alone.
        process.kill(signal === "SIGINT" ? -pid : pid, signal);
        await ended;
        await vi.waitFor(async () => expect(await clone.processes()).toEqual([]), { timeout: 60_000 });
      }
      await succeed(clone, "npm run -s sandbox -- --tour");
      expect(await clone.temporary()).toEqual([]);
    },
  );
});

describe("a built app without development packages", () => {
  it("runs setup, the checks and the key rotation, starts, and ends in order when npm gets SIGTERM", async () => {
    const postgres = await startEmbeddedPostgres({});
    onTestFinished(postgres.stop);
    await postgres.createDatabase("fresh");
    const clone = await fresh(NODE_20);
    await succeed(clone, "npm ci", "npm run -s build", "npm ci --omit=dev");
    const settings = [
      `DATABASE_URL=${postgres.url("fresh")}`,
      "SHOPIFY_API_KEY=key",
      "SHOPIFY_API_SECRET=secret",
      "SHOPIFY_APP_URL=https://app.example.com",
      `STOCKBRIDGE_KEYRING=${JSON.stringify({ current: "a", keys: { a: Buffer.alloc(32).toString("base64") } })}`,
      "WHOLESALE_BASE_URL=https://127.0.0.1:9",
      "WHOLESALE_API_KEY=rk_none",
      "PORT=0",
    ];
    const run = (command: string) => clone.run("env", ...settings, ...command.split(" "));
    expect(await run("npm run -s setup")).toEqual({ code: 0, output: "The database is up to date.\n" });
    expect(await run("npm run -s secrets:rotate")).toMatchObject({ code: 0 });
    // No supplier answers, and no such shop has installed the app: each command says so in its own words.
    expect(await run("npm run -s wholesale:check")).toMatchObject({ code: 2, output: notMatching });
    expect(await run("npm run -s shop:check -- --shop=a")).toMatchObject({ code: 2, output: notMatching });

    const { pid, output, ended } = clone.start("env", ...settings, "npm", "start");
    await vi.waitFor(() => expect(output()).toMatch(/listens on port \d+/), { timeout: 60_000 });
    const port = /listens on port (\d+)/.exec(output())?.[1] ?? "";
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    process.kill(pid, "SIGTERM");
    expect(await ended).toMatchObject({ code: 0 });
    expect(await clone.processes()).toEqual([]);
  });
});

const notMatching = expect.not.stringMatching(/Named export|Cannot find|ERR_|at file:/) as string;
