import { newId, numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { stockableAt } from "../stock/rules.ts";
import { negativeWeight } from "../stock/weight.ts";
import {
  findLocation,
  primaryLocation,
  setAvailable,
  activateStock,
  type InventoryItem,
} from "../stock/stock.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { OptionValue, Product, Variant } from "./catalog.ts";
import { findFile } from "./media.ts";
import { metafieldErrors, writeMetafields } from "./metafields.ts";
import { price } from "./money.ts";
import type { ItemInput, VariantSetInput } from "./product-input.ts";

/** Returns the errors in a variant, apart from its options. `known` is the one it would update. */
export function variantErrors(
  shop: ShopState,
  { known, path }: { known: Variant | undefined; path: string[] },
  input: VariantSetInput,
): UserError[] {
  const errors = metafieldErrors(
    shop,
    { ownerType: "PRODUCTVARIANT", ownerId: known?.id },
    input.metafields ?? [],
    [...path, "metafields"],
  );
  const refuse = (field: string[], message: string) =>
    errors.push(userError([...path, ...field], message, "INVALID_VARIANT"));
  if (input.price !== undefined && input.price !== null && !(Number(input.price) >= 0))
    refuse(["price"], "Price must be greater than or equal to 0");
  const cost = Number(input.inventoryItem?.cost ?? 0);
  if (!(cost >= 0)) refuse(["inventoryItem", "cost"], "Cost per item must be greater than or equal to 0");
  if (cost >= 1e18) refuse(["inventoryItem", "cost"], "Cost per item must be less than 1000000000000000000");

  const weight = input.inventoryItem?.measurement?.weight;
  // Recorded for inventoryItemUpdate (2025-01/products/inventory-item-update-validation.json).
  if (weight && weight.value < 0) refuse(["inventoryItem", "measurement", "weight"], negativeWeight(weight));

  const sku = input.sku ?? input.inventoryItem?.sku ?? known?.item.sku ?? null;
  input.inventoryQuantities?.forEach(({ locationId, name }, index) => {
    const field = ["inventoryQuantities", String(index)];
    const location = findLocation(shop, numberIn("Location", locationId));
    if (!location) refuse([...field, "locationId"], "The specified location could not be found.");
    else if (!stockableAt(location, sku)) refuse([...field, "locationId"], "SKU can't be blank");
    if (!["available", "on_hand"].includes(name))
      refuse([...field, "name"], "The quantity name must be either 'available' or 'on_hand'.");
  });
  return errors;
}

/** Makes the variant, or updates the one that is there. The input has been checked. */
export function writeVariant(
  occasion: Occasion,
  { product, known, values }: { product: Product; known: Variant | undefined; values: OptionValue[] },
  input: VariantSetInput,
): Variant {
  const { shop, now } = occasion;
  const variant = known ?? newVariant(shop, product, now);
  variant.values = values;
  variant.price = price(input.price ?? variant.price, shop);
  if (input.compareAtPrice !== undefined)
    variant.compareAtPrice = input.compareAtPrice === null ? null : price(input.compareAtPrice, shop);
  if (input.barcode !== undefined) variant.barcode = input.barcode;
  variant.taxable = input.taxable ?? variant.taxable;
  variant.inventoryPolicy = input.inventoryPolicy ?? variant.inventoryPolicy;
  if (input.file !== undefined) variant.image = input.file && (findFile(product.media, input.file) ?? null);
  if (input.metafields)
    variant.metafields = writeMetafields(
      shop,
      { ownerType: "PRODUCTVARIANT", existing: variant.metafields, now },
      input.metafields,
    );
  updateItem(occasion, variant.item, input.inventoryItem ?? {});
  if (input.sku !== undefined) variant.item.sku = input.sku;
  variant.updatedAt = now;

  for (const { locationId, name, quantity } of input.inventoryQuantities ?? []) {
    const location = findLocation(shop, numberIn("Location", locationId));
    if (!location) continue;
    const level = activateStock(variant.item, location, now);
    setAvailable(occasion, level, name === "on_hand" ? quantity - level.committed : quantity);
  }
  // A variant without locations is stocked at the merchant's own.
  if (!known && variant.item.levels.length === 0) activateStock(variant.item, primaryLocation(shop), now);
  return variant;
}

export function updateItem({ shop, now }: Occasion, item: InventoryItem, input: ItemInput): void {
  if (input.sku !== undefined) item.sku = input.sku;
  if (input.cost !== undefined) item.cost = input.cost === null ? null : price(input.cost, shop);
  item.tracked = input.tracked ?? item.tracked;
  item.requiresShipping = input.requiresShipping ?? item.requiresShipping;
  item.weight = input.measurement?.weight ?? item.weight;
  if (input.countryCodeOfOrigin !== undefined) item.countryCodeOfOrigin = input.countryCodeOfOrigin;
  if (input.harmonizedSystemCode !== undefined) item.harmonizedSystemCode = input.harmonizedSystemCode;
  item.updatedAt = now;
}

function newVariant(shop: ShopState, product: Product, now: Date): Variant {
  const id = newId(shop);
  const item: Omit<InventoryItem, "variant"> = {
    id: newId(shop),
    sku: null,
    tracked: false,
    requiresShipping: true,
    cost: null,
    weight: { value: 0, unit: "KILOGRAMS" },
    countryCodeOfOrigin: null,
    harmonizedSystemCode: null,
    levels: [],
    inactiveLevels: [],
    createdAt: now,
    updatedAt: now,
  };
  const variant: Omit<Variant, "item"> = {
    id,
    product,
    price: "0.00",
    compareAtPrice: null,
    barcode: null,
    taxable: true,
    inventoryPolicy: "DENY",
    values: [],
    metafields: [],
    image: null,
    createdAt: now,
    updatedAt: now,
  };
  // A variant and its item refer to each other, so each is completed with the other.
  const whole = Object.assign(variant, { item: item as InventoryItem });
  whole.item.variant = whole;
  shop.catalog.variants.set(id, whole);
  shop.catalog.items.set(whole.item.id, whole.item);
  return whole;
}
