/**
 * Sorts the test files into projects. The kind follows from what a file imports, directly or not: so a test that takes
 * the world gets one. The command that runs a file is `npm test`, unless a list below names it.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Files, and folders of files, of `npm run test:long`: the simulators' own tests, the tour, journeys, upgrades, the
 * operator's and developer's commands, and whole processes that die. `.ci/run` runs them.
 */
const LONG = [
  "test/browser/chromium.test.ts",
  "test/catalog/import/large-products.test.ts",
  "test/catalog/link-runs/link-run-killed.test.ts",
  "test/catalog/sync/sync-killed.test.ts",
  "test/catalog/without-bulk.test.ts",
  "test/connection/crash.test.ts",
  "test/development.test.ts",
  "test/journeys/by-steps.test.ts",
  "test/journeys/bulk-orders.test.ts",
  "test/journeys/choices.test.ts",
  "test/journeys/dry-run.test.ts",
  "test/journeys/first-week.test.ts",
  "test/journeys/reconciliation.test.ts",
  "test/journeys/own-prices.test.ts",
  "test/journeys/part-of-an-order.test.ts",
  "test/journeys/profit.test.ts",
  "test/journeys/restored-backup.test.ts",
  "test/journeys/rules.test.ts",
  "test/journeys/secrets.test.ts",
  "test/journeys/set-up.test.ts",
  "test/journeys/shopify-pages.test.ts",
  "test/journeys/support-pause.test.ts",
  "test/journeys/ten-cases.test.ts",
  "test/journeys/to-send.test.ts",
  "test/journeys/token-lost.test.ts",
  "test/journeys/two-shops.test.ts",
  "test/journeys/watched-order.test.ts",
  "test/lib/telemetry.test.ts",
  "test/orders/placing/broken-database.test.ts",
  "test/pages/pages.test.ts",
  "test/routes/fulfillment-notification.test.ts",
  "test/routes/notification-links.test.ts",
  "test/sandbox/",
  "test/scripts/admin/",
  "test/scripts/bound-process.test.ts",
  "test/scripts/migration.test.ts",
  "test/scripts/shop-check/",
  "test/scripts/wholesale-check/",
  "test/shipping/ten-shops.test.ts",
  "test/upgrade/due-work.test.ts",
  "test/upgrade/old-queues.test.ts",
  "test/upgrade/one-lease.test.ts",
  "test/upgrade/plain-names.test.ts",
  "test/upgrade/previous-release.test.ts",
  "test/upgrade/schema-version.test.ts",
  "test/upgrade/upgrade.test.ts",
  "test/wiring/database-numbers.test.ts",
  "test/wholesale/error-sentence.test.ts",
  "test/wholesale/foreign.test.ts",
  "test/wholesale/odd-items.test.ts",
  "test/wholesale/other-contract.test.ts",
  "test/wholesale/several-requests.test.ts",
  "test/wholesale/unread-page.test.ts",
];
/**
 * Files of `npm run check:nightly`: the database server, its pooler, its disk or its encryption fails or is slow, the
 * image, backups, and a clone into which npm installs from the registry.
 */
const NIGHTLY = [
  "test/database-tls.test.ts",
  "test/deploy/image.test.ts",
  "test/full-disk.test.ts",
  "test/journeys/behind-pooler.test.ts",
  "test/journeys/wrong-keyring.test.ts",
  "test/lib/setup-database.test.ts",
  "test/lib/setup-through-pooler.test.ts",
  "test/nightly/",
  "test/pooler.test.ts",
  "test/scripts/backup.test.ts",
  "test/scripts/dev-postgres/",
  "test/server.test.ts",
  "test/silent-database.test.ts",
  "test/upgrade/locked-table.test.ts",
];
/** Files that change their process for good: they stop it, change its database, or put its clock wrong. */
const ALONE = [
  "app/wiring/watch-supplier.server.ts",
  "app/wiring/start-process.server.ts",
  "test/lib/failover.test.ts",
  "test/support/database-clock.ts",
  "test/upgrade/former-database.ts",
];
/** Files that start a browser, a database, or the app in a process of its own. */
const PROCESSES = [
  "scripts/dev-postgres/embedded-postgres.ts",
  "test/browser/chromium.ts",
  "test/sandbox/bare-settings.ts",
  "test/support/killed.ts",
];
/** The app's settings, which lead to the world of the tests, or a database. */
const WORLD = ["app/lib/env.server.ts", "test/support/database.ts", "test/support/run-script.ts"];

type Kind = "alone" | "process" | "db" | "unit";
type Project = "nightly" | `long-${Kind}` | Kind;

/**
 * Returns the files of each project, those that wait the longest first.
 *
 * @throws Error if a list names a file that does not exist.
 */
export function testsByProject(): Record<Project, string[]> {
  const gone = [...NIGHTLY, ...LONG, ...ALONE, ...PROCESSES, ...WORLD].filter((name) => !existsSync(name));
  if (gone.length > 0)
    throw new Error(`test/support/projects.ts names ${gone.join()}, which does not exist.`);
  const none = (): string[] => [];
  const projects = {
    nightly: none(),
    "long-alone": none(),
    "long-process": none(),
    "long-db": none(),
    "long-unit": none(),
    alone: none(),
    process: none(),
    db: none(),
    unit: none(),
  };
  for (const file of globSync("test/**/*.test.{ts,tsx}").sort()) projects[projectOf(file)].push(file);
  return projects;
}

function projectOf(file: string): Project {
  const isIn = (list: string[]) => list.some((name) => file.startsWith(name));
  if (isIn(NIGHTLY)) return "nightly";
  return isIn(LONG) ? `long-${kindOf(file)}` : kindOf(file);
}

function kindOf(file: string): Kind {
  const imported = importedBy(file).add(file);
  if (ALONE.some((name) => imported.has(name))) return "alone";
  if (PROCESSES.some((name) => imported.has(name))) return "process";
  return WORLD.some((name) => imported.has(name)) ? "db" : "unit";
}

function importedBy(file: string, found = new Set<string>()): Set<string> {
  for (const name of imports(file)) {
    if (found.has(name)) continue;
    found.add(name);
    importedBy(name, found);
  }
  return found;
}

/** The repository's own modules that a module imports, but for types. */
function imports(file: string): string[] {
  const known = importsOf.get(file);
  if (known) return known;
  const names =
    /\.tsx?$/.test(file) && existsSync(file) ? [...readFileSync(file, "utf8").matchAll(IMPORT)] : [];
  const own = names.map((match) => path.join(path.dirname(file), match[1] ?? match[2] ?? ""));
  importsOf.set(file, own);
  return own;
}
const importsOf = new Map<string, string[]>();
/** `import … from "./…"`, `import "./…"`, `export … from "./…"` and `import("./…")`. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;"]*? from )?"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/gm;
