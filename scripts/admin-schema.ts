import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import type { IntrospectionQuery } from "graphql";

export const API_VERSION = "2026-10";

/**
 * Shopify's Admin schema, and the scopes for its fields and types. If a field lists several scopes, one of them
 * suffices.
 */
export interface AdminSchemaFile {
  data: IntrospectionQuery;
  offline_scopes: {
    items: { typeName: string; fieldName?: string; requiredAccess: string; offlineScopes: string[] }[];
  };
}

/**
 * Reads the Admin schema from Shopify's package `@shopify/dev-mcp`. We check our operations against it and generate
 * their types from it, and the simulated shop executes it.
 */
export async function readAdminSchema(): Promise<AdminSchemaFile> {
  // Finds the package by its package.json. `import.meta.resolve` does not exist in vitest, and `require.resolve`
  // fails because the package has no exports.
  const manifest = findPackageJSON("@shopify/dev-mcp", import.meta.url);
  if (manifest === undefined)
    throw new Error("@shopify/dev-mcp, which holds the Admin schema, is not installed.");
  const packed = await readFile(path.join(path.dirname(manifest), `dist/data/admin_${API_VERSION}.json.gz`));
  return JSON.parse((await promisify(gunzip)(packed)).toString("utf8")) as AdminSchemaFile;
}
