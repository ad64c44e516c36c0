import { gid } from "../ids.ts";
import { isoTime, type Occasion } from "../occasion.ts";
import type { InventoryItem } from "../stock/stock.ts";
import { variantTitle, type Product } from "./catalog.ts";

/** Announces a product in the form of the Product REST resource, as the `products/*` topics do. */
export function announceProduct(
  occasion: Occasion,
  product: Product,
  topic: "products/create" | "products/update",
): void {
  occasion.tell(topic, {
    id: product.id,
    admin_graphql_api_id: gid("Product", product.id),
    title: product.title,
    handle: product.handle,
    body_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    status: product.status.toLowerCase(),
    tags: product.tags.join(", "),
    created_at: isoTime(product.createdAt),
    updated_at: isoTime(product.updatedAt),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      admin_graphql_api_id: gid("ProductVariant", variant.id),
      product_id: product.id,
      title: variantTitle(variant),
      sku: variant.item.sku,
      barcode: variant.barcode,
      price: variant.price,
      inventory_item_id: variant.item.id,
    })),
  });
}

/**
 * A changed available quantity changes the product: "The expected behaviour is for the product#update webhook to fire
 * when the available quantity changes" (Shopify's support, community.shopify.com 748509; Admin schema,
 * Product.updatedAt).
 */
export function announceStock(occasion: Occasion, items: InventoryItem[]): void {
  for (const product of new Set(items.map(({ variant }) => variant.product))) {
    product.updatedAt = occasion.now;
    announceProduct(occasion, product, "products/update");
  }
}

/**
 * Announces an inventory item, which has SKU and cost but no quantities (shopify.dev: Webhooks,
 * inventory_items/update).
 */
export function announceItem(occasion: Occasion, { id, sku, cost, tracked }: InventoryItem): void {
  occasion.tell("inventory_items/update", {
    id,
    admin_graphql_api_id: gid("InventoryItem", id),
    sku,
    cost,
    tracked,
    updated_at: isoTime(occasion.now),
  });
}

/** A deleted product leaves its id only (shopify.dev: Webhooks, products/delete). */
export function announceDeletion(occasion: Occasion, product: Product): void {
  occasion.tell("products/delete", { id: product.id });
}
