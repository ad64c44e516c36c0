/**
 * Unpacks Shopify's Admin schema (2026-10) from `@shopify/dev-mcp` to where the code generator reads it, so that
 * types are generated without asking Shopify.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import path from "node:path";
import { gunzipSync } from "node:zlib";

const manifest = findPackageJSON("@shopify/dev-mcp", import.meta.url);
if (manifest === undefined) throw new Error("@shopify/dev-mcp is not installed.");
const packed = await readFile(path.join(path.dirname(manifest), "dist/data/admin_2026-10.json.gz"));
const { data } = JSON.parse(gunzipSync(packed).toString("utf8")) as { data: unknown };
await mkdir(".graphql", { recursive: true });
await writeFile(".graphql/admin-2026-10.schema.json", JSON.stringify(data));
