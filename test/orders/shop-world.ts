import { importProducts } from "../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../app/catalog/import/runs/start-import.server.ts";
import { ensureService } from "../../app/catalog/location/ensure-service.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { startCatalog } from "../../app/catalog/wake-catalog.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { ingestRequests } from "../../app/orders/ingest/ingest-requests.server.ts";
import { openOrder } from "../../app/orders/ingest/open-order.server.ts";
import { retryOrder } from "../../app/orders/placing/retry-order.server.ts";
import { processOrder } from "../../app/orders/placing/process-order.server.ts";
import type { OrderView } from "../sandbox/shop/merchant-views.ts";
import type { OrderWish } from "../sandbox/shop/merchant.ts";
import { openFulfillmentOrder } from "../sandbox/shop/orders/fulfillment-orders.ts";
import type { Order } from "../sandbox/shop/orders/order.ts";
import { copies } from "../support/copied-shop.ts";
import { reconcileOrders } from "../../app/orders/reconciling/reconcile-orders.server.ts";
import { reconcileShop } from "../../app/orders/reconciling/reconcile-shop.server.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";

/** A supplier order as its row says. */
export type OrderRow = {
  id: string;
  fulfillment_order_id: string;
  state: string;
  reason: string | null;
  reason_params: Record<string, unknown> | null;
  due_at: Date | null;
  order_name: string;
  supplier_order_id: string | null;
  acceptance: string | null;
  cancel_requested_at: Date | null;
  branding_version: number | null;
  revenue: string | null;
  shipping_paid: string | null;
  profit: string | null;
};

type Supplied = ReturnType<typeof wholesale.supplier.ledger.orders>;

/** The actions of a test in a shop that sells the supplier's products, all over HTTP to both systems. */
export type SellingShop = {
  shop: ShopDomain;
  /** Variants with plenty of stock, from two products. */
  skus: [string, string];
  /** A customer orders one piece of the first, paid and with an address, unless told otherwise. */
  order: (wanted?: Partial<OrderWish>) => OrderView;
  /** The merchant presses "Request fulfillment". */
  request: (name: string) => OrderView;
  /** Returns its present state in the shop. */
  look: (name: string) => OrderView;
  /** Ingests requests, as the webhook or the poll behind it does. */
  ingestRequests: () => Promise<void>;
  /** Processes what is due of the shop, so many rounds or until nothing is: after placing comes accepting. */
  processDue: (rounds?: number) => Promise<void>;
  /** Lets so many seconds pass first. */
  processLater: (seconds: number, rounds?: number) => Promise<void>;
  rows: () => Promise<OrderRow[]>;
  /** The one row there is. */
  row: () => Promise<OrderRow>;
  /** The supplier's own ledger, for this shop. */
  bought: () => Promise<Supplied>;
};

