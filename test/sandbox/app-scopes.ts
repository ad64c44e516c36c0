import { readFile } from "node:fs/promises";

import { parse } from "smol-toml";
import { z } from "zod";

const shape = z.object({ access_scopes: z.object({ scopes: z.string() }) });

/** The access scopes that the app's `shopify.app.toml` asks for, and gets. */
export async function readScopes(appToml: string): Promise<string[]> {
  const { access_scopes: access } = shape.parse(parse(await readFile(appToml, "utf8")));
  return access.scopes.split(",").flatMap((scope) => scope.trim() || []);
}
