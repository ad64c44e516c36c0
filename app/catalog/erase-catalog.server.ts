import { inShop, LONG_WORK } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Erases the shop's rows of the catalog: mirror, links, imports, sync and prices. */
export async function eraseCatalog(shop: ShopDomain): Promise<void> {
  await inShop(
    shop,
    async (tx) => {
      await tx.catalogMirror.deleteMany({ where: { shop } });
      await tx.mirrorPage.deleteMany({ where: { shop } });
      await tx.supplierProduct.deleteMany({ where: { shop } });
      await tx.supplierVariant.deleteMany({ where: { shop } });
      await tx.productSearch.deleteMany({ where: { shop } });
      await tx.searchWord.deleteMany({ where: { shop } });
      await tx.productLink.deleteMany({ where: { shop } });
      await tx.variantLink.deleteMany({ where: { shop } });
      await tx.importRun.deleteMany({ where: { shop } });
      await tx.importBulk.deleteMany({ where: { shop } });
      await tx.importBulkLine.deleteMany({ where: { shop } });
      await tx.importLease.deleteMany({ where: { shop } });
      await tx.delistingRun.deleteMany({ where: { shop } });
      await tx.matchRun.deleteMany({ where: { shop } });
      await tx.shopVariant.deleteMany({ where: { shop } });
      await tx.linkMatch.deleteMany({ where: { shop } });
      await tx.fulfillmentService.deleteMany({ where: { shop } });
      await tx.catalogSettings.deleteMany({ where: { shop } });
      await tx.syncSettings.deleteMany({ where: { shop } });
      await tx.catalogSync.deleteMany({ where: { shop } });
      await tx.syncRun.deleteMany({ where: { shop } });
      await tx.catalogChange.deleteMany({ where: { shop } });
      await tx.priceApproval.deleteMany({ where: { shop } });
      await tx.priceEdit.deleteMany({ where: { shop } });
      await tx.priceRules.deleteMany({ where: { shop } });
    },
    LONG_WORK,
  );
}