const importedShop = copies(async () => {
  const shop = await installedShop();
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
  await forgetDoubts();
  const rows = () =>
    query<OrderRow>(databaseUrl, "select * from supplier_order where shop = $1 order by id", [shop]);
  const processDue = async (rounds = 6) => {
    for (let round = 0; round < rounds; round += 1) {
      const due = await query<{ id: string }>(
        databaseUrl,
        "select id from supplier_order where shop = $1 and due_at <= now() order by due_at, id",
        [shop],
      );
      if (due.length === 0) return;
      for (const { id } of due) await processOrder({ shop, orderId: id });
    }
  };
  return {
    shop,
    skus,
    rows,
    processDue,
    processLater: async (seconds, rounds) => {
      await timePasses(shop, seconds);
      await processDue(rounds);
    },
    order: ({ lines = [{ sku: skus[0], quantity: 1 }], ...wanted } = {}) =>
      shopify.merchant.placeOrder({ lines, ...wanted }, shop),
    request: (name) => shopify.merchant.requestFulfillment(name, shop),
    look: (name) => shopify.merchant.order(name, shop),
    ingestRequests: () => ingestRequests(shop),
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

/** Doubts of one test's shop, and of the next one's, are not several in a row. */
async function forgetDoubts(): Promise<void> {
  await query(databaseUrl, "delete from doubt_pause_of_all");
  await query(
    databaseUrl,
    "update ordering_settings set unclear_responses = 0, next_try_at = null where unclear_responses > 0",
  );
}

/** One of the shop's orders, as far as a fulfillment order of it. */
export type RequestedOrder = {
  /** The id of our row. */
  id: string;
  /** The name in the shop: "#1001". */
  name: string;
  shopOrderId: string;
  fulfillmentOrderId: string;
  row: () => Promise<OrderRow>;
  /** Lets `seconds` pass in the shop, then processes the order if it is due: one step, or placing and accepting. */
  process: (seconds?: number) => Promise<void>;
  /** The same, while Shopify does not let requests be accepted. */
  place: (seconds?: number) => Promise<void>;
  /** The supplier's own ledger, for it. */
  bought: () => Supplied;
  attempts: () => Promise<{ id: string; reference: string; generation: number; turn: number }[]>;
  /** Kinds of all that is known of its attempts, in the order in which it became known. */
  outcomes: () => Promise<string[]>;
};

/** A customer's order whose fulfillment was just requested. */
export async function requestedOrder(
  world: SellingShop,
  wanted?: Partial<OrderWish>,
): Promise<RequestedOrder> {
  const { name } = world.order(wanted);
  const [order, ...others] = await requestedParts(world, name);
  if (!order || others.length > 0)
    throw new Error(`The order has ${String(others.length + 1)} parts, or none.`);
  return order;
}

/** The parts of a customer's order that are ours, each requested as a fulfillment order of its own. */
export async function requestedParts(world: SellingShop, name: string): Promise<RequestedOrder[]> {
  const { shop } = world;
  world.request(name);
  const { id: shopOrderId, fulfillmentOrders } = world.look(name);
  const submitted = fulfillmentOrders.filter(({ requestStatus }) => requestStatus === "SUBMITTED");
  for (const { id: fulfillmentOrderId } of submitted) {
    const sentAt = sentAtOf(world, { name, fulfillmentOrderId });
    await openOrder(shop, { fulfillmentOrderId, shopOrderId, orderName: name, sentAt });
  }
  const rows = await query<{ id: string; fulfillmentOrderId: string }>(
    databaseUrl,
    `select id, fulfillment_order_id as "fulfillmentOrderId" from supplier_order
     where shop = $1 and shop_order_id = $2 order by id`,
    [shop, shopOrderId],
  );
  return rows.map((row) => opened(world, { ...row, name, shopOrderId }));
}

/** The time of the latest request, as Shopify shows it: to the second. */
function sentAtOf(
  world: SellingShop,
  { name, fulfillmentOrderId }: { name: string; fulfillmentOrderId: string },
): Date | null {
  const found = inside(world, name).fulfillmentOrders.find(({ id }) =>
    fulfillmentOrderId.endsWith(`/${String(id)}`),
  );
  const sentAt = found?.merchantRequests.at(-1)?.sentAt;
  return sentAt ? new Date(Math.floor(sentAt.getTime() / 1000) * 1000) : null;
}

function opened(
  { shop }: SellingShop,
  order: Pick<RequestedOrder, "id" | "name" | "shopOrderId" | "fulfillmentOrderId">,
): RequestedOrder {
  const { id } = order;
  const number = /\d+$/.exec(order.fulfillmentOrderId)?.[0];
  const process = async (seconds = 0) => {
    if (seconds > 0) await timePasses(shop, seconds);
    await processOrder({ shop, orderId: id });
  };
  return {
    ...order,
    process,
    place: (seconds) => whileNotAccepting(() => process(seconds)),
    row: async () => {
      const [row] = await query<OrderRow>(databaseUrl, "select * from supplier_order where id = $1", [id]);
      if (!row) throw new Error("There is no such row.");
      return row;
    },
    bought: () =>
      wholesale.supplier.ledger.orders().filter(({ reference }) => reference.split("-")[1] === number),
    attempts: () =>
      query(
        databaseUrl,
        "select id, reference, generation, turn from order_attempt where order_id = $1 order by generation, turn",
        [id],
      ),
    outcomes: async () => {
      const rows = await query<{ kind: string }>(
        databaseUrl,
        `select outcome.kind from order_attempt_outcome outcome join order_attempt attempt on attempt.id = attempt_id
         where order_id = $1 order by outcome.id`,
        [id],
      );
      return rows.map(({ kind }) => kind);
    },
  };
}

/** Runs `place` while Shopify fails every acceptance of a request. */
export async function whileNotAccepting(place: () => Promise<void>): Promise<void> {
  shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502");
  await place();
  shopify.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", 0);
}

/** The simulated shop's own record of a customer's order, for what no merchant can do. */
export function inside({ shop }: SellingShop, name: string): Order {
  const found = simulated(shop).orders.find((each) => each.name === name);
  if (!found) throw new Error(`The shop has no order ${name}.`);
  return found;
}

/** Opens a further fulfillment order for each quantity, with pieces of the order's first line of ours, to be requested. */
export function addParts(world: SellingShop, name: string, quantities: number[]): void {
  const order = inside(world, name);
  const first = order.fulfillmentOrders.find(({ location }) => location.service !== null);
  const line = first?.lines[0]?.line;
  if (!first || !line) throw new Error(`Order ${name} has nothing of ours.`);
  for (const quantity of quantities) {
    const place = { order, location: first.location, now: new Date() };
    openFulfillmentOrder(simulated(world.shop), place, [{ line, quantity }]);
  }
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

/** The product and the variant behind the first SKU, at the supplier. */
export function supplied() {
  const [{ product: id, sku } = {}] = plentiful;
  const products = wholesale.supplier.catalogue.page({ from: 0, limit: 100 }).products;
  const product = products.find((each) => each.id === id);
  const variant = product?.variants.find((each) => each.sku === sku);
  if (!product || !variant) throw new Error("The supplier has no such SKU.");
  return { product, variant };
}

/** Returns the seconds until the order is due; null if it is not. */
export function waitOf({ due_at: dueAt }: OrderRow): number | null {
  return dueAt && (dueAt.getTime() - Date.now()) / 1000;
}

/** The merchant presses "Try again" on a page that shows the order as it is now. */
export async function pressRetry(shop: ShopDomain, orderId: string): Promise<boolean> {
  return retryOrder(shop, { orderId, version: await versionOf(orderId) });
}

/** Returns the version of an order that a page shows now. */
export async function versionOf(orderId: string): Promise<number> {
  const [row] = await query<{ version: number }>(
    databaseUrl,
    "select version from supplier_order where id = $1",
    [orderId],
  );
  return row?.version ?? -1;
}

/** Compares with shop and supplier at once. Rows keep whole milliseconds: rounded up, it would not be due yet. */
export async function reconcileNow({ shop }: Pick<SellingShop, "shop">): Promise<void> {
  for (const table of ["shop_reconciliation", "order_reconciliation"])
    await query(
      databaseUrl,
      `insert into ${table} (shop, due_at) values ($1, date_trunc('milliseconds', now()))
       on conflict (shop) do update set leased_until = null, due_at = excluded.due_at`,
      [shop],
    );
  await reconcileShop(shop);
  await reconcileOrders(shop);
}

/** Restores our records to before the order was placed. Only the supplier and the shop still know of it. */
export async function restored({ id }: RequestedOrder): Promise<void> {
  for (const table of ["order_attempt", "supplier_order_line"])
    await query(databaseUrl, `delete from ${table} where order_id = $1`, [id]);
  await query(
    databaseUrl,
    `update supplier_order set state = 'ready', reason = null, supplier_order_id = null, acceptance = null,
       placed_at = null, due_at = date_trunc('milliseconds', now()) where id = $1`,
    [id],
  );
}
