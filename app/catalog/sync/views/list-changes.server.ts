import { inShop } from "../../../lib/database/db.server.ts";
import { keysetPage, type KeysetPage, keysetQuery, type Place } from "../../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";

/** A change of a product in the shop. */
export type ChangeView = {
  id: string;
  at: Date;
  runId: string | null;
  supplierProductId: string;
  product: string;
  sku: string | null;
  field: string;
  old: string | null;
  new: string | null;
  /** True if it restored a price, because the merchant had undone a run. */
  undo: boolean;
};

const PAGE_SIZE = 50;

/** Lists a page of changes, newest first: all, or those of one run or product. */
export async function listChanges(
  shop: ShopDomain,
  { runId, supplierProductId, place }: { runId?: string; supplierProductId?: string; place: Place | null },
): Promise<KeysetPage<ChangeView>> {
  const query = keysetQuery(place, PAGE_SIZE);
  const { direction, take, beyond } = query;
  const found = await inShop(shop, async (tx) => {
    const changes = await tx.catalogChange.findMany({
      where: {
        shop,
        ...(runId !== undefined && { runId }),
        ...(supplierProductId !== undefined && { supplierProductId }),
        ...(beyond && {
          OR: [{ at: { [beyond.side]: beyond.at } }, { at: beyond.at, id: { [beyond.side]: beyond.id } }],
        }),
      },
      orderBy: [{ at: direction }, { id: direction }],
      take,
    });
    const products = await tx.supplierProduct.findMany({
      where: { shop, id: { in: changes.map((change) => change.supplierProductId) } },
      select: { id: true, name: true },
    });
    const variants = await tx.supplierVariant.findMany({
      where: { shop, id: { in: changes.flatMap((change) => change.supplierVariantId ?? []) } },
      select: { id: true, sku: true },
    });
    const names = new Map(products.map(({ id, name }) => [id, name]));
    const skus = new Map(variants.map(({ id, sku }) => [id, sku]));
    return changes.map(({ id, at, supplierVariantId, field, old, new: now, ...change }) => ({
      id,
      at,
      field,
      old,
      new: now,
      runId: change.runId,
      supplierProductId: change.supplierProductId,
      undo: change.undo,
      product: names.get(change.supplierProductId) ?? change.supplierProductId,
      sku: supplierVariantId && (skus.get(supplierVariantId) ?? null),
    }));
  });
  return keysetPage(found, query, (change) => change);
}
