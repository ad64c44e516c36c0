import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

import { plainComments } from "./scripts/eslint/plain-comments.ts";

/** Files that may not contain texts for people, because these belong into app/messages. */
const wordless = ["app/components/**", "app/root.tsx", "app/routes/**/*.tsx", "extensions/*/src/**/*.tsx"];
const words = {
  message: "Words for people are messages: put them into app/messages/en/ and say t(code).",
  selectors: [
    "JSXText[value=/\\p{L}/u]",
    // Matches strings that begin with a capital letter, or have letters around a space. Code, addresses, styles and
    // compared values do not.
    ":not(ImportDeclaration, BinaryExpression) > Literal[value=/^\\p{Lu}\\p{Ll}|\\p{L}[.,:;!?]? \\p{L}/u]:not(JSXAttribute[name.name=/^(style|columns|selectedItemsCount)$/] *)",
    "TemplateElement[value.cooked=/^\\p{Lu}\\p{Ll}|\\p{L}[.,:;!?]? |[ “]\\p{L}/u]",
    "JSXAttribute[name.name=/^(title|subtitle|label|alt|placeholder|helpText|error|aria-label)$/] > Literal[value=/\\p{L}{3}/u]",
    "Property[key.name=/^(title|label|content|text|helpText|description)$/] > Literal[value=/\\p{L}{3}/u]",
  ],
};

/** Finds spreads of a literal into a literal, which people use only to change the formatter's line breaks. */
const literalSpreads = [
  "ObjectExpression > SpreadElement > ObjectExpression",
  ":matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression",
].map((selector) => ({
  selector,
  message: "Write the members out: a literal is not spread into a literal.",
}));

/**
 * Finds patches of library objects, which break with an upgrade of the library. tenant-adapter.server.ts uses
 * Prisma's official extension point.
 */
const patches = [
  "AssignmentExpression > MemberExpression.left[property.name='query']",
  "ClassDeclaration[superClass] MethodDefinition[key.name='query']",
  "MemberExpression[object.name='process'][property.name='nextTick']",
].map((selector) => ({
  selector,
  message: "Do not replace or override a client's query, and do not use process.nextTick.",
}));

/**
 * Finds names that the migration plain_names replaced. Only statuses of Shopify and the supplier are still spelled
 * "cancelled".
 */
const formerNames = [
  "Identifier[name=/^(unowned|intended|doubts|doubtedAt|parcels?|supplier(Find|Word|Doubt))$|Parcel(?!force)|Cancelled/]",
  "Literal[value=/^(orders\\.[a-z-]+\\.)?(over-here|waits-here|(alive|second|rejected|cancelled)-there)$|(not|rest)-cancelled|(^|[.-])parcels?([.-]|$)/]",
  "TemplateElement[value.raw=/'cancelled'|\\b(unowned|intended|doubts|doubted_at)\\b|supplier_(find|word|doubt)/]",
].map((selector) => ({
  selector,
  message:
    "Rows no longer have this name: prisma/migrations/20261128060000_plain_names says what it is called now.",
}));

const OPENS_DATABASE = "Only app/lib/database/db.server.ts opens the database: use inShop or asSystem.";

export default tseslint.config(
  {
    ignores: [
      "build",
      "node_modules",
      ".artefacts",
      ".data",
      "app/shop/generated",
      "extensions/*/shopify.d.ts",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ["*.js"] } } },
    plugins: { ours: { rules: { "plain-comments": plainComments } } },
    rules: {
      "ours/plain-comments": "error",
      "no-restricted-syntax": ["error", ...literalSpreads],
      "no-duplicate-imports": "error",
      // Allows throwing Responses, as Remix does.
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
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    // Allows `any`, because JSON from HTTP and vitest's matchers are untyped, and the tests' expectations check the
    // values.
    files: ["test/**/*.test.ts", "test/**/*testing.ts"],
    rules: {
      "@typescript-eslint/no-explicit-any": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
  {
    // Only these modules may use the database, and only one may call the supplier.
    files: ["app/**/*.{ts,tsx}", "server.ts"],
    ignores: [
      "app/lib/database/db.server.ts",
      "app/lib/database/transaction.server.ts",
      "app/wholesale/client.server.ts",
      "app/lib/http/lean-fetch.ts",
    ],
    rules: {
      "no-restricted-properties": [
        "error",
        ...["$queryRaw", "$executeRaw", "$queryRawUnsafe", "$executeRawUnsafe"].map((property) => ({
          property,
          message: "SQL goes through queryRows and execute (app/lib/database/statement.server.ts).",
        })),
      ],
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "ky", message: "Only app/wholesale/client.server.ts calls the supplier." },
            { name: "undici", message: "Only app/lib/http/lean-fetch.ts sends requests by it." },
            {
              name: "@prisma/client",
              importNames: ["PrismaClient"],
              allowTypeImports: true,
              message: OPENS_DATABASE,
            },
          ],
          patterns: [
            {
              regex: "/transaction\\.server\\.ts$",
              importNames: ["transaction", "runAlone"],
              message: OPENS_DATABASE,
            },
          ],
        },
      ],
    },
  },
  {
    files: ["{app,extensions}/**/*.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", ...literalSpreads, ...patches, ...formerNames] },
  },
  { files: ["{app,extensions}/**/*.tsx"], ...reactHooks.configs.flat.recommended },
  {
    files: wordless,
    rules: {
      "no-restricted-syntax": [
        "error",
        ...literalSpreads,
        ...patches,
        ...formerNames,
        ...words.selectors.map((selector) => ({ selector, message: words.message })),
      ],
    },
  },
);
