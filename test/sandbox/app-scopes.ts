import { readFile } from "node:fs/promises";

import { parse } from "smol-toml";
import { z } from "zod";

const shape = z.object({
  access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()).default([]) }),
});

/** The access scopes that the app's `shopify.app.toml` gets with the installation, and those that it may ask for later. */
export async function readScopes(appToml: string): Promise<{ scopes: string[]; optionalScopes: string[] }> {
  const { access_scopes: access } = shape.parse(parse(await readFile(appToml, "utf8")));
  const scopes = access.scopes.split(",").flatMap((scope) => scope.trim() || []);
  return { scopes, optionalScopes: access.optional_scopes };
}
