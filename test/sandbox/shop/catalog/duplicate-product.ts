import { newId } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { activateStock } from "../stock/stock.ts";
import type { Product, Variant } from "./catalog.ts";
import { findDefinition, type Metafield } from "./metafields.ts";
import { freeHandle, handleOf } from "./product-fields.ts";
import { announceProduct } from "./product-news.ts";

/**
 * "Duplicate" in the admin, with everything ticked: a draft with the same SKUs and barcodes, stocked at the same
 * places without pieces. Metafields are copied, also those of variants (shopify.dev changelog, 2024-02-14), except
 * those whose definition allows each value only once ("not duplicated if the unique values capability is enabled",
 * Admin schema, productDuplicate): without the app there are no definitions of its own, and all are copied.
 */
export function duplicateProduct(occasion: Occasion, original: Product): Product {
  const { shop, now } = occasion;
  const title = `Copy of ${original.title}`;
  const copy: Product = {
    ...original,
    id: newId(shop),
    title,
    handle: freeHandle(shop, handleOf(title)),
    status: "DRAFT",
    options: original.options.map(({ name, values }) => ({
      id: newId(shop),
      name,
      values: values.map((value) => ({ id: newId(shop), name: value.name })),
    })),
    metafields: copiedMetafields(shop, original.metafields, now),
    media: original.media.map((image) => ({ ...image, id: newId(shop) })),
    publishedOn: [],
    variants: [],
    createdAt: now,
    updatedAt: now,
  };
  copy.variants = original.variants.map((variant) => copiedVariant(occasion, variant, { original, copy }));
  shop.catalog.products.set(copy.id, copy);
  announceProduct(occasion, copy, "products/create");
  return copy;
}

function copiedVariant(
  { shop, now }: Occasion,
  variant: Variant,
  { original, copy }: { original: Product; copy: Product },
): Variant {
  const made: Variant = {
    ...variant,
    id: newId(shop),
    product: copy,
    createdAt: now,
    updatedAt: now,
    values: variant.values.flatMap((value, option) => {
      const place = original.options[option]?.values.findIndex(({ id }) => id === value.id) ?? -1;
      return copy.options[option]?.values[place] ?? [];
    }),
    metafields: copiedMetafields(shop, variant.metafields, now),
    image: variant.image && (copy.media[original.media.indexOf(variant.image)] ?? null),
  };
  made.item = { ...variant.item, id: newId(shop), variant: made, levels: [], createdAt: now, updatedAt: now };
  for (const { location } of variant.item.levels) activateStock(made.item, location, now);
  shop.catalog.variants.set(made.id, made);
  shop.catalog.items.set(made.item.id, made.item);
  return made;
}

function copiedMetafields(shop: ShopState, metafields: Metafield[], now: Date): Metafield[] {
  return metafields
    .filter((each) => !findDefinition(shop, each.ownerType, each)?.uniqueValues)
    .map((each) => ({ ...each, id: newId(shop), createdAt: now, updatedAt: now }));
}
