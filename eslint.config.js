import boundaries from "eslint-plugin-boundaries";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** The floors of the house: imports go down, and rooms of floor 1 do not know each other. */
const floors = {
  lib: [],
  shopify: ["lib"],
  wholesale: ["lib"],
  shop: ["lib", "shopify"],
  queue: ["lib"],
  activity: ["lib", "wholesale", "shop", "shopify", "queue"],
  connection: ["lib", "wholesale", "shop", "shopify", "queue", "activity"],
  catalog: ["lib", "wholesale", "shop", "shopify", "queue", "activity", "connection"],
  wiring: ["lib", "wholesale", "shop", "shopify", "queue", "activity", "connection", "catalog"],
  pages: ["lib", "wholesale", "shop", "shopify", "queue", "activity", "connection", "catalog", "wiring"],
  server: ["lib", "wiring"],
};

export default tseslint.config(
  { ignores: ["build", "node_modules", ".artefacts", ".data", ".graphql", "app/shop/generated"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ["*.js"] } } },
    rules: {
      // Remix throws Responses.
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: [
            { from: "lib", name: "Response" },
            { from: "package", name: "TypedResponse", package: "@remix-run/server-runtime" },
          ],
        },
      ],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
  { files: ["app/**/*.tsx"], ...reactHooks.configs.flat.recommended },
  {
    files: ["app/**/*.{ts,tsx}", "server.ts"],
    plugins: { boundaries },
    settings: {
      "import/resolver": { typescript: { alwaysTryTypes: true } },
      "boundaries/include": ["app/**/*", "server.ts", "test/**/*"],
      "boundaries/elements": [
        { type: "shopify", pattern: "app/{shopify,session-storage}.server.ts", partialMatch: false },
        { type: "pages", pattern: "app/{root,entry.server,entry.client}.tsx", partialMatch: false },
        { type: "pages", pattern: "app/routes" },
        ...["lib", "wholesale", "shop", "queue", "activity", "connection", "catalog", "wiring"].map(
          (room) => ({
            type: room,
            pattern: `app/${room}`,
          }),
        ),
        { type: "server", pattern: "server.ts", partialMatch: false },
        { type: "test", pattern: "test" },
      ],
    },
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          policies: Object.entries(floors).map(([room, below]) => ({
            from: { element: { type: room } },
            allow: { to: { element: { types: { anyOf: [room, ...below] } } } },
          })),
        },
      ],
    },
  },
);
