import { DEFAULT_OPTION, DEFAULT_VALUE, type Product, type ProductStatus } from "./catalog/catalog.ts";
import { price } from "./catalog/money.ts";
import { updateProduct } from "./catalog/product-edits.ts";
import { announceItem } from "./catalog/product-news.ts";
import { setProduct } from "./catalog/product-set.ts";
import { gid, newId } from "./ids.ts";
import { refuse } from "./merchant-refusal.ts";
import type { Occasion } from "./occasion.ts";
import { primaryLocation } from "./stock/stock.ts";

export interface OwnProduct {
  title: string;
  variants: {
    sku: string | null;
    /**
     * The value of the variant's option, by default its SKU; null for the only variant of a product without options.
     */
    kind?: string | null;
    barcode?: string;
    price?: string;
    available?: number;
  }[];
}

export interface ProductEdit {
  title?: string;
  descriptionHtml?: string;
  status?: ProductStatus;
  /** Changes of options by name: new names of the option and its values, or a link to a metafield. */
  options?: {
    name: string;
    newName?: string;
    newValues?: Record<string, string>;
    /** The metaobjects of the values, by name. A name that is no value yet becomes a value without variants. */
    linked?: { namespace: string; key: string; values: Record<string, string> };
  }[];
  /** Changes of variants by id; null removes a SKU. */
  variants?: {
    id: string;
    sku?: string | null;
    price?: string;
    compareAtPrice?: string | null;
    cost?: string | null;
  }[];
}

export function createOwnProduct(occasion: Occasion, { title, variants }: OwnProduct): Product {
  const locationId = gid("Location", primaryLocation(occasion.shop).id);
  const named = variants.map(({ kind, ...variant }) =>
    kind === null
      ? { ...variant, option: DEFAULT_OPTION, value: DEFAULT_VALUE }
      : { ...variant, option: "Kind", value: kind ?? variant.sku ?? "" },
  );
  const { product, userErrors } = setProduct(occasion, {
    input: {
      title,
      productOptions: [
        { name: named[0]?.option ?? DEFAULT_OPTION, values: named.map(({ value }) => ({ name: value })) },
      ],
      variants: named.map(({ sku, barcode, price = "10.00", available = 100, option, value }) => ({
        optionValues: [{ optionName: option, name: value }],
        sku,
        barcode,
        price,
        inventoryItem: { tracked: true },
        inventoryQuantities: [{ locationId, name: "available", quantity: available }],
      })),
    },
  });
  if (!product) return refuse(400, userErrors.map(({ message }) => message).join(" "));
  // The admin publishes what is made in it.
  product.publishedOn = [...occasion.shop.publications];
  return product;
}

function editOption(
  { shop }: Occasion,
  product: Product,
  { name, newName, newValues = {}, linked }: NonNullable<ProductEdit["options"]>[number],
): void {
  const option = product.options.find((each) => each.name === name);
  if (!option) refuse(404, `The product has no option ${name}.`);
  option.name = newName ?? name;
  for (const value of option.values) value.name = newValues[value.name] ?? value.name;
  if (!linked) return;
  const { namespace, key, values } = linked;
  option.linked = { namespace, key };
  for (const [label, linkedValue] of Object.entries(values)) {
    const value = option.values.find((each) => each.name === label);
    if (value) value.linkedValue = linkedValue;
    else option.values.push({ id: newId(shop), name: label, linkedValue });
  }
}

/** Edits a product by hand, as a merchant does in the admin. */
export function editProduct(
  occasion: Occasion,
  product: Product,
  { variants = [], options = [], ...fields }: ProductEdit,
): Product {
  for (const edit of options) editOption(occasion, product, edit);
  const edits = variants.map((edit) => {
    const variant = product.variants.find(({ id }) => gid("ProductVariant", id) === edit.id);
    return { edit, variant: variant ?? refuse(404, `The product has no variant ${edit.id}.`) };
  });
  for (const { edit, variant } of edits) {
    if (edit.sku !== undefined) variant.item.sku = edit.sku;
    if (edit.price !== undefined) variant.price = price(edit.price, occasion.shop);
    if (edit.compareAtPrice !== undefined)
      variant.compareAtPrice =
        edit.compareAtPrice === null ? null : price(edit.compareAtPrice, occasion.shop);
    if (edit.cost !== undefined) {
      variant.item.cost = edit.cost;
      announceItem(occasion, variant.item);
    }
    variant.updatedAt = occasion.now;
  }
  const { userErrors } = updateProduct(occasion, product, fields);
  if (userErrors.length > 0) refuse(400, userErrors.map(({ message }) => message).join(" "));
  return product;
}
