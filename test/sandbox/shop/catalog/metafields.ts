import { newId } from "../ids.ts";
import { APP_ID, type ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";

export interface Metafield {
  id: number;
  /** As it is stored: `app--<number>` for the app's own. */
  namespace: string;
  key: string;
  type: string;
  value: string;
  ownerType: OwnerType;
  createdAt: Date;
  updatedAt: Date;
}

export interface MetafieldDefinition {
  id: number;
  name: string;
  description: string | null;
  namespace: string;
  key: string;
  type: string;
  ownerType: OwnerType;
  uniqueValues: boolean;
}

/** The types of owners of which this shop has objects. */
export type OwnerType = "PRODUCT" | "PRODUCTVARIANT";

export interface MetafieldInput {
  namespace?: string | null;
  key?: string | null;
  type?: string | null;
  value?: string | null;
}

/** `$app` and no namespace at all stand for the app's own (shopify.dev: Metafields, ownership). */
export function resolveNamespace(namespace: string | null | undefined): string {
  if (!namespace || namespace === "$app") return `app--${APP_ID}`;
  return namespace.startsWith("$app:") ? `app--${APP_ID}--${namespace.slice(5)}` : namespace;
}

export function findMetafield(
  metafields: Metafield[],
  namespace: string | null | undefined,
  key: string,
): Metafield | undefined {
  const stored = resolveNamespace(namespace);
  return metafields.find((each) => each.namespace === stored && each.key === key);
}

export function findDefinition(
  shop: ShopState,
  ownerType: OwnerType,
  { namespace, key }: { namespace: string; key: string },
): MetafieldDefinition | undefined {
  return shop.catalog.definitions.find(
    (each) => each.ownerType === ownerType && each.namespace === namespace && each.key === key,
  );
}

/** Another owner that holds this value of a definition with unique values. */
export function holderOf(
  shop: ShopState,
  definition: MetafieldDefinition,
  value: string,
): { id: number } | undefined {
  const { products, variants } = shop.catalog;
  const owners = definition.ownerType === "PRODUCT" ? products.values() : variants.values();
  for (const owner of owners)
    if (findMetafield(owner.metafields, definition.namespace, definition.key)?.value === value) return owner;
  return undefined;
}

/** Returns the errors in the metafields of one owner, which may not exist yet. */
export function metafieldErrors(
  shop: ShopState,
  { ownerType, ownerId }: { ownerType: OwnerType; ownerId: number | undefined },
  inputs: MetafieldInput[],
  path: string[],
): UserError[] {
  return inputs.flatMap((input, index) => {
    const at = [...path, String(index)];
    if (!input.key) return [invalid([...at, "key"], "Key can't be blank")];
    if (!input.value) return [invalid([...at, "value"], "Value can't be blank")];
    const namespace = resolveNamespace(input.namespace);
    if (/^app--/.test(namespace) && !new RegExp(`^app--${APP_ID}(--|$)`).test(namespace))
      return [
        invalid(at, "Access to this namespace and key on Metafields for this resource type is not allowed."),
      ];
    const definition = findDefinition(shop, ownerType, { namespace, key: input.key });
    const type = input.type ?? definition?.type;
    if (!type) return [invalid([...at, "type"], "Type can't be blank")];
    if (definition && type !== definition.type)
      return [invalid([...at, "type"], `Type '${type}' must be consistent with the definition's type.`)];
    const complaint = VALUE_RULES[type]?.(input.value);
    if (complaint !== undefined) return [invalid([...at, "value"], complaint)];
    const holder = definition?.uniqueValues ? holderOf(shop, definition, input.value) : undefined;
    if (holder && holder.id !== ownerId)
      return [
        userError(
          [...at, "value"],
          "Value is already assigned to another metafield.",
          "CAPABILITY_VIOLATION",
        ),
      ];
    return [];
  });
}

/** Returns the metafields that these inputs make. Those that existed before keep their ids. */
export function writeMetafields(
  shop: ShopState,
  { ownerType, existing, now }: { ownerType: OwnerType; existing: Metafield[]; now: Date },
  inputs: MetafieldInput[],
): Metafield[] {
  return inputs.map(({ namespace, key, type, value }) => {
    const name = { namespace: resolveNamespace(namespace), key: key ?? "" };
    const known = findMetafield(existing, name.namespace, name.key);
    const described = type ?? findDefinition(shop, ownerType, name)?.type ?? "";
    if (known?.value === value && known?.type === described) return known;
    return {
      id: known?.id ?? newId(shop),
      ...name,
      type: described,
      value: value ?? "",
      ownerType,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
    };
  });
}

function invalid(field: string[], message: string): UserError {
  return userError(field, message, "INVALID_METAFIELD");
}

/** The complaint about a value, by type; messages as in airhorns/shopify-draft-proxy, metafields-set-input-validation. */
const VALUE_RULES: Record<string, (value: string) => string | undefined> = {
  single_line_text_field: (value) =>
    value.includes("\n") ? "Value must be a single line text string." : undefined,
  id: (value) => (value.includes("\n") ? "Value must be a single line text string." : undefined),
  number_integer: (value) => (/^-?\d+$/.test(value) ? undefined : "Value must be an integer."),
  boolean: (value) => (/^(true|false)$/.test(value) ? undefined : "Value must be true or false."),
  json: (value) => {
    try {
      JSON.parse(value);
      return undefined;
    } catch (error) {
      return `Value is invalid JSON: ${error instanceof Error ? error.message : String(error)}.`;
    }
  },
};
