import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { ReplyMisfit } from "../../wholesale/failures.ts";
import type { Product, SupplierProductId, Unreadable } from "../../wholesale/resources.ts";
import type { LinkedVariant } from "./find-linked-variants.server.ts";

/** The supplier may limit requests, and other orders ask it as well. */
const CONCURRENCY = 4;

/**
 * Linked variants with the supplier's cost and stock of this moment, because money is about to be spent. Where the supplier
 * does not show a product, the values read last are returned, and the supplier's reply to the order decides. A product that
 * the supplier shows and that cannot be read is returned as such.
 *
 * @throws Failure when the supplier does not answer.
 */
export async function readLinkedVariants(
  linked: ReadonlyMap<string, LinkedVariant>,
  { apiKey }: { apiKey: string },
): Promise<Map<string, LinkedVariant>> {
  const ids = [...new Set([...linked.values()].map(({ supplierProductId }) => supplierProductId))];
  const products = new Map<string, Shown>();
  while (ids.length > 0) {
    const batch = ids.splice(0, CONCURRENCY);
    const read = await Promise.all(batch.map((id) => readProduct(id, apiKey)));
    batch.forEach((id, index) => products.set(id, read[index] ?? null));
  }
  return new Map(
    [...linked].map(([id, variant]) => [
      id,
      update(variant, products.get(variant.supplierProductId) ?? null),
    ]),
  );
}

/** A product as the supplier shows it, or why it can't be read; null where they don't show it. */
type Shown = Product | Unreadable | null;

async function readProduct(id: SupplierProductId, apiKey: string): Promise<Shown> {
  try {
    return await callWholesale("getProduct", { input: { id }, credential: apiKey });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error instanceof ReplyMisfit && error.unreadable !== null) {
      log.warn({ err: error, supplierProductId: id }, "catalog.product-unreadable");
      return error.unreadable;
    }
    // The operation or the product no longer exists, or the reply differs from what is assumed: it cannot be told which.
    const notShown = error.code === "rejected" || error.code === "unexpected-reply" || error.status === 501;
    if (!notShown) throw error;
    log.warn({ err: error, supplierProductId: id }, "catalog.product-not-shown");
    return null;
  }
}

function update(known: LinkedVariant, product: Shown): LinkedVariant {
  if (product === null) return known;
  if (typeof product === "string") return { ...known, unreadable: product };
  const variant = product.variants.find(({ id }) => id === known.supplierVariantId);
  if (variant === undefined) return { ...known, discontinued: true, unreadable: null };
  const { sku, price, stock } = variant;
  return { ...known, sku, price, stock, discontinued: product.discontinued, unreadable: null };
}
