/**
 * The supplier's SKU and options of a variant. Null if the supplier gives none, or no longer has the variant.
 */
type Described = { sku: string | null; options: Readonly<Record<string, string>> | null };

/**
 * Returns the name of a variant, for a page that shows the product's name, too: the option values, or the SKU
 * without options. Null if the variant has neither.
 *
 * @param optionNames the product's options in their order. Needed because jsonb does not keep the order of
 * `options`.
 */
export function variantName({ sku, options }: Described, optionNames: readonly string[]): string | null {
  const values = options ?? {};
  const names = [...new Set([...optionNames, ...Object.keys(values)])];
  return names.flatMap((name) => values[name] ?? []).join(" / ") || sku;
}
