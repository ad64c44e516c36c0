import { pluckConfig, preset } from "@shopify/api-codegen-preset";

/**
 * Types for every `#graphql` query in app/shop, from the schema that scripts/admin-schema.ts unpacks. Only the
 * types that the queries use are written.
 */
export default {
  schema: ".graphql/admin-2026-10.schema.json",
  documents: ["app/shop/**/*.ts"],
  pluckConfig,
  generates: {
    "app/shop/generated/admin.types.d.ts": {
      plugins: ["typescript"],
      config: { onlyOperationTypes: true, defaultScalarType: "string", scalars: { JSON: "unknown" } },
    },
    "app/shop/generated/admin.generated.d.ts": {
      preset,
      presetConfig: { apiType: "Admin", module: "@shopify/admin-api-client" },
    },
  },
};
