/**
 * Draws the imports into docs/architecture.md: those between the folders of app/, and those between the folders and
 * files of app/orders/. With `--check` it writes nothing, and exits with 1 if a drawing is out of date.
 */
import { readFile, writeFile } from "node:fs/promises";

import { cruise } from "dependency-cruiser";

const PAGE = "docs/architecture.md";

type Arrow = { from: string; to: string };

const { output } = await cruise(["app"], { includeOnly: "^app/", tsPreCompilationDeps: true });
if (typeof output === "string") throw new Error("dependency-cruiser reported instead of returning.");
const imports = output.modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
);

const page = await readFile(PAGE, "utf8");
const ofApp = draw(page, "app", withoutShortcuts(arrowsWithin("app")));
const drawn = draw(ofApp, "app/orders", arrowsWithin("app/orders"));
if (!process.argv.includes("--check")) {
  await writeFile(PAGE, drawn);
} else if (drawn !== page) {
  console.error(`${PAGE}: its drawings are out of date. Run: npm run generate`);
  process.exitCode = 1;
}

/** Returns the imports between the entries of this folder, without duplicates. */
function arrowsWithin(folder: string): Arrow[] {
  const inside = (file: string) => file.startsWith(`${folder}/`);
  const arrows = new Map<string, Arrow>();
  for (const each of imports.filter(({ from, to }) => inside(from) && inside(to))) {
    const [from, to] = [entryOf(each.from, folder), entryOf(each.to, folder)];
    if (from !== to) arrows.set(`${from} ${to}`, { from, to });
  }
  return [...arrows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, arrow]) => arrow);
}

/**
 * Returns the entry of a folder that contains a file, such as `placing/` for
 * `app/orders/placing/place-order.server.ts`. For a file directly in the folder, returns its name.
 */
function entryOf(file: string, folder: string): string {
  const [entry = "", ...rest] = file.slice(folder.length + 1).split("/");
  return rest.length > 0 ? `${entry}/` : entry;
}

/**
 * Leaves out an arrow if a path of other arrows leads to the same entry. This is the transitive reduction of a graph
 * without cycles.
 */
function withoutShortcuts(arrows: Arrow[]): Arrow[] {
  const next = (from: string) => arrows.filter((arrow) => arrow.from === from).map(({ to }) => to);
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of next(from)) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  return arrows.filter(({ from, to }) => !next(from).some((other) => other !== to && reached(other).has(to)));
}

/** Replaces the drawing between the two marks of a folder. */
function draw(text: string, folder: string, arrows: Arrow[]): string {
  const [begin, end] = [`<!-- ${folder}: drawn by npm run generate -->\n`, `<!-- ${folder}: end -->`];
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} lacks the marks of ${folder}.`);
  return before + begin + mermaid(arrows) + end + after;
}

function mermaid(arrows: Arrow[]): string {
  const entries = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort();
  const id = (entry: string) => entry.replaceAll(/\W/g, "_");
  const nodes = entries.map((entry) => `  ${id(entry)}["${entry}"]`);
  const lines = arrows.map(({ from, to }) => `  ${id(from)} --> ${id(to)}`);
  const count = `${String(entries.length)} nodes, ${String(arrows.length)} arrows.`;
  return ["```mermaid", "flowchart TD", ...nodes, ...lines, "```", "", count, ""].join("\n");
}
