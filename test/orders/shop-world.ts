import { ensureService } from "../../app/catalog/location/ensure-service.server.ts";
import { importProducts } from "../../app/catalog/import/import-products.server.ts";
import { requestImport } from "../../app/catalog/import/request-import.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { startCatalog } from "../../app/catalog/start-catalog.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { readOrderFacts } from "../../app/orders/placing/read-order-facts.server.ts";
import { ingestRequests } from "../../app/orders/ingest/ingest-requests.server.ts";
import { processOrder } from "../../app/orders/process-order.server.ts";
import type { OrderView } from "../sandbox/shop/merchant-views.ts";
import type { OrderWish } from "../sandbox/shop/merchant.ts";
import { copies } from "../support/copied-shop.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";

/** A supplier order as its row says. */
export type OrderRow = {
  id: string;
  fulfillment_order_id: string;
  state: string;
  reason: string | null;
  said: string | null;
  next_at: Date | null;
  supplier_order_id: string | null;
  acceptance: string | null;
  cancel_requested_at: Date | null;
  branding_version: number | null;
};

/** What a test does in a shop that sells the supplier's products. All of it goes over HTTP to both systems. */
export type SellingShop = {
  shop: ShopDomain;
  /** Of variants that the supplier has plenty of, from two products. */
  skus: [string, string];
  /** A customer orders one piece of the first, paid and with an address, unless told otherwise. */
  order: (wish?: Partial<OrderWish>) => OrderView;
  /** The merchant presses "Request fulfilment". */
  request: (name: string) => OrderView;
  /** How it stands in the shop now. */
  look: (name: string) => OrderView;
  /** What the webhook, or the poll behind it, leads to. */
  ingestRequests: (at?: Date) => Promise<void>;
  /** Works off what is due of the shop, so many rounds or until nothing is: after placing comes accepting. */
  workOff: (at?: Date, rounds?: number) => Promise<void>;
  rows: () => Promise<OrderRow[]>;
  /** The one row there is. */
  row: () => Promise<OrderRow>;
  /** The supplier's own ledger, for this shop. */
  bought: () => Promise<ReturnType<typeof wholesale.supplier.ledger.orders>>;
};

const importedShop = copies(async () => {
  const shop = await installedShop();
  const start = new Date();
  await connect(shop, wholesale.account);
  await startCatalog(shop);
  await mirrorCatalog(shop);
  await ensureService(shop);
  await requestImport(
    shop,
    plentiful.map(({ product }) => product),
  );
  await importProducts(shop);
  return shop;
});

/** A shop in which the app is installed, connected, and has imported two products. */
export async function sellingShop(): Promise<SellingShop> {
  const shop = await importedShop();
  const rows = () =>
    query<OrderRow>(databaseUrl, "select * from supplier_order where shop = $1 order by id", [shop]);
  const workOff: SellingShop["workOff"] = async (at = new Date(), rounds = 6) => {
    for (let round = 0; round < rounds; round += 1) {
      const due = (await rows()).filter(({ next_at }) => next_at !== null && next_at <= at);
      if (due.length === 0) return;
      for (const { id } of due) {
        await processOrder({ shop, orderId: id }, { clock: () => at, read: readOrderFacts });
      }
    }
  };
  return {
    shop,
    skus,
    order: ({ lines = [{ sku: skus[0], quantity: 1 }], ...wish } = {}) =>
      shopify.merchant.placeOrder({ lines, ...wish }, shop),
    request: (name) => shopify.merchant.requestFulfillment(name, shop),
    look: (name) => shopify.merchant.order(name, shop),
    ingestRequests: (at = new Date()) => ingestRequests(shop, at),
    workOff,
    rows,
    row: async () => {
      const [row, ...others] = await rows();
      if (!row || others.length > 0) throw new Error(`There are ${String(others.length + 1)} rows, or none.`);
      return row;
    },
    bought: async () => {
      const references = await query<{ reference: string }>(
        databaseUrl,
        "select reference_prefix || '-' as reference from ordering_settings where shop = $1",
        [shop],
      );
      const prefix = references[0]?.reference;
      return wholesale.supplier.ledger
        .orders()
        .filter(({ reference }) => prefix !== undefined && reference.startsWith(prefix));
    },
  };
}

const plentiful = wholesale.supplier.catalogue
  .page({ from: 0, limit: 100 })
  .products.filter(({ discontinued }) => !discontinued)
  .flatMap(({ id, variants }) => {
    const variant = variants.find(({ sku, stock }) => sku && stock >= 20);
    return variant ? [{ product: id, sku: variant.sku }] : [];
  })
  .slice(0, 2);

const skus = plentiful.map(({ sku }) => sku) as [string, string];
