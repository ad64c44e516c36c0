import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { z } from "zod";
import { newId } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import { findDefinition, resolveNamespace, type MetafieldDefinition, type OwnerType } from "./metafields.ts";

/**
 * The app's own definitions, `[product.metafields.app.<key>]` and `[variant.metafields.app.<key>]` of a
 * `shopify.app.toml`; every shop that installs the app has them (shopify.dev: App configuration, custom data).
 */
export async function readDefinitions(
  appToml: string | undefined,
): Promise<Omit<MetafieldDefinition, "id">[]> {
  if (appToml === undefined) return [];
  const { product, variant } = tomlShape.parse(parse(await readFile(appToml, "utf8")));
  return [...declared("PRODUCT", product), ...declared("PRODUCTVARIANT", variant)];
}

export interface DefinitionInput {
  name: string;
  description?: string | null;
  namespace?: string | null;
  key: string;
  type: string;
  ownerType: string;
  capabilities?: { uniqueValues?: { enabled: boolean } | null } | null;
}

/** The messages are those recorded in airhorns/shopify-draft-proxy, metafield-definition-create-input-validation. */
export function createDefinition(
  shop: ShopState,
  input: DefinitionInput,
): MetafieldDefinition | { refused: UserError } {
  const namespace = resolveNamespace(input.namespace);
  const { key, type } = input;
  const refused = (field: string[], message: string, code: string) => ({
    refused: userError(["definition", ...field], message, code),
  });
  const ownerType = OWNER_TYPES.find((each) => each === input.ownerType);
  if (!ownerType)
    return refused(["ownerType"], `The sandbox has no ${input.ownerType} metafields.`, "INVALID");
  if (key.length < 2) return refused(["key"], "Key is too short (minimum is 2 characters)", "TOO_SHORT");
  if (!/^[\w-]+$/.test(key))
    return refused(["key"], "Key contains one or more invalid characters.", "INVALID_CHARACTER");
  if (findDefinition(shop, ownerType, { namespace, key }))
    return refused(["key"], `Key is in use for Product metafields on the '${namespace}' namespace.`, "TAKEN");
  const wanted = input.capabilities?.uniqueValues?.enabled;
  if (type === "id" && wanted === false)
    return refused(
      [],
      "Capability unique_values is required for type id but is disabled",
      "CAPABILITY_REQUIRED_BUT_DISABLED",
    );

  const definition: MetafieldDefinition = {
    id: newId(shop),
    name: input.name,
    description: input.description ?? null,
    namespace,
    key,
    type,
    ownerType,
    uniqueValues: wanted ?? type === "id",
  };
  shop.catalog.definitions.push(definition);
  return definition;
}

const OWNER_TYPES: OwnerType[] = ["PRODUCT", "PRODUCTVARIANT"];

const ownerShape = z
  .object({
    metafields: z
      .object({
        app: z
          .record(
            z.string(),
            z.object({
              type: z.string(),
              name: z.string().optional(),
              description: z.string().optional(),
              capabilities: z.object({ unique_values: z.boolean().optional() }).optional(),
            }),
          )
          .default({}),
      })
      .default({ app: {} }),
  })
  .default({ metafields: { app: {} } });

const tomlShape = z.object({ product: ownerShape, variant: ownerShape });

function declared(
  ownerType: OwnerType,
  owner: z.infer<typeof ownerShape>,
): Omit<MetafieldDefinition, "id">[] {
  return Object.entries(owner.metafields.app).map(([key, { type, name, description, capabilities }]) => ({
    name: name ?? key,
    description: description ?? null,
    namespace: resolveNamespace("$app"),
    key,
    type,
    ownerType,
    // Values of the type `id` are always unique.
    uniqueValues: capabilities?.unique_values ?? type === "id",
  }));
}
