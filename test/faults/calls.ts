import type { Operation } from "../sandbox/wholesale/endpoint.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import type { ShopFault } from "../sandbox/shop/faults.ts";
import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/** Statuses that say nothing about whether the supplier did it. */
const STATUSES = [
  301, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 415, 421, 423, 424, 425, 426, 428, 431, 451,
  499, 500, 501, 502, 503, 504, 507, 520, 599,
];
const TAKEN: FaultName[] = [
  ...STATUSES.map((status) => `${status}-after-commit` as const),
  ...(["timeout-after-commit", "truncated", "slow", "without-field", "wrong-type"] as const),
  // Listed six times to be drawn often: only this fault exposes a worker with a wrong clock.
  ...Array<FaultName>(6).fill("commit-later"),
];
const NOT_TAKEN: FaultName[] = [
  ...STATUSES.map((status) => `${status}` as const),
  ...(["400", "422", "429", "429-retry-after", "unauthorized", "html", "reset", "redirect"] as const),
];
export const READING = ["getProduct", "getOrder", "findOrders"] as const satisfies Operation[];
export const WRITING = ["placeOrder", "cancelOrder"] as const satisfies Operation[];

const SHOP_FIELDS = [
  "fulfillmentOrderAcceptFulfillmentRequest",
  "fulfillmentOrderRejectFulfillmentRequest",
  "fulfillmentOrderSubmitFulfillmentRequest",
  "fulfillmentOrderAcceptCancellationRequest",
  "fulfillmentOrderRejectCancellationRequest",
  "fulfillmentOrderClose",
  "fulfillmentCreate",
  "fulfillmentTrackingInfoUpdate",
  "assignedFulfillmentOrders",
  "fulfillmentOrder\\(",
];
const REPLICATED = ["assignedFulfillmentOrders", "fulfillmentOrder\\("];
const SHOP_FAULTS: ShopFault[] = ["502", "502-after-commit", "reset-after-commit"];

/** A call that is late takes no longer than a call may. */
const LATE_MS = 400;

/** Lets the next few calls of some operations go wrong. */
export function spoilCalls(world: World, chance: Chance): void {
  const { supplier, sandbox, history, lookupIsBroken, unreadable } = world;
  const others = chance
    .shuffled(["cancelOrder" as const, ...READING])
    .filter((operation) => !(lookupIsBroken && operation === "findOrders"))
    // Without any reply, an order is rightly bought at the earlier price, so such a fault would hide the unreadable
    // one.
    .filter((operation) => !(unreadable !== null && operation === "getProduct"))
    .slice(0, chance.between(0, 2));
  for (const operation of ["placeOrder" as const, ...others]) {
    const changes = (WRITING as readonly Operation[]).includes(operation);
    // A broken lookup can duplicate orders that the supplier accepts without an answer.
    const fault = chance.one(changes && (lookupIsBroken || chance.percent(65)) ? TAKEN : NOT_TAKEN);
    // Three doubts in a row would pause ordering until long after the lookup is mended.
    const times = lookupIsBroken ? 1 : chance.between(1, 3);
    supplier.setFault(operation, fault, times, LATE_MS);
    history.note(null, `fault: ${operation} ${fault}, ${String(times)} times`);
  }
  if (chance.percent(40)) {
    // As a replica that lags, often enough for several looks.
    const [times, fault] = [chance.between(2, 6), chance.one(["not-shown", "stale"] as const)];
    const field = fault === "stale" ? chance.one(REPLICATED) : "fulfillmentOrder\\(";
    sandbox.shop.setFault(field, fault, times);
    history.note(null, `fault: a replica of the shop lags, ${field} ${fault}, ${String(times)} times`);
  }
  if (!chance.percent(40)) return;
  const [field, fault] = [chance.one(SHOP_FIELDS), chance.one(SHOP_FAULTS)];
  sandbox.shop.setFault(field, fault, chance.between(1, 2));
  history.note(null, `fault: the shop's ${field} ${fault}`);
}

/** Nothing goes wrong any more. */
export function spareCalls({ supplier, sandbox }: World): void {
  for (const operation of [...READING, ...WRITING]) supplier.setFault(operation, "500", 0);
  for (const field of SHOP_FIELDS) sandbox.shop.setFault(field, "502", 0);
}
