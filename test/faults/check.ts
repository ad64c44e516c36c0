import type { Order as Bought } from "../sandbox/wholesale/ledger.ts";
import { toldNumbers } from "./careful-merchant.ts";
import { orderPage, type OrderPage } from "./pages.ts";
import { boughtOf, type Case, hasEnded, inShop, piecesOf, type World } from "./world.ts";

/** Something that must not be. */
export type Violation = {
  kind:
    | "bought-beyond-quantity"
    | "request-without-end"
    | "shipment-not-shown"
    | "books-disagree"
    | "bought-unasked"
    | "canceled-unasked"
    | "of-another-shop"
    | "requested-unasked"
    | "uncaught-error";
  /** The mark of the customer's order. */
  order: string;
  what: string;
};

/** Returns violations of the rules that hold at every moment, also in the middle of a run. */
export function checkAlways(world: World): Violation[] {
  return [...checkBought(world), ...checkRequested(world)];
}

/** No line of a customer's order may ever be alive at the supplier beyond its quantity: what has left stays bought. */
function checkBought(world: World): Violation[] {
  const bought = boughtOf(world);
  return world.cases.flatMap((each) => {
    const ordered = new Map<string, number>();
    for (const { sku, quantity } of inShop(world, each).lines) {
      const { variantId = "" } = world.goods.find((good) => good.sku === sku) ?? {};
      ordered.set(variantId, (ordered.get(variantId) ?? 0) + quantity);
    }
    const orders = bought.get(each.mark) ?? [];
    const counted = new Map<string, number>();
    for (const { variantId, quantity } of orders.flatMap(piecesOf))
      counted.set(variantId, (counted.get(variantId) ?? 0) + quantity);
    return [...counted].flatMap(([variantId, quantity]): Violation[] => {
      const most = ordered.get(variantId) ?? 0;
      if (quantity <= most) return [];
      const numbers = orders.map(({ id, reference, status }) => `${id} (${reference}, ${status})`).join(", ");
      const what = `${String(quantity)} of ${variantId} are bought, ${String(most)} were ordered: ${numbers}`;
      return [{ kind: "bought-beyond-quantity", order: each.mark, what }];
    });
  });
}

/** Rules request no order that had their tag some seconds before: a worker reads an order right before it requests it. */
function checkRequested(world: World): Violation[] {
  return world.cases.flatMap((each): Violation[] => {
    const { mark: order, stoppedAt, isDecided } = each;
    if (stoppedAt === null || isDecided) return [];
    const late = stoppedAt.getTime() + READ_HOLDS_MS;
    const requests = inShop(world, each).fulfillmentOrders.flatMap(
      ({ merchantRequests }) => merchantRequests,
    );
    return requests
      .filter(({ kind, sentAt }) => kind === "FULFILLMENT_REQUEST" && sentAt.getTime() > late)
      .map(({ sentAt }) => ({
        kind: "requested-unasked",
        order,
        what: `requested at ${sentAt.toISOString()}, and tagged at ${stoppedAt.toISOString()}`,
      }));
  });
}

/** The longest time between reading an order and requesting it in a fault run, unless the process is paused. */
const READ_HOLDS_MS = 5000;

type Row = {
  id: string;
  shop: string;
  fulfillmentOrderId: string;
  orderName: string;
  state: string;
  reason: string | null;
  supplierOrderId: string | null;
};

/** Once all is at rest: every request has an end, every shipment is shown, and the three books agree. */
export async function checkAtRest(world: World): Promise<{ violations: Violation[]; waiting: number }> {
  const rows = await world.database.query<Row>(
    `select id, shop, fulfillment_order_id as "fulfillmentOrderId", order_name as "orderName", state, reason,
       supplier_order_id as "supplierOrderId" from supplier_order`,
  );
  const [bought, told] = [boughtOf(world), await toldNumbers(world)];
  const violations = [
    ...checkAlways(world),
    ...checkShops(world, { rows, bought }),
    ...checkUnasked(world, bought),
    ...world.uncaught.map((what): Violation => ({ kind: "uncaught-error", order: "none", what })),
  ];
  let waiting = 0;
  for (const each of world.cases) {
    const own = rows.filter(({ shop, orderName }) => shop === each.shop && orderName === each.name);
    const pages = new Map<string, OrderPage>();
    for (const { id } of own) pages.set(id, await orderPage(world, each.shop, id));
    const found = { rows: own, pages, orders: bought.get(each.mark) ?? [], told };
    const requests = checkRequests(world, each, found);
    waiting += requests.waiting;
    violations.push(
      ...requests.violations,
      ...checkShipments(world, each, found),
      ...checkBooks(each, found),
    );
  }
  return { violations, waiting };
}

