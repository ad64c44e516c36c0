import type { Message } from "../../messages/message.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { OptionValue, ProductContent, VariantContent } from "../../shop/products/product-content.ts";
import type { ShopOption, ShopProduct, ShopVariant } from "../../shop/products/products.server.ts";

/** A product's variants under the merchant's names for options and values. */
export type ShapedVariants = {
  known: KnownVariant[];
  /** The supplier's variants to add. */
  created: VariantContent[];
  /** If the product gets an additional option: the new option values of existing variants, by Shopify's id. */
  optionValues: Map<ShopVariantId, OptionValue[]>;
  /** The reason why some variants of the supplier cannot be added; null if all can. */
  problem: Message | null;
};

type KnownVariant = { variant: VariantContent; there: ShopVariant };

/** Shopify's name and title of the only variant of a product without options. */
const ONLY_VARIANT = "Default Title";

/**
 * Pairs the supplier's variants with the shop's. New variants get the merchant's names of options and values.
 * If the product lacks an option, all its variants get that option. Used by import and sync.
 */
export function shapeVariants(content: ProductContent, existing: ShopProduct): ShapedVariants {
  const byId = new Map(existing.variants.map((variant) => [variant.supplierVariantId, variant]));
  const known = content.variants.flatMap((variant) => {
    const there = byId.get(variant.supplierVariantId);
    return there ? [{ variant, there }] : [];
  });
  const fresh = content.variants.filter(({ supplierVariantId }) => !byId.has(supplierVariantId));
  const shaped: ShapedVariants = { known, created: [], optionValues: new Map(), problem: null };
  const [first] = fresh;
  if (!first) return shaped;
  const isOnly = existing.variants.length === 1 && nameOf(existing.variants[0]?.optionValues ?? []) === null;
  const options = isOnly ? [] : existing.options;
  const sources = pairOptions(first.optionValues, { options, known });
  const added = first.optionValues.filter((_, index) => !sources.includes(index));
  if (added.length > 0)
    for (const { variant, there } of known)
      shaped.optionValues.set(there.id, [
        ...(isOnly ? [] : there.optionValues),
        ...variant.optionValues.filter((_, index) => !sources.includes(index)),
      ]);
  const valuesOf = options.map((option, place) =>
    valuesFor(option, { place, source: sources[place], known }),
  );
  const missing: MissingValue[] = [];
  for (const variant of fresh) {
    const found = valuesOf.map((valueOf) => valueOf(variant));
    const values = found.flatMap((value) => ("reason" in value ? [] : [value]));
    missing.push(...found.flatMap((value) => ("reason" in value ? [value] : [])));
    const others = variant.optionValues.filter((_, index) => !sources.includes(index));
    if (values.length === found.length)
      shaped.created.push({ ...variant, optionValues: [...values, ...others] });
  }
  return { ...shaped, problem: problemOf(missing) };
}

/**
 * Returns a problem if a variant to create has the same options as an existing variant. The merchant may have
 * created that variant, so it may be the supplier's.
 */
export function findTwin(created: VariantContent[], existing: ShopProduct): Message | null {
  const names = new Set(existing.variants.map(({ optionValues }) => nameOf(optionValues)?.toLowerCase()));
  const twin = created.find(({ optionValues }) => names.has(nameOf(optionValues)?.toLowerCase()));
  return twin ? { code: "catalog.skip.variant-taken", sku: twin.sku } : null;
}

/**
 * Joins option values as Shopify does in a variant's title; null for the only variant of a product without
 * options.
 */
export function nameOf(optionValues: OptionValue[]): string | null {
  const name = optionValues.map(({ value }) => value).join(" / ");
  return name === ONLY_VARIANT ? null : name;
}

/**
 * Returns, for each of the shop's options, the index of the matching supplier's option; undefined if the
 * merchant has added the option. The merchant may have renamed and moved options, so this compares names first,
 * then values, then the order.
 */
function pairOptions(
  supplied: OptionValue[],
  { options, known }: { options: ShopOption[]; known: KnownVariant[] },
): (number | undefined)[] {
  const sources = options.map(({ name }) => {
    const index = supplied.findIndex((each) => isSame(each.name, name));
    return index < 0 ? undefined : index;
  });
  const agreement = (place: number, index: number) =>
    known.filter(({ variant, there }) =>
      isSame(variant.optionValues[index]?.value ?? "", there.optionValues[place]?.value ?? ""),
    ).length;
  for (const place of options.keys()) {
    if (sources[place] !== undefined) continue;
    const left = [...supplied.keys()].filter((index) => !sources.includes(index));
    const [best] = left.toSorted((one, other) => agreement(place, other) - agreement(place, one));
    sources[place] = best;
  }
  return sources;
}

/**
 * An option for which a new variant has no value. "linked": the option takes its values from a metafield, and
 * lacks the value `subject`. "own": the merchant has added the option; `subject` is the variant's SKU.
 */
type MissingValue = { reason: "linked" | "own"; option: string; subject: string };

/** Returns a function that finds the value of a new variant for one of the shop's options. */
function valuesFor(
  option: ShopOption,
  { place, source, known }: { place: number; source: number | undefined; known: KnownVariant[] },
): (variant: VariantContent) => OptionValue | MissingValue {
  const { name } = option;
  // If the merchant has renamed "Red" to "Crimson", new red variants become "Crimson", too.
  const renamed = new Map<string, string>();
  for (const { variant, there } of known)
    renamed.set(
      folded(source === undefined ? "" : (variant.optionValues[source]?.value ?? "")),
      there.optionValues[place]?.value ?? "",
    );
  const spelled = (value: string) =>
    renamed.get(folded(value)) ?? option.values.find((each) => isSame(each.name, value))?.name ?? value;
  return (variant) => {
    if (source === undefined) {
      // The merchant has added this option. A new variant gets a value only if all known variants have the same
      // value.
      const all = new Set(known.map(({ there }) => there.optionValues[place]?.value));
      if (all.size !== 1) return { reason: "own", option: name, subject: variant.sku };
    }
    const value = spelled(source === undefined ? "" : (variant.optionValues[source]?.value ?? ""));
    if (option.linked === null) return { name, value };
    const linkedValue = option.values.find((each) => isSame(each.name, value))?.linkedValue ?? null;
    return linkedValue === null
      ? { reason: "linked", option: name, subject: value }
      : { name, value, linkedValue };
  };
}

/** Returns a problem for the first option that lacks values; null if none does. */
function problemOf(missing: MissingValue[]): Message | null {
  const [first] = missing;
  if (!first) return null;
  const { reason, option } = first;
  const same = missing.filter((each) => each.reason === reason && each.option === option);
  const subjects = [...new Set(same.map(({ subject }) => subject))].slice(0, NAMED_AT_MOST);
  return reason === "linked"
    ? { code: "catalog.skip.linked-option", option, values: subjects }
    : { code: "catalog.skip.own-option", option, skus: subjects };
}

const NAMED_AT_MOST = 10;

/** Shopify ignores case in names and values. */
function isSame(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
