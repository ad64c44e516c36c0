import type { Chance } from "./chance.ts";
import { orderPage, press, rowsNamed } from "./pages.ts";
import { pressPart, pressSendMany, restock, sellOut } from "./part-moves.ts";
import { boughtOf, type Case, inShop, STOP_TAG, type World } from "./world.ts";

/**
 * Actions of customers, merchants, Shopify and the supplier, in any order. A move that is impossible just now does
 * nothing.
 */
type Move = (world: World, each: Case, chance: Chance) => unknown;

const MOVES: Move[] = [
  requestAgain,
  requestAgain,
  takeBack,
  takeBack,
  changeMind,
  changeMind,
  changeMind,
  cancelOrder,
  cancelOrder,
  cancelByForce,
  pay,
  refund,
  refundReturned,
  refundReturned,
  edit,
  moveHouse,
  closeByForce,
  closeAndRequest,
  closeAndRequest,
  stopByTag,
  stopByTag,
  stopByTag,
  hold,
  release,
  repeatWebhooks,
  repeatWebhooks,
  ship,
  ship,
  ship,
  ship,
  shipPart,
  shipPart,
  shipPart,
  supplierCancels,
  supplierGivesUp,
  supplierDropsLine,
  supplierDropsLine,
  supplierDropsLine,
  supplierAltersNext,
  sendPartOnly,
  sendPartOnly,
  sendPartOnly,
  correctParcel,
  deliver,
  pressRetry,
  pressRetry,
  pressCancel,
  pressCancel,
  pressOrderMissing,
  pressOrderMissing,
  pressStale,
  sellOut,
  sellOut,
  restock,
  pressPart,
  pressPart,
  pressPart,
  pressPart,
  pressSendMany,
  pressSendMany,
];

/** A customer orders, and the merchant requests fulfillment, in most cases at once. */
export function newCase(world: World, chance: Chance): Case {
  const { sandbox, shops, goods, history } = world;
  const shop = chance.one(shops);
  const mark = `${shop === shops[0] ? "A" : "B"}${String(world.cases.length + 1).padStart(4, "0")}`;
  const lines = chance
    .shuffled([...goods, ...goods])
    .slice(0, chance.between(1, 3))
    .map(({ sku }) => ({ sku, quantity: chance.between(1, 3) }));
  const { merchant } = sandbox.shop;
  const paid = chance.percent(90);
  const test = chance.percent(5);
  const { name } = merchant.placeOrder({ lines, paid, test, address: { ...HOME, lastName: mark } }, shop);
  const made = { mark, shop, name, stoppedAt: null, isDecided: false };
  world.cases.push(made);
  const pieces = lines.map(({ sku, quantity }) => `${String(quantity)} of ${sku}`).join(", ");
  history.note(
    mark,
    `order: ${name} in ${shop}, ${pieces}${paid ? "" : ", not paid"}${test ? ", a test" : ""}`,
  );
  if (chance.percent(shop === shops[0] ? 90 : 40)) requestAgain(world, made);
  return made;
}

const TRIES = 6;

const HOME = {
  firstName: "Erika",
  address1: "Heidestraße 17",
  city: "Köln",
  zip: "51147",
  countryCode: "DE",
};

/** Something happens to one of the orders, rather to a late one. */
export async function move(world: World, chance: Chance): Promise<void> {
  const { cases } = world;
  const late = cases.slice(-25);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const each = chance.one(chance.percent(80) ? late : cases);
    try {
      await chance.one(MOVES)(world, each, chance);
      return;
    } catch {
      // Impossible just now: the sandbox refuses it, or no process answers.
    }
  }
}

export function requestAgain({ sandbox, history }: World, each: Case): void {
  const { mark, shop, name } = each;
  sandbox.shop.merchant.requestFulfillment(name, shop);
  each.isDecided = true;
  history.note(mark, "request: the merchant requests fulfillment");
}

export function takeBack({ sandbox, history }: World, { mark, shop, name }: Case): void {
  sandbox.shop.merchant.cancelFulfillment(name, shop);
  history.note(mark, "withdrawal: the merchant cancels the request");
}

/** The same pieces are requested a second time, while the first may be at the supplier. */
function changeMind(world: World, each: Case): void {
  takeBack(world, each);
  requestAgain(world, each);
}

function cancelOrder({ sandbox, history }: World, { mark, shop, name }: Case): void {
  const { cancelledAt } = sandbox.shop.merchant.cancelOrder(name, {}, shop);
  history.note(mark, `cancellation: the order is ${cancelledAt === null ? "to be " : ""}canceled`);
}

function cancelByForce({ sandbox, history }: World, { mark, shop, name }: Case): void {
  sandbox.shop.merchant.cancelOrder(name, { force: true }, shop);
  history.note(mark, "cancellation: the order is canceled without waiting for an answer");
}

