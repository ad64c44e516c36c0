/**
 * Checks every `#graphql` operation in app/, extensions/ and scripts/ against Shopify's Admin schema, and writes the
 * types that these operations use. Git ignores the result.
 */
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { plugin, type TypeScriptDocumentsPluginConfig } from "@graphql-codegen/typescript-operations";
import {
  buildClientSchema,
  concatAST,
  getOperationAST,
  OperationTypeNode,
  parse,
  Source,
  validate,
  type DocumentNode,
} from "graphql";
import ts from "typescript";

import { readAdminSchema } from "./admin-schema.ts";

const SOURCES = "{app,extensions,scripts}/**/*.{ts,tsx}";
const TYPES = "app/shop/generated/admin.d.ts";

/**
 * Types custom scalars such as decimals and dates as strings, because JSON has them as strings. The scalar JSON can
 * be anything.
 */
const CONFIG: TypeScriptDocumentsPluginConfig = {
  namingConvention: "keep",
  defaultScalarType: "string",
  scalars: { JSON: "unknown" },
};

/** An operation, and its text in the code, by which TypeScript finds its types. */
type Operation = { text: string; document: DocumentNode };

/**
 * Returns the types of the operations in these files. `files` maps paths to code. The type `AdminOperations` maps an
 * operation's text to its types.
 *
 * @throws Error with file and line if an operation does not fit the schema or contains `${…}`.
 */
export async function adminTypes(files: Map<string, string>): Promise<string> {
  const operations = [...files].flatMap(([file, code]) => operationsIn(file, code));
  const schema = buildClientSchema((await readAdminSchema()).data);
  const errors = validate(schema, concatAST(operations.map(({ document }) => document)));
  if (errors.length > 0) throw new Error(errors.map(String).join("\n\n"));
  const { prepend = [], content } = await plugin(schema, operations, CONFIG, { outputFile: TYPES });
  const index = ["export interface AdminOperations {", ...operations.map(row), "}"];
  return [...prepend, content, ...index, ""].join("\n");
}

function operationsIn(file: string, code: string): Operation[] {
  const found: Operation[] = [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  const look = (node: ts.Node): void => {
    if (ts.isTemplateLiteral(node) && node.getText(source).startsWith("`#graphql")) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      // A text that is put together at run time would have no type.
      if (!ts.isNoSubstitutionTemplateLiteral(node))
        throw new Error(`${file}:${String(line)}: an operation has no \${…} in it.`);
      const { text } = node;
      found.push({ text, document: parse(new Source(text, file, { line, column: 1 })) });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function row({ text, document }: Operation): string {
  const operation = getOperationAST(document);
  const suffix = operation?.operation === OperationTypeNode.QUERY ? "Query" : "Mutation";
  const name = `${operation?.name?.value ?? ""}${suffix}`;
  return `  ${JSON.stringify(text)}: { data: ${name}; variables: ${name}Variables };`;
}

if (import.meta.main) {
  const files = globSync(SOURCES, { exclude: ["**/*.d.ts"] }).sort();
  const codes = files.map(async (file) => [file, await readFile(file, "utf8")] as const);
  await mkdir(path.dirname(TYPES), { recursive: true });
  await writeFile(TYPES, await adminTypes(new Map(await Promise.all(codes))));
}
