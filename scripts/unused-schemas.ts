import { parseAst, type Plugin } from "vite";

const USES_ZOD = /^import .* from "zod";$/m;

/**
 * Keeps zod, and schemas that only the server uses, out of the browser's code. A bundler keeps the calls that create
 * schemas, because a call may have side effects. This plugin marks these calls as free of side effects.
 */
export const unusedSchemas: Plugin = {
  name: "stockbridge:unused-schemas",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
  transform(code, id) {
    if (!id.includes("/app/") || !USES_ZOD.test(code)) return null;
    const calls = parseAst(code).body.flatMap((statement) => {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declared?.type !== "VariableDeclaration") return [];
      return declared.declarations.flatMap(({ init }) => (init?.type === "CallExpression" ? [init] : []));
    });
    const marked = calls.toReversed().reduce((text, call) => {
      const { start, end } = call as unknown as { start: number; end: number };
      return `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`;
    }, code);
    return { code: marked, map: null };
  },
};
