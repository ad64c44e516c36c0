import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { ReplyMisfit } from "../../wholesale/failures.ts";
import type { Product, SupplierProductId, Unreadable } from "../../wholesale/resources.ts";
import type { LinkedVariant } from "./find-linked-variants.server.ts";

/** The supplier may limit requests, and other orders call it as well. */
const CONCURRENCY = 4;

/**
 * Reads the supplier's present cost and stock of linked variants, because we are about to spend money. If the
 * supplier does not show a product, returns the values read last, and the supplier's reply to the order
 * decides. Marks a product that is shown but unreadable.
 * @throws Failure if the supplier does not answer.
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

/** The supplier's product, or why we cannot read it; null if the supplier does not show it. */
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
    // The product or the operation does not exist, or the reply differs from the contract. We cannot tell
    // which.
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