type Found = { rows: Row[]; pages: Map<string, OrderPage>; orders: Bought[]; told: Set<string> };

const AT_SUPPLIER = ["placed", "partially_shipped", "shipped", "delivered"];
const OPEN = ["SUBMITTED", "CANCELLATION_REQUESTED"];

/** A request that stands without an answer says why, with a way on; so does each of our orders that has no end. */
function checkRequests(
  world: World,
  each: Case,
  { rows, pages, orders }: Found,
): { violations: Violation[]; waiting: number } {
  const violations: Violation[] = [];
  let waiting = 0;
  const complain = (what: string) => violations.push({ kind: "request-without-end", order: each.mark, what });
  const open = inShop(world, each).fulfillmentOrders.filter(
    ({ location, status, requestStatus }) =>
      location.service !== null && status !== "CLOSED" && OPEN.includes(requestStatus),
  );
  for (const { id, requestStatus } of open) {
    const row = rows.find(({ fulfillmentOrderId }) => fulfillmentOrderId.endsWith(`/${String(id)}`));
    const page = row && pages.get(row.id);
    if (row === undefined || page === undefined)
      complain(`the request ${String(id)} (${requestStatus}) has no order of ours`);
    else if (hasWayOn(page) && row.reason !== null) waiting += 1;
    else
      complain(
        `the request ${String(id)} (${requestStatus}) stays ${row.state}, ${row.reason ?? "without a reason"}`,
      );
  }
  const isCanceled = world.history.of(each.mark).some((entry) => ASKS_TO_CANCEL.test(entry));
  for (const { id, location, status, requestStatus } of inShop(world, each).fulfillmentOrders) {
    if (location.service === null || status !== "OPEN" || requestStatus !== "REJECTED" || isCanceled)
      continue;
    const row = rows.find(({ fulfillmentOrderId }) => fulfillmentOrderId.endsWith(`/${String(id)}`));
    // The supplier may give up an order before we accept its request.
    const isGivenUp = row?.reason === "rejected-at-supplier" && orders.some(hasEnded);
    // A restored backup may lack the order. Shopify shows the rejection.
    if (row && row.reason !== "request-rejected" && row.reason !== "rejected-since-ended" && !isGivenUp)
      complain(
        `the request ${String(id)} was rejected without a cancellation: ${row.state}, ${row.reason ?? "no reason"}`,
      );
  }
  for (const { id, state, reason } of rows) {
    const page = pages.get(id);
    if (
      ["held", "ready", "placing", "in_doubt"].includes(state) &&
      page &&
      !(hasWayOn(page) && reason !== null)
    )
      complain(`our order ${id} stays ${state}, ${reason ?? "without a reason"}, with no way on`);
  }
  return { violations, waiting };
}

function hasWayOn({ can, help, next }: OrderPage): boolean {
  return can.retry || can.confirm || can.acknowledge !== null || help !== null || next !== null;
}

/**
 * If the shop can't show a package any more, the merchant sees the reason: on the order's page, or in Activity if a
 * restored backup doesn't know an order whose request was withdrawn.
 */
function checkShipments(world: World, each: Case, { pages, orders, rows, told }: Found): Violation[] {
  const shown = new Set(
    inShop(world, each)
      .fulfillments.filter(({ status }) => status === "SUCCESS")
      .flatMap(({ tracking }) => tracking.map(({ number }) => number)),
  );
  const explained = new Set(
    [...pages.values()]
      .flatMap(({ shipments }) => shipments)
      .filter(({ state, problem }) => state === "failed" && problem !== null)
      .map(({ trackingNumber }) => trackingNumber),
  );
  const isForgotten = (number: string) => !rows.some(({ supplierOrderId }) => supplierOrderId === number);
  return orders
    .filter(({ id }) => !(told.has(id) && isForgotten(id)))
    .flatMap(({ id, shipments }) => shipments.map(({ trackingNumber }) => ({ id, trackingNumber })))
    .filter(({ trackingNumber }) => !shown.has(trackingNumber) && !explained.has(trackingNumber))
    .map(({ id, trackingNumber }) => ({
      kind: "shipment-not-shown",
      order: each.mark,
      what: `the parcel ${trackingNumber ?? "?"} of ${id} is not in the shop, and no page says why: ${sayShipments(pages, trackingNumber)}`,
    }));
}