function pay({ sandbox, history }: World, { mark, shop, name }: Case): void {
  sandbox.shop.merchant.payOrder(name, shop);
  history.note(mark, "payment: the customer pays");
}

function refund(world: World, { mark, shop, name }: Case, chance: Chance): void {
  const { sku } = chance.one(world.goods);
  const pieces = chance.percent(30) ? [] : [{ sku, quantity: 1 }];
  world.sandbox.shop.merchant.refundOrder(name, pieces, shop);
  world.history.note(mark, `refund: ${pieces.length === 0 ? "money only" : `a piece of ${sku}`}`);
}

/** The customer sends back a piece that has left, or keeps it. */
function refundReturned(world: World, { mark, shop, name }: Case, chance: Chance): void {
  const { sku } = chance.one(world.goods);
  const restockType = chance.one(["RETURN", "NO_RESTOCK"] as const);
  const pieces = [{ sku, quantity: 1, hasLeft: true, restockType }];
  world.sandbox.shop.merchant.refundOrder(name, pieces, shop);
  world.history.note(mark, `refund: a piece of ${sku} that has left`);
}

function edit(world: World, { mark, shop, name }: Case, chance: Chance): void {
  const { sku } = chance.one(world.goods);
  const quantity = chance.between(0, 4);
  world.sandbox.shop.merchant.editOrder(name, [{ sku, quantity }], shop);
  world.history.note(mark, `edit: ${String(quantity)} of ${sku} from now on`);
}

function moveHouse({ sandbox, history }: World, { mark, shop, name }: Case): void {
  sandbox.shop.merchant.changeAddress(name, { address1: "Domplatz 1" }, shop);
  history.note(mark, "address: the customer has moved");
}

function closeByForce({ sandbox, history }: World, { mark, shop, name }: Case): void {
  sandbox.shop.merchant.closeFulfillment(name, shop);
  history.note(mark, "closing: somebody closes what was accepted");
}

/** The supplier has the pieces, and they are requested once more. */
function closeAndRequest(world: World, each: Case): void {
  closeByForce(world, each);
  requestAgain(world, each);
}

/** The merchant keeps a delayed order from being sent. */
function stopByTag(world: World, each: Case): void {
  const { sandbox, history } = world;
  const isRequested = inShop(world, each).fulfillmentOrders.some((part) => part.merchantRequests.length > 0);
  sandbox.shop.merchant.tagOrder(each.name, [STOP_TAG], each.shop);
  if (!isRequested) each.stoppedAt ??= new Date();
  history.note(each.mark, `tag: ${STOP_TAG}`);
}

function hold({ sandbox }: World, { shop, name }: Case): void {
  sandbox.shop.merchant.holdFulfillment(name, shop);
}

function release({ sandbox }: World, { shop, name }: Case): void {
  sandbox.shop.merchant.releaseFulfillment(name, shop);
}

const TOPICS = [
  "orders/paid",
  "orders/cancelled",
  ...[
    "cancelled",
    "fulfillment_request_submitted",
    "cancellation_request_submitted",
    "order_routing_complete",
  ].map((event) => `fulfillment_orders/${event}`),
];

/** Repeats old webhooks, sometimes several times at once. */
async function repeatWebhooks(world: World, each: Case, chance: Chance): Promise<void> {
  const topic = chance.one(TOPICS);
  const { id, fulfillmentOrders } = inShop(world, each);
  const subject = topic.startsWith("orders/") ? id : chance.one(fulfillmentOrders).id;
  const times = chance.between(1, 3);
  await world.sandbox.shop.webhooks.deliver({ topic, shop: each.shop, subjectId: String(subject), times });
  world.history.note(each.mark, `webhook: ${topic}, ${String(times)} times`);
}

function ship(world: World, { mark }: Case): void {
  const order = atSupplier(world, mark, ["received", "processing", "partially_shipped"]);
  const trackingNumber = parcelNumber(world);
  world.supplier.supplier.ledger.ship(order.id, { carrier: "DHL", trackingNumber });
  world.history.note(mark, `shipment: ${trackingNumber}, all that is left of ${order.id}`);
}

/** A parcel holds one piece of any line. More may follow, or the rest, or nothing. */
function shipPart(world: World, { mark }: Case, chance: Chance): void {
  const order = atSupplier(world, mark, ["received", "processing", "partially_shipped"]);
  const trackingNumber = parcelNumber(world);
  const lines = [{ ...chance.one(order.lines), quantity: 1 }];
  world.supplier.supplier.ledger.ship(order.id, { carrier: "DPD", trackingNumber, lines });
  world.history.note(mark, `shipment: ${trackingNumber}, a piece of ${order.id}`);
}

