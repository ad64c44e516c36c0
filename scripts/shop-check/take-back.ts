import type { Changed } from "../../app/shop/failures.ts";
import { setTimeout as pause } from "node:timers/promises";

import { Failure } from "../../app/lib/failure.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { Message } from "../../app/messages/message.ts";
import { readRequestStatus } from "../../app/shop/orders/fulfillment-orders.server.ts";
import { acceptCancellation, rejectFulfillment } from "../../app/shop/orders/request-answers.server.ts";
import { closeFulfillmentOrder } from "../../app/shop/orders/fulfillments.server.ts";
import { isOrderCanceled } from "../../app/shop/orders/orders.server.ts";
import { findProduct } from "../../app/shop/products/products.server.ts";
import { removeOwnServices } from "./ask-unrecorded.ts";
import { inWords, type Line, look } from "./line.ts";
import {
  cancelFulfillment,
  deleteProduct,
  listActiveLocations,
  listLatestParts,
  listProductsOf,
  type Part,
} from "./operations.ts";
import { isOwn, VENDOR } from "./own-product.ts";
import { waitFor } from "./wait-for.ts";
import type { Walk } from "./walk-types.ts";

const AT_MOST = 3;
const PAUSE_MS = 1000;
const WHY = "This was a test order of shop:check.";

/**
 * Undoes what this run has created: fulfillments, requests and the product. A person has to cancel the order, because
 * the app has no permission for that, and to delete the location.
 */
export async function takeBack({ shop, product, made, events, ask, wait }: Walk): Promise<Line> {
  const problems = await untilDone(
    () => releaseParts(shop, product.sku),
    `the fulfillment of ${product.title} may stand`,
  );
  const standing: string[] = [];
  if (made.order !== null) {
    const { id, name } = made.order;
    ask({ kind: "cancel-order", orderName: name });
    const isCanceled = async () => ((await isOrderCanceled(shop, id).catch(isNotKnown)) ? true : null);
    if ((await waitFor(isCanceled, wait.forPerson)) === true) events.topics.add("orders/cancelled");
    else standing.push(`THE ORDER ${name} STILL STANDS: cancel it in the shop's admin`);
  }
  if (made.location !== null) {
    const { id, name } = made.location;
    ask({ kind: "delete-location", name });
    const isDeleted = async () => !(await listActiveLocations(shop)).includes(id) || null;
    if ((await waitFor(isDeleted, wait.forPerson)) === null)
      standing.push(`THE LOCATION “${name}” STILL STANDS: delete it in the shop's admin`);
  }
  // Also looks for the product by its custom id, in case Shopify created it without telling us.
  const identities = [
    { supplierProductId: product.supplierProductId },
    ...[...made.productIds].map((id) => ({ id })),
  ];
  const remove = async () => {
    const left: string[] = [];
    for (const identity of identities) {
      const found = await findProduct(shop, identity, { locationId: null, expected: 1 });
      if (found !== null)
        left.push(...inList(await deleteProduct(shop, found.id), `the product ${product.title} stands`));
    }
    return left;
  };
  problems.push(...(await untilDone(remove, `the product ${product.title} may stand`)));
  return look("taking-back", () => {
    if (problems.length === 0)
      return Promise.resolve(
        standing.length === 0 ? { fits: true, came: "it could" } : { unproven: standing.join(". ") },
      );
    const told = [...problems, ...standing].join(". ");
    return Promise.resolve({ fits: false, came: `NOT ALL COULD BE TAKEN BACK. ${told}` });
  });
}

/**
 * Repeats a step until it succeeds, a few times at most. @returns the problems of the last try; none if it succeeded.
 */
async function untilDone(step: () => Promise<string[]>, otherwise: string): Promise<string[]> {
  let problems: string[] = [];
  for (let attempt = 1; attempt <= AT_MOST; attempt += 1) {
    if (attempt > 1) await pause(PAUSE_MS);
    problems = await step().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return [`${otherwise}: ${inWords(error.explanation)}`];
    });
    if (problems.length === 0) break;
  }
  return problems;
}

function isNotKnown(error: unknown): false {
  if (error instanceof Failure) return false;
  throw error;
}

/** Removes what an interrupted earlier run has left. @returns problems, and steps that a person has to do. */
export async function removeLeftovers(shop: ShopDomain): Promise<string[]> {
  await removeOwnServices(shop);
  const parts = (await listLatestParts(shop)).filter(({ skus }) => isOwn(skus));
  const problems = await releaseParts(shop);
  const orders = new Map(parts.map(({ shopOrderId, orderName }) => [shopOrderId, orderName]));
  for (const [id, name] of orders)
    if (!(await isOrderCanceled(shop, id)))
      problems.push(`the order ${name} of an earlier run still stands: cancel it in the shop's admin`);
  for (const { id, title, vendor, skus } of await listProductsOf(shop, VENDOR))
    if (vendor === VENDOR && isOwn(skus))
      problems.push(
        ...inList(await deleteProduct(shop, id), `the product ${title} of an earlier run stands`),
      );
  return problems;
}

/**
 * Cancels the fulfillments and ends the requests of the check's orders, of one SKU or of all. The merchant can cancel
 * an order only after that.
 */
async function releaseParts(shop: ShopDomain, sku?: string): Promise<string[]> {
  const problems: string[] = [];
  const own = (parts: Part[]) => parts.filter(({ skus }) => isOwn(skus, sku));
  const fulfillments = new Set(
    own(await listLatestParts(shop)).flatMap(({ fulfillmentIds }) => fulfillmentIds),
  );
  for (const id of fulfillments)
    problems.push(...inList(await cancelFulfillment(shop, id), "a fulfillment stands"));
  // Reads the list again, because a canceled fulfillment opens its fulfillment order, or another one.
  for (const { id, isClosed, orderName } of own(await listLatestParts(shop)))
    if (!isClosed) {
      const change = await endRequest(shop, id);
      if (change.kind === "user-errors")
        problems.push(...inList(change.problem, `the request of order ${orderName} stands`));
    }
  return problems;
}

async function endRequest(shop: ShopDomain, id: string): Promise<Changed> {
  const status = await readRequestStatus(shop, { id, ourLocationId: null });
  switch (status?.request) {
    case "submitted":
      return rejectFulfillment(shop, { id, reason: "OTHER", message: WHY, lines: [] });
    case "cancellation_requested":
      return acceptCancellation(shop, id);
    case "accepted":
    case "cancellation_rejected":
      return closeFulfillmentOrder(shop, { id, message: WHY });
    default:
      return { kind: "done" };
  }
}

function inList(problem: Message | null, what: string): string[] {
  return problem === null ? [] : [`${what}: ${inWords(problem)}`];
}
