import { createDefinition, type DefinitionInput } from "../catalog/metafield-definitions.ts";
import {
  findDefinition,
  findMetafield,
  metafieldErrors,
  resolveNamespace,
  writeMetafields,
  type Metafield,
  type MetafieldDefinition,
  type MetafieldInput,
  type OwnerType,
} from "../catalog/metafields.ts";
import { gid, numberIn, typeIn } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import { connect, type PageArgs } from "./connection.ts";
import type { Resolvers } from "./resolver.ts";

export const metafieldResolvers: Resolvers = {
  QueryRoot: {
    metafieldDefinitions: (
      _source,
      args: PageArgs & { ownerType: string; namespace?: string | null; key?: string | null },
      { shop },
    ) => {
      const wanted = shop.catalog.definitions.filter(
        ({ ownerType, namespace, key }) =>
          ownerType === args.ownerType &&
          (!args.namespace || namespace === resolveNamespace(args.namespace)) &&
          (!args.key || key === args.key),
      );
      return connect(wanted, args, describeDefinition);
    },
  },
  Mutation: {
    metafieldDefinitionCreate: (_source, { definition }: { definition: DefinitionInput }, { shop }) => {
      const made = createDefinition(shop, definition);
      return "refused" in made
        ? { createdDefinition: null, userErrors: [made.refused] }
        : { createdDefinition: describeDefinition(made), userErrors: [] };
    },
    metafieldsSet: (_source, { metafields }: { metafields: SetMetafield[] }, { shop, now }) =>
      setMetafields(shop, metafields, now),
    metafieldsDelete: (_source, { metafields }: { metafields: MetafieldIdentifier[] }, { shop }) => ({
      deletedMetafields: metafields.map((each) => (deleteMetafield(shop, each) ? each : null)),
      userErrors: [],
    }),
  },
};

interface MetafieldIdentifier {
  ownerId: string;
  namespace: string;
  key: string;
}

type SetMetafield = MetafieldInput & { ownerId: string };

/**
 * `metafieldsSet` is atomic and takes 25 at a time (Admin schema). The message as recorded in
 * airhorns/shopify-draft-proxy, metafields-set-input-validation.
 */
function setMetafields(shop: ShopState, inputs: SetMetafield[], now: Date) {
  const refused = (userErrors: UserError[]) => ({ metafields: null, userErrors });
  if (inputs.length > MAX_METAFIELDS)
    return refused([
      userError(
        ["metafields"],
        "Exceeded the maximum metafields input limit of 25.",
        "LESS_THAN_OR_EQUAL_TO",
      ),
    ]);
  const planned = inputs.map((input, index) => ({ input, index, owner: findOwner(shop, input.ownerId) }));
  const userErrors = planned.flatMap(({ input, index, owner }) =>
    owner
      ? metafieldErrors(shop, { ownerType: ownerTypeOf(input.ownerId), ownerId: owner.id }, [input], []).map(
          ({ field, message, code }) => ({
            message,
            // This mutation's schema lacks productSet's code.
            code: code === "INVALID_METAFIELD" ? "INVALID_VALUE" : code,
            field: ["metafields", String(index), ...(field ?? []).slice(1)],
          }),
        )
      : [userError(["metafields", String(index), "ownerId"], "Owner does not exist.", "INVALID")],
  );
  if (userErrors.length > 0) return refused(userErrors);
  const set = planned.flatMap(({ input, owner }) => {
    if (!owner) return [];
    const known = findMetafield(owner.metafields, input.namespace, input.key ?? "");
    const ownerType = ownerTypeOf(input.ownerId);
    const written = writeMetafields(shop, { ownerType, existing: owner.metafields, now }, [input]);
    owner.metafields = [...owner.metafields.filter((each) => each !== known), ...written];
    return written.map((metafield) => describeMetafield(shop, metafield));
  });
  return { metafields: set, userErrors: [] };
}

const MAX_METAFIELDS = 25;

function findOwner({ catalog }: ShopState, ownerId: string) {
  return ownerTypeOf(ownerId) === "PRODUCTVARIANT"
    ? catalog.variants.get(numberIn("ProductVariant", ownerId))
    : catalog.products.get(numberIn("Product", ownerId));
}

function ownerTypeOf(ownerId: string): OwnerType {
  return typeIn(ownerId) === "ProductVariant" ? "PRODUCTVARIANT" : "PRODUCT";
}

/** Returns true if the metafield existed: for a missing one, Shopify answers null and nothing else. */
function deleteMetafield(shop: ShopState, { ownerId, namespace, key }: MetafieldIdentifier): boolean {
  const owner = findOwner(shop, ownerId);
  const found = owner && findMetafield(owner.metafields, namespace, key);
  if (!owner || !found) return false;
  owner.metafields = owner.metafields.filter((each) => each !== found);
  return true;
}

/** The fields `metafield` and `metafields` of an owner. */
export function metafieldFields(shop: ShopState, metafields: Metafield[]) {
  const describe = (metafield: Metafield) => describeMetafield(shop, metafield);
  return {
    metafield: ({ namespace, key }: { namespace?: string | null; key: string }) => {
      const found = findMetafield(metafields, namespace, key);
      return found ? describe(found) : null;
    },
    metafields: (args: PageArgs & { namespace?: string | null; keys?: string[] | null }) => {
      const keys = args.keys?.map((each) => each.split(".").at(-1));
      const wanted = metafields.filter(
        ({ namespace, key }) =>
          (!args.namespace || namespace === resolveNamespace(args.namespace)) &&
          (!keys || keys.includes(key)),
      );
      return connect(wanted, args, describe);
    },
  };
}

function describeMetafield(shop: ShopState, metafield: Metafield) {
  const { id, namespace, key, type, value, ownerType } = metafield;
  return {
    __typename: "Metafield",
    id: gid("Metafield", id),
    legacyResourceId: String(id),
    namespace,
    key,
    type,
    value,
    jsonValue: () => parsed(type, value),
    ownerType,
    definition: () => {
      const definition = findDefinition(shop, ownerType, metafield);
      return definition ? describeDefinition(definition) : null;
    },
    createdAt: isoTime(metafield.createdAt),
    updatedAt: isoTime(metafield.updatedAt),
  };
}

function describeDefinition(definition: MetafieldDefinition) {
  const { id, name, description, namespace, key, type, ownerType, uniqueValues } = definition;
  return {
    id: gid("MetafieldDefinition", id),
    name,
    description,
    namespace,
    key,
    ownerType,
    type: { name: type, category: "CUSTOM" },
    capabilities: {
      uniqueValues: { enabled: uniqueValues, eligible: true },
      adminFilterable: { enabled: false, eligible: true },
    },
  };
}

function parsed(type: string, value: string): unknown {
  return ["json", "number_integer", "boolean"].includes(type) ? (JSON.parse(value) as unknown) : value;
}
