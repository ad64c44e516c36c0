import { checkKey } from "../connection/check-key.server.ts";
import { asSystem, inShop } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { FulfillmentOrder } from "../shop/fulfillment-order.ts";
import { abandonAttempt } from "./doubt/abandon-attempt.server.ts";
import { acceptRequest } from "./placing/accept-request.server.ts";
import { cancelPlaced, cancelUnsent } from "./cancelling/cancel-order.server.ts";
import { changeClaimed, claimOrder, type ClaimedOrder, postpone } from "./order-store.server.ts";
import { hasArrived } from "./order-state.ts";
import { backOffSeconds } from "./outcome.ts";
import { placeOrder, type Reading } from "./placing/place-order.server.ts";
import { resolveDoubt } from "./doubt/resolve-doubt.server.ts";
import { closeRequest } from "./cancelling/close-request.server.ts";

/** Reads what placing an order needs to know: from the shop, from our catalogue, and the published branding. */
export type ReadOrderFacts = (order: ClaimedOrder) => Promise<Reading>;

export type WorkOff = { clock: () => Date; read: ReadOrderFacts };

const SWEEP_AT_MOST = 200;
/** One slow answer of the supplier must not keep everybody else waiting. */
const AT_ONCE = 8;

/** Does what is due for one order, if it is due and nobody else has it. */
export async function processOrder(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  work: WorkOff,
): Promise<void> {
  const order = await claimOrder(shop, orderId, work.clock());
  if (order === null) return;
  try {
    await doWhatIsDue(order, work);
  } catch (error) {
    log.warn({ err: error, shop, orderId, state: order.state }, "orders.process-failed");
    const failure = error instanceof Failure ? error : null;
    const wait = Math.max(failure?.retryAfterSeconds ?? 0, backOffSeconds(order.retryCount));
    const until = new Date(work.clock().getTime() + wait * 1000);
    // Where an attempt has begun meanwhile, this writes nothing: the attempt's own time decides.
    await postpone(order, {
      reason: failure?.code ?? "error",
      said: failure?.publicMessage ?? "Something went wrong on our side. Stockbridge tries again.",
      until,
    });
    // Only a read tells whether it is the key as such that is refused; if so, the whole shop waits.
    if (failure?.code === "unauthorized") await checkKey(shop);
  }
}

/** Works off what is due, oldest first: what nobody was woken for, and what waited for its time. */
export async function sweepOrders(work: WorkOff): Promise<void> {
  const due = await asSystem("orders", (tx) =>
    tx.supplierOrder.findMany({
      where: { nextAt: { lte: work.clock() } },
      // What was woken all at once goes in the order in which it was asked for.
      orderBy: [{ nextAt: "asc" }, { requestedAt: "asc" }],
      take: SWEEP_AT_MOST,
      select: { id: true, shop: true },
    }),
  );
  const waiting = due.values();
  const lane = async () => {
    for (const { id, shop } of waiting) await processOrder({ shop: shop as ShopDomain, orderId: id }, work);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function doWhatIsDue(order: ClaimedOrder, { clock, read }: WorkOff): Promise<void> {
  switch (order.state) {
    case "held":
    case "ready": {
      const reading = await read(order);
      const wished = order.cancelRequestedAt !== null || reading.asked?.request === "cancellation_requested";
      return wished ? cancelUnsent(order, reading.asked, clock()) : placeOrder(order, reading, clock);
    }
    case "placing":
      return abandonAttempt(order, clock());
    case "in_doubt":
      return resolveDoubt(order, clock);
    case "placed":
    case "partially_shipped":
    case "shipped":
    case "delivered":
    case "cancelled":
    case "rejected":
      if (order.acceptance === "closing") return closeRequest(order, (await read(order)).asked, clock());
      if (!isAnswerDue(order)) return rest(order);
      return answerShop(order, (await read(order)).asked, clock());
  }
}

/** Whether the shop waits for something, be it that all has left already: without an answer it shows no parcel. */
function isAnswerDue({ state, cancelRequestedAt, acceptance }: ClaimedOrder): boolean {
  return hasArrived(state) && (cancelRequestedAt !== null || acceptance === "due");
}

/** A wish to cancel comes first: what is to be cancelled need not be accepted. */
function answerShop(order: ClaimedOrder, asked: FulfillmentOrder | null, now: Date): Promise<void> {
  return order.cancelRequestedAt === null
    ? acceptRequest(order, asked, now)
    : cancelPlaced(order, asked, now);
}

/** Nothing is due after all. */
async function rest(order: ClaimedOrder): Promise<void> {
  const { shop, state: to, reason, said } = order;
  await inShop(shop, (tx) => changeClaimed(tx, order, { to, reason, said, nextAt: null }));
}
