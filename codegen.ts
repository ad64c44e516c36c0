import { pluckConfig, preset } from "@shopify/api-codegen-preset";

/**
 * Types for every `#graphql` query in app/shop, from the schema that scripts/admin-schema.ts unpacks. The queries' types
 * pick from the schema's, so all of those are written, without their descriptions.
 */
export default {
  schema: ".graphql/admin-2026-10.schema.json",
  documents: ["app/shop/**/*.ts"],
  pluckConfig,
  generates: {
    "app/shop/generated/admin.types.d.ts": {
      plugins: ["typescript"],
      config: {
        enumsAsTypes: true,
        disableDescriptions: true,
        defaultScalarType: "string",
        scalars: { JSON: "unknown" },
      },
    },
    "app/shop/generated/admin.generated.d.ts": {
      preset,
      presetConfig: { apiType: "Admin", module: "@shopify/admin-api-client" },
    },
  },
};
