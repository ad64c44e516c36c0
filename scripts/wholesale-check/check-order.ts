import { setTimeout as pause } from "node:timers/promises";

import { Failure } from "../../app/lib/failure.ts";
import type { Operation } from "../../app/wholesale/operation.ts";
import type {
  Order,
  OrderRequest,
  SupplierOrderId,
  SupplierVariantId,
} from "../../app/wholesale/resources.ts";
import { type Ask, notProven, notTried, quietly, type Trial, trial, type Tried } from "./trial.ts";

const PAGE_SIZE = 100;
const MOST_PAGES = 50;
/** Number of times that the check looks for the order, because a supplier may show an accepted order a moment later. */
const LOOKS = 4;
const LOOK_PAUSE_MS = 500;

/** An order that the supplier confirmed. `isThere` is false if a later read did not find it. */
type TestOrder = { id: SupplierOrderId; isThere: boolean };

/**
 * Orders one piece of a SKU under this reference, with a single request, and checks that the supplier has the order.
 *
 * @returns the order; null if the supplier confirmed none.
 */
export async function* placeOrder(
  ask: Ask,
  { sku, reference, byReference }: { sku: string; reference: string; byReference: boolean },
): AsyncGenerator<Tried, TestOrder | null> {
  const variant = await findVariant(ask, sku);
  if (variant === null) {
    yield notProven("placeOrder", `no product list has the SKU “${sku}”, so nothing was ordered`);
    return null;
  }
  const placing = trial("placeOrder", ask);
  const request = requestOf(variant, reference);
  const placed = await placing.ask(request);
  if (placed instanceof Failure) {
    if (placed.code === "outcome-unknown")
      placing.remark(
        `AN ORDER MAY STAND at the supplier, under the reference “${reference}”: cancel it there`,
      );
    yield placing.tried();
    return null;
  }
  placing.expect(placed, (order) => order.reference === reference, {
    path: "reference",
    says: "expected the reference that was sent, unchanged",
  });
  placing.expect(placed, (order) => hasLines(order, request), {
    path: "lines",
    says: "expected the lines that were sent",
  });
  placing.expect(placed, ({ status }) => status !== "cancelled" && status !== "rejected", {
    path: "status",
    says: `it was taken and ${placed.status} at once`,
  });
  const isThere = await readBack(placing, { ask, placed, request, byReference });
  placing.remark(`placed the order ${placed.id}, with the reference “${reference}”`);
  yield placing.tried();
  return { id: placed.id, isThere };
}

/** Cancels the check's order. Adds a remark in capitals if the order may still exist. */
export async function* cancelOrder(
  ask: Ask,
  { row, order }: { row: Operation<"cancelOrder"> | null; order: TestOrder },
): AsyncGenerator<Tried, void> {
  const stands = `THE ORDER ${order.id} ${order.isThere ? "STANDS" : "MAY STAND"} at the supplier: cancel it there`;
  if (row === null) {
    yield { ...notTried("cancelOrder", "the contract has none"), remarks: [stands] };
    return;
  }
  if (!order.isThere) {
    // Sends a cancellation in case the order turns up later. Its reply proves nothing about `cancelOrder`.
    await quietly(ask, "cancelOrder", { id: order.id });
    yield { ...notProven("cancelOrder", "the order that was placed is not there"), remarks: [stands] };
    return;
  }
  const cancelling = trial("cancelOrder", ask);
  const cancelled = await cancelling.ask({ id: order.id });
  cancelling.expect(cancelled, ({ id }) => id === order.id, { says: "expected the id that was asked for" });
  const seen = await look(
    () => quietly(ask, "getOrder", { id: order.id }),
    (found) => !(found instanceof Failure) && found.status === "cancelled",
  );
  if (seen instanceof Failure) {
    if (seen.status !== 404) cancelling.unproven("the order could not be read back");
  } else if (seen.id === order.id && seen.status !== "cancelled") {
    cancelling.expect(cancelled, () => false, {
      step: "read back",
      says: `the order reads “${seen.status}” after it was cancelled: the write was ignored`,
    });
  }
  if (cancelled instanceof Failure || seen instanceof Failure || seen.status !== "cancelled")
    cancelling.remark(stands);
  yield cancelling.tried();
}

type Placed = { ask: Ask; placed: Order; request: OrderRequest; byReference: boolean };

/**
 * Checks that the supplier has the confirmed order, with the lines that were sent. Compares only fields that every
 * operation returns.
 *
 * @returns false if the order is definitely not there.
 */
async function readBack(
  placing: Trial<"placeOrder">,
  { ask, placed, request, byReference }: Placed,
): Promise<boolean> {
  const isIt = (order: Order) => order.id === placed.id;
  const views = await look(
    async () => {
      const one = await quietly(ask, "getOrder", { id: placed.id });
      const page = byReference
        ? await quietly(ask, "findOrders", { reference: request.reference })
        : { items: [] };
      return { one, listed: page instanceof Failure ? page : page.items.filter(isIt) };
    },
    ({ one, listed }) => !(one instanceof Failure) || (!(listed instanceof Failure) && listed.length > 0),
  );
  const { one, listed } = views;
  const found = [
    ...(one instanceof Failure ? [] : [one]),
    ...(listed instanceof Failure ? [] : listed),
  ].filter(isIt);
  const isAbsent = one instanceof Failure && one.status === 404;
  if (found.length === 0 && isAbsent)
    placing.misfit({ step: "read back", says: "the order it confirmed is not there: the write was ignored" });
  else if (found.length === 0) placing.unproven("the order could not be read back");
  else if (!found.some((order) => hasLines(order, request)))
    placing.misfit({ step: "read back", says: "the order has other lines than were sent" });
  return found.length > 0 || !isAbsent;
}

async function look<Seen>(read: () => Promise<Seen>, isEnough: (seen: Seen) => boolean): Promise<Seen> {
  for (let looks = 1; ; looks += 1) {
    const seen = await read();
    if (isEnough(seen) || looks === LOOKS) return seen;
    await pause(LOOK_PAUSE_MS);
  }
}

async function findVariant(ask: Ask, sku: string): Promise<SupplierVariantId | null> {
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor);
    if (page instanceof Failure) return null;
    const variants = page.items.flatMap((product) => product.variants);
    const found = variants.find((variant) => variant.sku === sku);
    if (found) return found.id;
    if (page.nextCursor === null || page.nextCursor === cursor) return null;
    cursor = page.nextCursor;
  }
  return null;

  function read(from: string | null) {
    return quietly(ask, "listProducts", { pageSize: PAGE_SIZE, cursor: from });
  }
}

function requestOf(supplierVariantId: SupplierVariantId, reference: string): OrderRequest {
  return {
    reference,
    lines: [{ supplierVariantId, quantity: 1 }],
    shipTo: {
      name: "Stockbridge Test",
      firstName: "Stockbridge",
      lastName: "Test",
      company: null,
      address1: "1 Test Street",
      address2: null,
      city: "Berlin",
      region: null,
      regionCode: null,
      postalCode: "10115",
      countryCode: "DE",
      phone: null,
      email: null,
    },
    shippingMethod: null,
    note: "A test of the interface. Please don't ship it.",
    whiteLabel: false,
  };
}

function hasLines({ lines }: Order, request: OrderRequest): boolean {
  const [asked] = request.lines;
  return (
    lines.length > 0 &&
    lines.every(({ supplierVariantId }) => supplierVariantId === asked?.supplierVariantId) &&
    lines.reduce((sum, { quantity }) => sum + quantity, 0) === asked?.quantity
  );
}
