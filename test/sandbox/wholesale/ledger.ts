import { type Alteration, ALTERATIONS } from "./alterations.ts";
import { type Catalogue, CURRENCY } from "./catalogue.ts";
import { nextStep, parcelOf, type Progress } from "./progress.ts";
import { Refusal } from "./refusal.ts";

export type OrderStatus =
  "received" | "processing" | "partially_shipped" | "shipped" | "delivered" | "cancelled" | "rejected";

type OrderLine = { variantId: string; quantity: number };

type ShipTo = {
  name: string;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  region: string | null;
  postalCode: string | null;
  countryCode: string;
  phone: string | null;
  email: string | null;
};

/** `note`: the customer's wish for its pieces. */
type RequestedLine = OrderLine & { note?: string | null };

export type OrderRequest = {
  reference: string;
  lines: RequestedLine[];
  shipTo: ShipTo;
  shippingMethod: string | null;
  note: string | null;
  whiteLabel: boolean;
  /** Recorded and not acted upon: a repeated key makes a second order, so that a client which posts twice is caught. */
  idempotencyKey: string | null;
};

type Shipment = {
  id: string;
  carrier: string;
  /** Null for a package without a number, or whose number is not known yet. */
  trackingNumber: string | null;
  shippedAt: Date;
  lines: OrderLine[];
  /** True if resellers see its contents. */
  saysLines: boolean;
  /** The states that it has been in; empty: the supplier does not say. */
  events: ParcelEvent[];
};

type ParcelEvent = { status: "in_transit" | "out_for_delivery" | "delivered"; at: Date };

export type Order = OrderRequest & {
  id: string;
  /** The account that placed the order. */
  account: string;
  status: OrderStatus;
  /** Integer minor units (cents). */
  cost: { itemsMinor: number; shippingMinor: number; currency: string };
  placedAt: Date;
  /** Null: the supplier does not say. */
  expectedShipAt: Date | null;
  updatedAt: Date;
  /** Rises with every change of any order: orders listed by it are neither skipped nor repeated while they change. */
  revision: number;
  shipments: Shipment[];
};

type OrderQuery = {
  account?: string;
  reference?: string;
  updatedSince?: Date;
  afterRevision: number;
  limit: number;
};

export type ShipRequest = {
  carrier: string;
  trackingNumber: string | null;
  /** By default all that is left. */
  lines?: OrderLine[];
  /** True unless told. */
  saysLines?: boolean;
};

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The supplier's own book of orders. An order advances on a call, and with `progress` automatically as well; a change
 * leaves old snapshots alone.
 */
