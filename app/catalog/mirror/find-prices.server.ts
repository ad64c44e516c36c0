import type { Tx } from "../../lib/database/db.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Returns the supplier's prices as last read, by the supplier's variant ids. Omits variants that it does not list. */
export async function findPrices(
  tx: Tx,
  { shop, supplierVariantIds }: { shop: ShopDomain; supplierVariantIds: string[] },
): Promise<Map<string, Money>> {
  const variants = await tx.supplierVariant.findMany({
    where: { shop, id: { in: supplierVariantIds } },
    select: { id: true, priceAmount: true, priceCurrency: true },
  });
  return new Map(
    variants.map(({ id, priceAmount: amount, priceCurrency: currency }) => [id, { amount, currency }]),
  );
}
