import { hasScope, readScopes } from "../../app/shop/access-scopes.server.ts";
import { readFulfillmentOrder, readRequestStatus } from "../../app/shop/orders/fulfillment-orders.server.ts";
import {
  acceptCancellation,
  acceptFulfillment,
  rejectCancellation,
} from "../../app/shop/orders/request-answers.server.ts";
import { submitRequest } from "../../app/shop/orders/submit-request.server.ts";
import { createFulfillment, readShippable } from "../../app/shop/orders/fulfillments.server.ts";
import { numberIn } from "../../app/shop/ids.ts";
import { addressSeen } from "./address-seen.ts";
import { inWords, type Line, look, notProven, notTried } from "./line.ts";
import { listLatestParts, type Part, submitCancellation, submitCancellationAgain } from "./operations.ts";
import { isOwn } from "./own-product.ts";
import type { RuleName } from "./rules.ts";
import { waitFor } from "./wait-for.ts";
import type { Walk } from "./walk-types.ts";

const PIECES = 2;
/** The scope with which the app requests fulfillment. Without it, the check asks a person to request it. */
const REQUEST_SCOPE = "write_third_party_fulfillment_orders";
export const ORDER_RULES = [
  "routing",
  "customer-data",
  "requesting",
  "tracking",
  "cancelling",
  "cancelling-again",
] as const;

/**
 * Asks a person to order the product, and then does what the app does for an order that the supplier ships: requests
 * and accepts it, ships half of it, and cancels the other half.
 */
export async function* walkOrder(walk: Walk): AsyncGenerator<Line, void> {
  const left = new Set<RuleName>(ORDER_RULES);
  for await (const line of steps(walk)) {
    left.delete(line.rule);
    yield line;
    if (walk.wait.forPerson.isInterrupted()) break;
  }
  for (const rule of left) yield notTried(rule, "what stands before it did not work");
}

async function* steps(walk: Walk): AsyncGenerator<Line, void> {
  const { shop, locationId, product, made, events, ask, wait } = walk;
  ask({ kind: "order", sku: product.sku, title: product.title, pieces: PIECES });
  const part = await waitFor(() => findPart(walk), wait.forPerson);
  if (part === null) {
    yield notProven(
      "routing",
      "no fulfillment order with its SKU was seen: nobody ordered it, or it went elsewhere (then cancel it)",
    );
    return;
  }
  const { id, shopOrderId, orderName, location } = part;
  made.order = { id: shopOrderId, name: orderName };
  events.topics.add("fulfillment_orders/order_routing_complete");
  for (const gid of [id, shopOrderId]) events.subjects.add(numberIn(gid) ?? "");
  const routed = location.id === locationId;
  yield await look("routing", () =>
    Promise.resolve({
      fits: routed,
      came: routed ? "at our location" : `it is assigned to “${location.name}”`,
    }),
  );
  yield await look("customer-data", async () => {
    const read = await readFulfillmentOrder(shop, { id, shopOrderId, ourLocationId: locationId });
    if (read?.paid === true) events.topics.add("orders/paid");
    return addressSeen(read);
  });
  if (!routed) return;

  const mayRequest = hasScope(await readScopes(shop), REQUEST_SCOPE);
  const requesting = await look("requesting", async () => {
    if (mayRequest) {
      const submitted = await submitRequest(shop, id);
      if (submitted.kind === "user-errors") return { fits: false, came: inWords(submitted.problem) };
    } else ask({ kind: "request", orderName });
    const status = () => readRequestStatus(shop, { id, ourLocationId: locationId });
    const requested = await waitFor(
      async () => {
        const now = await status();
        return now === null || now.request === "unsubmitted" ? null : now;
      },
      mayRequest ? wait.forShop : wait.forPerson,
    );
    if (requested === null)
      return mayRequest ? { fits: false, came: "unsubmitted" } : { unproven: "nobody requested it" };
    events.topics.add("fulfillment_orders/fulfillment_request_submitted");
    if (requested.request === "submitted") {
      const accepted = await acceptFulfillment(shop, { id });
      if (accepted.kind === "user-errors") return { fits: false, came: inWords(accepted.problem) };
    }
    const after = await status();
    const fits = after?.request === "accepted" && after.status === "in_progress";
    return {
      fits,
      came: `${requested.request}, then ${after?.request ?? "gone"} and ${after?.status ?? "gone"}`,
    };
  });
  yield requesting;
  if (requesting.result !== "fits") return;

  const tracking = { company: null, number: product.sku, url: null };
  yield await look("tracking", async () => {
    const [line] = (await readShippable(shop, id))?.lines ?? [];
    if (line === undefined) return { fits: false, came: "it has no lines" };
    const lines = [{ id: line.id, quantity: 1 }];
    const fulfillment = await createFulfillment(shop, {
      fulfillmentOrderId: id,
      lines,
      tracking: [tracking],
    });
    if (fulfillment.kind === "user-errors") return { fits: false, came: inWords(fulfillment.problem) };
    const shipped = (await readShippable(shop, id))?.fulfillments.find((each) => each.id === fulfillment.id);
    const kept = shipped?.tracking.some(({ number }) => number === tracking.number) ?? false;
    return { fits: kept, came: kept ? "it is read back" : "it is not read back" };
  });

  let request = "";
  /** Waits until Shopify shows the requested cancellation. @returns its status; null if it does not appear. */
  const showsCancellation = (isShown: (status: string) => boolean) =>
    waitFor(
      async () => {
        request = (await readRequestStatus(shop, { id, ourLocationId: locationId }))?.request ?? "gone";
        return isShown(request) ? request : null;
      },
      mayRequest ? wait.forShop : wait.forPerson,
    );
  const canceling = await look("cancelling", async () => {
    if (mayRequest) {
      const problem = await submitCancellation(shop, id);
      if (problem !== null) return { fits: false, came: inWords(problem) };
    } else ask({ kind: "cancellation", orderName });
    // Also accepts `closed`, because the app may have accepted the cancellation before the check reads the status.
    const shown = await showsCancellation((now) => now.startsWith("cancellation_") || now === "closed");
    if (shown === null && !mayRequest) return { unproven: "nobody requested it" };
    events.topics.add("fulfillment_orders/cancellation_request_submitted");
    return { fits: shown !== null, came: request };
  });
  yield canceling;
  if (canceling.result !== "fits") return;

  yield await look("cancelling-again", async () => {
    const rejected = await rejectCancellation(shop, { id, message: "shop:check requests it again." });
    if (rejected.kind === "user-errors")
      return { untried: `it was answered before: ${inWords(rejected.problem)}` };
    if (mayRequest) {
      const problem = await submitCancellationAgain(shop, id);
      if (problem !== null) return { fits: false, came: inWords(problem) };
    } else ask({ kind: "cancellation", orderName });
    const shown = await showsCancellation((now) => now === "cancellation_requested");
    if (shown === null && !mayRequest) return { unproven: "it was not requested again" };
    if (shown !== null) await acceptCancellation(shop, id);
    return { fits: shown !== null, came: request };
  });
}

async function findPart({ shop, product }: Walk): Promise<Part | null> {
  const parts = await listLatestParts(shop);
  return parts.find(({ skus, isClosed }) => !isClosed && isOwn(skus, product.sku)) ?? null;
}
