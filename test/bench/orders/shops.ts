import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { LOCATION, PRODUCT, SHOP_PRODUCT, SHOP_VARIANT, SKU, VARIANT } from "./made-up.ts";

/**
 * Makes shops in which the app is installed, connected to one account, and has imported one product, and whose daily checks are
 * done.
 */
export async function fillShops(shops: ShopDomain[]): Promise<void> {
  // Loaded only now: the settings are there.
  const { inShop } = await import("../../../app/lib/database/db.server.ts");
  const { sealKey } = await import("../../../app/connection/sealed-key.server.ts");
  const { ensureReferencePrefix } = await import("../../../app/orders/store/ordering-settings.server.ts");
  const { api, sessionStorage } = await import("../../../app/shop/auth/shopify.server.ts");
  const { Session } = await import("@shopify/shopify-api");
  for (const shop of shops) {
    const key = await sealKey(shop, { keyName: `Stockbridge ${shop}`, apiKey: `rk_bench_${shop}` });
    const token = { accessToken: `shpat_${shop}`, refreshToken: `shprt_${shop}` };
    const session = { id: api.session.getOfflineId(shop), shop, state: "", isOnline: false, ...token };
    await sessionStorage.storeSession(new Session({ ...session, expires: IN_A_DAY }));
    await inShop(shop, async (tx, now) => {
      await tx.connection.create({
        data: {
          shop,
          ...key,
          generation: 1,
          account: ACCOUNT,
          keyCheck: "verified",
          connectedAt: now,
          checkSince: now,
          checkedAt: now,
        },
      });
      // Not at the start of whichever process is the first.
      await tx.setupCheck.create({ data: { shop, checkedAt: now, dueAt: IN_A_DAY } });
      await tx.orderReconciliation.create({ data: { shop, comparedUntil: now, dueAt: IN_A_DAY } });
      await tx.fulfillmentService.create({
        data: { shop, state: "ready", serviceId: "gid://shopify/FulfillmentService/1", locationId: LOCATION },
      });
      await tx.supplierProduct.create({
        data: { shop, id: PRODUCT, name: "Lamp", descriptionHtml: "<p>A lamp</p>", hash: "as first read" },
      });
      await tx.supplierVariant.create({
        data: {
          shop,
          id: VARIANT,
          supplierProductId: PRODUCT,
          position: 0,
          sku: SKU,
          priceAmount: "12.50",
          priceCurrency: "EUR",
          stock: 1_000_000,
        },
      });
      await tx.productLink.create({
        data: {
          shop,
          supplierProductId: PRODUCT,
          state: "imported",
          shopProductId: SHOP_PRODUCT,
          account: ACCOUNT,
          requestedAt: now,
          importedAt: now,
        },
      });
      await tx.variantLink.create({
        data: {
          shop,
          supplierVariantId: VARIANT,
          supplierProductId: PRODUCT,
          shopVariantId: SHOP_VARIANT,
          inventoryItemId: "gid://shopify/InventoryItem/1",
        },
      });
    });
    await ensureReferencePrefix(shop);
  }
}

const ACCOUNT = "the account";
const IN_A_DAY = new Date(Date.now() + 86_400_000);
