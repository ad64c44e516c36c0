import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Product, SupplierProductId } from "../../wholesale/resources.ts";
import { findLinkedVariants, type LinkedVariant } from "./find-linked-variants.server.ts";

const AT_ONCE = 4;

/**
 * As `findLinkedVariants`, with cost and stock as the supplier tells them at this moment: money is about to be spent.
 * Where it does not show the product, what was read last stands, and the supplier's answer to the order decides.
 *
 * @throws Failure when the supplier cannot be asked just now.
 */
export async function readLinkedVariants(
  shop: ShopDomain,
  { shopVariantIds, apiKey }: { shopVariantIds: string[]; apiKey: string },
): Promise<Map<string, LinkedVariant>> {
  const linked = await findLinkedVariants(shop, shopVariantIds);
  const ids = [...new Set([...linked.values()].map(({ supplierProductId }) => supplierProductId))];
  const products = new Map<string, Product | null>();
  while (ids.length > 0) {
    // The supplier may count requests, and whoever waits has the order for a minute only.
    const few = ids.splice(0, AT_ONCE);
    const read = await Promise.all(few.map((id) => readProduct(id, apiKey)));
    few.forEach((id, index) => products.set(id, read[index] ?? null));
  }
  return new Map(
    [...linked].map(([id, variant]) => [id, renew(variant, products.get(variant.supplierProductId) ?? null)]),
  );
}

async function readProduct(id: string, apiKey: string): Promise<Product | null> {
  try {
    return await callWholesale("getProduct", { input: { id: id as SupplierProductId }, credential: apiKey });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // It has no such operation, no longer has the product, or shows it otherwise than assumed: it does not say which.
    const notShown = error.code === "rejected" || error.code === "unexpected-reply" || error.status === 501;
    if (!notShown) throw error;
    log.warn({ err: error, productId: id }, "catalog.product-not-shown");
    return null;
  }
}

function renew(known: LinkedVariant, product: Product | null): LinkedVariant {
  if (product === null) return known;
  const variant = product.variants.find(({ id }) => id === known.supplierVariantId);
  if (variant === undefined) return { ...known, discontinued: true };
  const { sku, price, stock } = variant;
  return { ...known, sku, price, stock, discontinued: product.discontinued };
}