export function createLedger({
  catalogue,
  now,
  progress = null,
  account: firstAccount = "",
}: {
  catalogue: Catalogue;
  now: () => Date;
  progress?: Progress | null;
  /** The account of orders that name none. */
  account?: string;
}) {
  const orders = new Map<string, Order>();
  let revision = 0;
  let alteration: Alteration | null = null;
  let expectsToShipIn: number | null = null;

  function record(order: Omit<Order, "updatedAt" | "revision">, at = now()): Order {
    revision += 1;
    const recorded = { ...order, updatedAt: at, revision };
    orders.set(order.id, recorded);
    return recorded;
  }

  /** Advances the orders whose next step is due. Called before each read and each change of an order. */
  function advance(): void {
    if (progress === null) return;
    const next = () => nextStep(orders.values(), progress, now());
    for (let step = next(); step; step = next()) {
      const { order, at, status } = step;
      if (status === "processing") record({ ...order, status }, at);
      else send(order, parcelOf(order), at);
    }
  }

  /** Takes the order in. Refuses what cannot be supplied; a reference that was used before is not refused. */
  function place(request: OrderRequest, account = firstAccount): Order {
    const order = placeAsAsked(request, account);
    if (alteration === null) return order;
    const altered = restate(order.id, ALTERATIONS[alteration](order));
    alteration = null;
    return altered;
  }

  /** Makes the supplier alter the next order; null: alters none. */
  function alterNext(next: Alteration | null): void {
    alteration = next;
  }

  /** Changes what the supplier says about an order. */
  function restate(
    id: string,
    change: Partial<Pick<Order, "reference" | "status" | "lines" | "cost">>,
  ): Order {
    return record({ ...get(id), ...change });
  }

  function placeAsAsked(request: OrderRequest, account: string): Order {
    return record({
      ...request,
      account,
      id: `ord_${String(orders.size + 1).padStart(6, "0")}`,
      status: "received",
      cost: costOf(catalogue, request),
      placedAt: now(),
      expectedShipAt: expectsToShipIn === null ? null : new Date(now().getTime() + expectsToShipIn * 1000),
      shipments: [],
    });
  }

  /** The order of that id; refuses as not found when there is none, or none of that account. */
  function get(id: string, account?: string): Order {
    advance();
    const order = orders.get(id);
    if (!order || (account !== undefined && order.account !== account))
      throw new Refusal("not-found", "order_not_found", `There is no order ${id}.`);
    return order;
  }

  /** Orders by their latest change, oldest first. `next` is the revision to go on after, null at the end. */
  function find({ account, reference, updatedSince, afterRevision, limit }: OrderQuery): {
    orders: Order[];
    next: number | null;
  } {
    advance();
    const matching = [...orders.values()]
      .filter((order) => order.revision > afterRevision)
      .filter((order) => account === undefined || order.account === account)
      .filter((order) => reference === undefined || isSame(order.reference, reference))
      .filter((order) => updatedSince === undefined || order.updatedAt >= updatedSince)
      .sort((one, other) => one.revision - other.revision);
    const page = matching.slice(0, limit);
    return { orders: page, next: matching.length > limit ? (page.at(-1)?.revision ?? null) : null };
  }

  /** Cancels an order of which nothing has left yet; canceling again changes nothing. */
  function cancel(id: string, account?: string): Order {
    const order = get(id, account);
    if (order.status === "cancelled") return order;
    if (order.status !== "received" && order.status !== "processing") {
      throw new Refusal(
        "conflict",
        "not_cancellable",
        `Order ${id} is ${order.status} and can no longer be cancelled.`,
      );
    }
    return record({ ...order, status: "cancelled" });
  }

  /** Sends off the lines given, or all that is left. */
  function ship(id: string, parcel: ShipRequest): Order {
    return send(get(id), parcel, now());
  }

  /** Marks a fully shipped order as delivered; repeats change nothing. */
  function deliver(id: string): Order {
    const order = get(id);
    if (order.status === "delivered") return order;
    if (order.status !== "shipped") {
      throw new Refusal("conflict", "not_shipped", `Order ${id} is ${order.status}: it cannot have arrived.`);
    }
    return record({ ...order, status: "delivered" });
  }

  /** Sets the seconds after which the supplier expects to ship each new order; null: it does not say. */
  function expectToShipIn(seconds: number | null): void {
    expectsToShipIn = seconds;
  }

  /** Records that a package has reached this state. */
  function travel(id: string, shipmentId: string, status: ParcelEvent["status"]): Order {
    const order = get(id);
    const event = { status, at: now() };
    const shipments = order.shipments.map((each) =>
      each.id === shipmentId ? { ...each, events: [...each.events, event] } : each,
    );
    return record({ ...order, shipments });
  }

  /** Corrects the details of a package. */
  function amend(
    id: string,
    shipmentId: string,
    change: { id?: string; carrier?: string; trackingNumber?: string },
  ): Order {
    const order = get(id);
    const shipments = order.shipments.map((each) => (each.id === shipmentId ? { ...each, ...change } : each));
    return record({ ...order, shipments });
  }

  /** The supplier sends no more of an order: it rejects the order, or cancels the rest once a package has left. */
  function giveUp(id: string): Order {
    const order = get(id);
    return record({ ...order, status: order.shipments.length === 0 ? "rejected" : "cancelled" });
  }

  function send(
    order: Order,
    { carrier, trackingNumber, lines, saysLines = true }: ShipRequest,
    at: Date,
  ): Order {
    const { id } = order;
    const left = unshipped(order);
    if (left.length === 0 || order.status === "cancelled" || order.status === "rejected") {
      throw new Refusal(
        "conflict",
        "not_shippable",
        `Order ${id} is ${order.status}: there is nothing left to ship.`,
      );
    }
    const parcel = lines ?? left;
    const available = total(left);
    for (const [variantId, quantity] of total(parcel)) {
      const most = available.get(variantId) ?? 0;
      if (quantity > most) {
        throw new Refusal(
          "unprocessable",
          "too_many",
          `Order ${id} has ${most} of ${variantId} left, not ${quantity}.`,
        );
      }
    }
    const shipment = {
      id: `shp_${id.slice("ord_".length)}_${order.shipments.length + 1}`,
      carrier,
      trackingNumber,
      shippedAt: at,
      lines: parcel,
      saysLines,
      events: [],
    };
    const shipped = { ...order, shipments: [...order.shipments, shipment] };
    const status = unshipped(shipped).length === 0 ? "shipped" : "partially_shipped";
    return record({ ...shipped, status }, at);
  }

  /** All orders, in the order in which they were placed. */
  function all(): Order[] {
    advance();
    return [...orders.values()];
  }

  return {
    place,
    alterNext,
    expectToShipIn,
    restate,
    get,
    find,
    cancel,
    ship,
    deliver,
    travel,
    amend,
    giveUp,
    orders: all,
  };
}

/** Compares references, which are the same whatever their case, as in many databases. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function total(lines: readonly OrderLine[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { variantId, quantity } of lines) totals.set(variantId, (totals.get(variantId) ?? 0) + quantity);
  return totals;
}

function unshipped(order: Order): OrderLine[] {
  const gone = total(order.shipments.flatMap((shipment) => shipment.lines));
  return [...total(order.lines)]
    .map(([variantId, quantity]) => ({ variantId, quantity: quantity - (gone.get(variantId) ?? 0) }))
    .filter((line) => line.quantity > 0);
}

/** Computes an order's cost, in whole cents throughout. Refuses lines that can't be supplied. */
function costOf(catalogue: Catalogue, { lines, shipTo }: OrderRequest): Order["cost"] {
  let itemsMinor = 0;
  let grams = 0;
  for (const [variantId, quantity] of total(lines)) {
    const found = catalogue.variant(variantId);
    if (!found) throw new Refusal("unprocessable", "unknown_variant", `There is no variant ${variantId}.`);
    const { product, variant } = found;
    if (product.discontinued) {
      throw new Refusal("unprocessable", "discontinued", `${product.name} (${product.id}) is discontinued.`);
    }
    if (quantity > variant.stock) {
      throw new Refusal(
        "unprocessable",
        "insufficient_stock",
        `Of ${variantId} ${variant.stock} are in stock, not ${quantity}.`,
      );
    }
    itemsMinor += variant.priceMinor * quantity;
    grams += variant.weightGrams * quantity;
  }
  return { itemsMinor, shippingMinor: shippingMinor(shipTo.countryCode, grams), currency: CURRENCY };
}

const NEIGHBOURS = new Set(["AT", "BE", "CH", "CZ", "DK", "FR", "LU", "NL", "PL"]);

/** A base by distance, and 50 cents for every kilogram begun. */
function shippingMinor(countryCode: string, grams: number): number {
  const base = countryCode === "DE" ? 490 : NEIGHBOURS.has(countryCode) ? 990 : 1990;
  return base + 50 * Math.ceil(grams / 1000);
}
