/** The supplier's description of a variant. Null values: the supplier no longer has the variant, or gives none. */
type Described = { sku: string | null; options: Readonly<Record<string, string>> | null };

/**
 * Returns the name of a variant beside that of its product: its option values, or else its SKU. Null if the variant has neither.
 *
 * @param optionNames the product's options in their order: JSON in the database keeps no order.
 */
export function variantName({ sku, options }: Described, optionNames: readonly string[]): string | null {
  const values = options ?? {};
  const names = [...new Set([...optionNames, ...Object.keys(values)])];
  return names.flatMap((name) => values[name] ?? []).join(" / ") || sku;
}
