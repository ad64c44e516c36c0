/**
 * Which tests belong together, by what they import, directly or not. So a test that takes the world gets one, and no
 * list has to be kept.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Imported directly: a sandbox and the tour's steps through it, a whole server or Postgres to be started, upgraded or killed,
 * the checks of a live supplier or shop with every deviation, or the sandbox's own admin page.
 */
const LONG = [
  "scripts/dev-postgres/embedded-postgres.ts",
  "test/deploy/image.ts",
  "test/sandbox/admin/testing.ts",
  "test/sandbox/tour-catalogue.ts",
  "test/sandbox/tour.ts",
  "test/scripts/shop-check/checking.ts",
  "test/scripts/wholesale-check/checking.ts",
  "test/upgrade/former-database.ts",
];
/** A clone of its own, into which npm installs from the registry. */
const NIGHTLY = ["test/support/bare-clone.ts"];
/** A browser or a process of the app's own, or what holds for a whole process. */
const PROCESSES = [
  "scripts/dev-postgres/embedded-postgres.ts",
  "app/wiring/watch-supplier.server.ts",
  "app/wiring/start-process.server.ts",
  "test/browser/chromium.ts",
  "test/sandbox/bare-settings.ts",
  "test/support/killed.ts",
];
/** The app's settings, which lead to the world of the tests, or a database. */
const WORLD = ["app/lib/env.server.ts", "test/support/database.ts", "test/support/run-script.ts"];

/**
 * The files of each project, those that wait the longest first. `npm test` runs all but `long` and `nightly`, which have
 * commands of their own: `npm run test:long` and `npm run check:nightly`.
 *
 * @throws Error when a module that decides is no longer where it is looked for.
 */
export function testsByProject(): Record<"nightly" | "long" | "process" | "db" | "unit", string[]> {
  const gone = [...NIGHTLY, ...LONG, ...PROCESSES, ...WORLD].filter((name) => !existsSync(name));
  if (gone.length > 0)
    throw new Error(`Tests are sorted by what imports ${gone.join()}, which is not there.`);
  const none = (): string[] => [];
  const projects = { nightly: none(), long: none(), process: none(), db: none(), unit: none() };
  for (const file of globSync("test/**/*.test.{ts,tsx}").sort()) {
    const imported = importedBy(file);
    const leadsTo = (modules: string[]) => modules.some((name) => imported.has(name));
    if (leadsTo(NIGHTLY)) projects.nightly.push(file);
    else if (imports(file).some((name) => LONG.includes(name))) projects.long.push(file);
    else if (leadsTo(PROCESSES)) projects.process.push(file);
    else if (leadsTo(WORLD)) projects.db.push(file);
    else projects.unit.push(file);
  }
  return projects;
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
