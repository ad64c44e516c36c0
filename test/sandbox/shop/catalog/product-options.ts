import { gid, newId } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import { DEFAULT_OPTION, DEFAULT_VALUE, type OptionValue, type ProductOption } from "./catalog.ts";
import type { OptionSetInput, OptionValueInput } from "./product-input.ts";

/** Returns the options that `productSet` asks for. Those that existed before keep their ids. */
export function planOptions(
  shop: ShopState,
  existing: ProductOption[],
  inputs: OptionSetInput[],
): { options: ProductOption[]; errors: UserError[] } {
  const path = ["input", "productOptions"];
  if (inputs.length > MAX_OPTIONS)
    return { options: [], errors: [userError(path, "Options over limit.", "OPTIONS_OVER_LIMIT")] };
  const errors: UserError[] = [];
  const names = new Set<string>();
  const options = inputs.map((input, index): ProductOption => {
    const at = [...path, String(index)];
    const known = existing.find((option) => isMeant(option, "ProductOption", input));
    if (input.id && !known) errors.push(userError(at, "Option does not exist.", "OPTION_DOES_NOT_EXIST"));
    const name = input.name ?? known?.name ?? "";
    if (names.has(name.toLowerCase()))
      errors.push(userError(at, "Duplicated option name.", "DUPLICATED_OPTION_NAME"));
    names.add(name.toLowerCase());
    // As recorded in airhorns/shopify-draft-proxy.
    if (name.length > 255)
      errors.push(userError([...at, "name"], "Option name is too long.", "INVALID_INPUT"));
    // Titles of variants are joined by it: airhorns/shopify-draft-proxy, product-option-name-delimiter-validation.
    if (name.includes(" / "))
      errors.push(
        userError([...at, "name"], "The name contains unsupported sequence ' / '", "INVALID_INPUT"),
      );
    if (known?.linked) return { ...known, name, values: linkedValues(known, input, at, errors) };
    const values = planValues(shop, known?.values ?? [], input, at, errors);
    return { id: known?.id ?? newId(shop), name, values };
  });
  return { options, errors };
}

/** A product without options has one, with one value. */
export function defaultOptions(shop: ShopState): ProductOption[] {
  return [
    {
      id: newId(shop),
      name: DEFAULT_OPTION,
      values: [{ id: newId(shop), name: DEFAULT_VALUE }],
    },
  ];
}

/** The values of a variant, one for each option in the options' order. */
export function chooseValues(
  options: ProductOption[],
  inputs: OptionValueInput[],
  path: string[],
): { values: OptionValue[]; errors: UserError[] } {
  const errors: UserError[] = [];
  const chosen = new Map<ProductOption, OptionValue>();
  inputs.forEach((input, index) => {
    const at = [...path, "optionValues", String(index)];
    const option = options.find((each) =>
      isMeant(each, "ProductOption", { id: input.optionId, name: input.optionName }),
    );
    const value = option?.values.find((each) =>
      input.linkedMetafieldValue
        ? each.linkedValue === input.linkedMetafieldValue
        : isMeant(each, "ProductOptionValue", input),
    );
    if (option?.linked && input.name)
      errors.push(
        userError(
          at,
          "Cannot set name for an option value linked to a metafield.",
          "CANNOT_SET_NAME_FOR_LINKED_OPTION_VALUE",
        ),
      );
    else if (!option) errors.push(userError(at, "Option does not exist.", "OPTION_DOES_NOT_EXIST"));
    else if (!value)
      errors.push(userError(at, "Option value does not exist.", "OPTION_VALUE_DOES_NOT_EXIST"));
    else chosen.set(option, value);
  });
  const values = options.flatMap((option) => chosen.get(option) ?? []);
  if (errors.length === 0 && values.length < options.length) {
    const missing = options.filter((option) => !chosen.has(option)).map(({ name }) => name);
    errors.push(
      userError(path, `You need to add option values for ${missing.join(", ")}`, "INVALID_VARIANT"),
    );
  }
  return { values, errors };
}

/** shopify.dev: Product model, limits. */
const MAX_OPTIONS = 3;

function planValues(
  shop: ShopState,
  existing: OptionValue[],
  input: OptionSetInput,
  path: string[],
  errors: UserError[],
): OptionValue[] {
  const wanted = input.values ?? existing.map(({ name }) => ({ name }));
  if (wanted.length === 0)
    errors.push(
      userError(
        [...path, "values"],
        "Each option must have at least one option value specified.",
        "OPTION_VALUES_MISSING",
      ),
    );
  const values = wanted.map((value) => {
    const known = existing.find((each) => isMeant(each, "ProductOptionValue", value));
    return { id: known?.id ?? newId(shop), name: value.name ?? known?.name ?? "" };
  });
  const names = values.map(({ name }) => name.toLowerCase());
  // Also where the case differs, as recorded in airhorns/shopify-draft-proxy.
  const twin = values.find(({ name }, index) => names.indexOf(name.toLowerCase()) < index);
  if (twin)
    errors.push(
      userError([...path, "values"], `Duplicated option value '${twin.name}'.`, "DUPLICATED_OPTION_VALUE"),
    );
  return values;
}

/**
 * Returns the values of an option that is linked to a metafield. They are the metaobjects that `productSet` names, never plain
 * names (Admin schema, ProductSetUserErrorCode). The sandbox has no metaobjects besides those of the option's values.
 */
function linkedValues(
  option: ProductOption,
  { values, linkedMetafield }: OptionSetInput,
  path: string[],
  errors: UserError[],
): OptionValue[] {
  if (values)
    errors.push(
      userError(
        [...path, "values"],
        "An option cannot have both metafield linked and nonlinked option values.",
        "CANNOT_COMBINE_LINKED_AND_NONLINKED_OPTION_VALUES",
      ),
    );
  const wanted = linkedMetafield?.values;
  if (!wanted) return option.values;
  return wanted.flatMap((value) => {
    const known = option.values.find(({ linkedValue }) => linkedValue === value);
    if (!known)
      errors.push(
        userError(
          [...path, "linkedMetafield"],
          "Invalid metafield value for linked option.",
          "INVALID_METAFIELD_VALUE_FOR_LINKED_OPTION",
        ),
      );
    return known ?? [];
  });
}

function isMeant(
  record: { id: number; name: string },
  type: string,
  by: { id?: string | null; name?: string | null },
): boolean {
  if (by.id) return gid(type, record.id) === by.id;
  return record.name.toLowerCase() === by.name?.toLowerCase();
}
