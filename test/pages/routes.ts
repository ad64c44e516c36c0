/** Lists the pages of the app by the routes that Remix lists. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export type PageRoute = {
  /** Such as "app.orders.$id". */
  name: string;
  /** The address, with its parameters: "/app/orders/:id". */
  address: string;
};

/** A route in the output of `remix routes --json`. `file` is relative to app/. */
type Listed = { id: string; file: string; path?: string; index?: boolean; children?: Listed[] };

/** Returns the routes that show a page of their own, sorted by name. */
export async function listPageRoutes(): Promise<PageRoute[]> {
  const { stdout } = await promisify(execFile)("node_modules/.bin/remix", ["routes", "--json"]);
  const pages = await Promise.all((JSON.parse(stdout) as Listed[]).map((route) => pagesOf(route, "/")));
  return pages.flat().toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function pagesOf(
  { id, file, path: part = "", children = [] }: Listed,
  above: string,
): Promise<PageRoute[]> {
  const address = path.posix.join(above, part);
  const inside = await Promise.all(children.map((child) => pagesOf(child, address)));
  // The page at a layout's address is its index.
  const isLayout = children.some(({ index }) => index);
  if (isLayout || !(await isPage(file))) return inside.flat();
  return [{ name: id.replace("routes/", ""), address }, ...inside.flat()];
}

/** Returns true if a route's file exports a component. A route without one answers requests for data. */
async function isPage(file: string): Promise<boolean> {
  return /^export default |\bas default\b|^export \{ default\b/m.test(
    await readFile(path.join("app", file), "utf8"),
  );
}