/** At any point, also when a part has left: then the rest does not come. */
function supplierCancels({ supplier, history, ...world }: World, { mark }: Case): void {
  const order = atSupplier({ supplier, history, ...world }, mark, ["received", "processing"]);
  supplier.supplier.ledger.cancel(order.id);
  history.note(mark, `supplier: cancels ${order.id}`);
}

function supplierGivesUp(world: World, { mark }: Case): void {
  const order = atSupplier(world, mark, ["received", "processing", "partially_shipped"]);
  world.supplier.supplier.ledger.giveUp(order.id);
  world.history.note(mark, `supplier: sends no more of ${order.id}`);
}

/** The order no longer lists its last line, and the rest of it ships. */
function supplierDropsLine(world: World, { mark }: Case): void {
  const order = atSupplier(world, mark, ["received", "processing"]);
  const lines = order.lines.slice(0, -1);
  const [dropped] = order.lines.slice(-1);
  if (lines.length === 0 || dropped === undefined) return;
  const { ledger } = world.supplier.supplier;
  ledger.restate(order.id, { lines });
  const trackingNumber = parcelNumber(world);
  ledger.ship(order.id, { carrier: "GLS", trackingNumber });
  world.history.note(
    mark,
    `supplier: drops ${String(dropped.quantity)} of ${dropped.variantId} from ${order.id}, shipment: ${trackingNumber}`,
  );
}

/** The supplier makes another order of the next one that it gets. */
function supplierAltersNext(world: World, _: Case, chance: Chance): void {
  world.supplier.supplier.ledger.alterNext(
    chance.one(["lower-case-reference", "overcharges", "other-currency"] as const),
  );
}

/**
 * Part of an order ships and the rest never will, while the merchant cancels: neither side knows of the other's step.
 */
function sendPartOnly(world: World, each: Case, chance: Chance): void {
  shipPart(world, each, chance);
  supplierGivesUp(world, each);
  if (chance.percent(50)) changeMind(world, each);
  else cancelOrder(world, each);
}

function correctParcel(world: World, { mark }: Case): void {
  const { id, shipments } = atSupplier(world, mark, ["partially_shipped", "shipped"]);
  const [shipment] = shipments;
  if (!shipment) return;
  const trackingNumber = parcelNumber(world);
  world.supplier.supplier.ledger.amend(id, shipment.id, { trackingNumber });
  world.history.note(mark, `shipment: the number of ${shipment.id} is ${trackingNumber} now`);
}

function deliver(world: World, { mark }: Case): void {
  const { id } = atSupplier(world, mark, ["shipped"]);
  world.supplier.supplier.ledger.deliver(id);
  world.history.note(mark, `supplier: ${id} has arrived`);
}

/** One of the supplier's orders for that customer's; throws where there is none in such a state. */
function atSupplier(world: World, mark: string, statuses: string[]) {
  const found = boughtOf(world)
    .get(mark)
    ?.find(({ status }) => statuses.includes(status));
  if (!found) throw new Error(`The supplier has no such order for ${mark}.`);
  return found;
}

/** No two parcels of a run have the same. */
function parcelNumber({ supplier }: World): string {
  const revisions = supplier.supplier.ledger.orders().map(({ revision }) => revision);
  return `P${String(Math.max(0, ...revisions) + 1).padStart(6, "0")}`;
}

async function pressRetry(world: World, each: Case): Promise<void> {
  for (const id of await rowsNamed(world, each)) {
    const page = await orderPage(world, each.shop, id);
    if (page.can.retry) await press(world, each, page, { intent: "retry" });
  }
}

async function pressCancel(world: World, each: Case): Promise<void> {
  for (const id of await rowsNamed(world, each)) {
    const page = await orderPage(world, each.shop, id);
    if (page.can.cancel !== null) await press(world, each, page, { intent: "cancel" });
  }
}

async function pressOrderMissing(world: World, each: Case): Promise<void> {
  for (const id of await rowsNamed(world, each)) {
    const page = await orderPage(world, each.shop, id);
    const { orderMissing } = page.can;
    if (orderMissing !== null)
      await press(world, each, page, {
        intent: "order-missing",
        pieces: JSON.stringify(orderMissing.byLine),
      });
  }
}

/** A page from before, in another tab. */
async function pressStale(world: World, each: Case, chance: Chance): Promise<void> {
  const [id = ""] = await rowsNamed(world, each);
  const page = await orderPage(world, each.shop, id);
  const { retry, cancel } = page.can;
  const fields = { intent: retry ? "retry" : cancel === null ? "update" : "cancel" };
  setTimeout(() => void press(world, each, page, fields).catch(() => undefined), chance.between(200, 2000));
}