function sayShipments(pages: Found["pages"], number: string | null): string {
  const held = [...pages.values()].flatMap(({ shipments }) =>
    shipments
      .filter(({ trackingNumber }) => trackingNumber === number)
      .map((shipment) => JSON.stringify(shipment)),
  );
  return held.join("; ") || "no order has it";
}

/**
 * Every live order at the supplier is ours and known as live, or the merchant was told of it; and every order that we
 * believe to be live is.
 */
function checkBooks(each: Case, { rows, orders, told }: Found): Violation[] {
  const complain = (what: string): Violation => ({ kind: "books-disagree", order: each.mark, what });
  const unknown = orders
    .filter((order) => !hasEnded(order) && !told.has(order.id))
    .filter(({ id }) => !rows.some((row) => row.supplierOrderId === id && AT_SUPPLIER.includes(row.state)))
    .map(({ id, reference, status }) =>
      complain(
        `${id} (${reference}) is ${status} at the supplier; here are ${rows.map(({ state, reason, supplierOrderId }) => `${state} ${reason ?? ""} ${supplierOrderId ?? ""}`).join(", ") || "none"}`,
      ),
    );
  const imagined = rows
    .filter(({ state }) => AT_SUPPLIER.includes(state))
    .filter(
      ({ supplierOrderId }) =>
        !orders.some((order) => order.id === supplierOrderId && piecesOf(order).length > 0),
    )
    .map(({ id, state, supplierOrderId }) =>
      complain(
        `our order ${id} is ${state} as ${supplierOrderId ?? "?"}, which does not live at the supplier`,
      ),
    );
  return [...unknown, ...imagined];
}

/**
 * No merchant of a run presses "Send anyway" for a test order; no order is bought while its price can't be read; and
 * the supplier cancels only orders that a person canceled.
 */
function checkUnasked(world: World, bought: Map<string, Bought[]>): Violation[] {
  const canceled = new Set(
    world.supplier.requests.flatMap(({ operation, path }) =>
      operation === "cancelOrder" ? (path.split("/").at(-2) ?? []) : [],
    ),
  );
  return world.cases.flatMap((each): Violation[] => {
    const orders = bought.get(each.mark) ?? [];
    const order = each.mark;
    const unpaid = inShop(world, each).test
      ? orders
      : orders.filter(({ id }) => world.boughtUnread.includes(id));
    const isAsked = world.history.of(order).some((entry) => ASKS_TO_CANCEL.test(entry));
    const unasked = orders.filter(({ id, status }) => status === "cancelled" && canceled.has(id) && !isAsked);
    return [
      ...unpaid.map(({ id }): Violation => {
        const why = inShop(world, each).test ? "for a test order" : "while a price could not be read";
        return { kind: "bought-unasked", order, what: `${id} was bought ${why}` };
      }),
      ...unasked.map(({ id }): Violation => ({
        kind: "canceled-unasked",
        order,
        what: `${id} was canceled without a request for it`,
      })),
    ];
  });
}

/** History entries that cancel or shrink the customer's order. */
const ASKS_TO_CANCEL = / (withdrawal|cancellation|closing|refund|edit|button: cancel)\b/;

/** A row belongs to the shop whose request it is, and an order went to an account that this shop was ever connected with. */
function checkShops(
  world: World,
  { rows, bought }: { rows: Row[]; bought: Map<string, Bought[]> },
): Violation[] {
  const shopOf = new Map(
    world.sandbox.shop.shops.flatMap(({ domain, orders }) =>
      orders.flatMap(({ fulfillmentOrders }) =>
        fulfillmentOrders.map(({ id }) => [String(id), domain] as const),
      ),
    ),
  );
  const complain = (order: string, what: string): Violation => ({ kind: "of-another-shop", order, what });
  const strayed = rows
    .filter(({ shop, fulfillmentOrderId }) => shopOf.get(fulfillmentOrderId.split("/").at(-1) ?? "") !== shop)
    .map(({ orderName, shop, fulfillmentOrderId }) =>
      complain(orderName, `${shop} has a row of ${fulfillmentOrderId}`),
    );
  const [, second] = world.shops;
  const astray = world.cases
    .filter(({ shop }) => shop === second)
    .flatMap(({ mark, shop }) =>
      (bought.get(mark) ?? [])
        .filter(({ account }) => account !== world.accountOf(shop).email)
        .map(({ id, account }) => complain(mark, `${id} was ordered with the account ${account}`)),
    );
  return [...strayed, ...astray];
}
