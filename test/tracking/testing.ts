import { jobHandlers } from "../../app/wiring/handlers.server.ts";
import { pushShipments } from "../../app/tracking/push-shipments.server.ts";
import { readUpdate } from "../../app/tracking/read-update.server.ts";
import { type SellingShop, sellingShop } from "../orders/shop-world.ts";
import { query } from "../support/database.ts";
import { simulated } from "../support/installed-shop.ts";
import { databaseUrl, wholesale } from "../support/world.ts";

export type ShipmentRow = {
  id: string;
  supplier_shipment_id: string;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  state: string;
  said: string | null;
  fulfillment_id: string | null;
  next_at: Date | null;
  retryCount: number;
};

/** A shop with one order that the supplier has taken and the shop knows to be accepted. */
export type TrackedOrder = SellingShop & {
  id: string;
  name: string;
  /** The supplier's number of it. */
  number: string;
  /** The supplier's ids of the variants of the lines. */
  variants: string[];
  shipments: () => Promise<ShipmentRow[]>;
  /** What the shop shows: each fulfilment's tracking and pieces. */
  shown: () => { number: string | null; company: string | null; url: string | null; quantities: number[] }[];
  /** What the merchant was told, as kind, tone and sentence. */
  told: () => Promise<{ kind: string; tone: string; said: string }[]>;
  /** Has the supplier asked for news, then the shop told of parcels, as far as they are due at that moment. */
  follow: (at?: Date) => Promise<void>;
  readUpdate: (at?: Date) => Promise<void>;
  push: (at?: Date) => Promise<void>;
};

export function later(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

type Wish = {
  /** Which of the two SKUs, and how many; one piece of the first unless told. */
  lines?: [sku: 0 | 1, quantity: number][];
  /** False leaves the shop's request without an answer. */
  accepted?: boolean;
};

export async function trackedOrder({ lines = [[0, 1]], accepted = true }: Wish = {}): Promise<TrackedOrder> {
  const world = await sellingShop();
  const { shop } = world;
  const { name } = world.order({
    lines: lines.map(([sku, quantity]) => ({ sku: world.skus[sku], quantity })),
  });
  world.request(name);
  await world.ingestRequests();
  await world.workOff(undefined, accepted ? 6 : 1);
  const { id, supplier_order_id: number } = await world.row();
  if (number === null) throw new Error("The order was not placed.");
  const order = { shop, orderId: id };
  // News is due a few seconds after placing.
  const read = (at = later(6)) => readUpdate(order, () => at);
  const push = (at = later(6)) => pushShipments(order, () => at);
  return {
    ...world,
    ...{ id, name, number, push, readUpdate: read },
    variants: wholesale.supplier.ledger.get(number).lines.map(({ variantId }) => variantId),
    shipments: () =>
      query<ShipmentRow>(databaseUrl, "select * from shipment where order_id = $1 order by id", [id]),
    shown: () =>
      simulated(shop).orders.flatMap(({ fulfillments }) =>
        fulfillments
          .filter(({ status }) => status === "SUCCESS")
          .flatMap(({ tracking, lines }) => {
            const quantities = lines.map(({ quantity }) => quantity);
            const none = { company: null, number: null, url: null };
            return (tracking.length === 0 ? [none] : tracking).map((each) => ({ ...each, quantities }));
          }),
      ),
    told: () =>
      query(
        databaseUrl,
        "select kind, tone, message ->> 'text' as said from activity where shop = $1 order by at, id",
        [shop],
      ),
    follow: async (at = later(6)) => {
      await read(at);
      await push(at);
    },
  };
}

/** Runs a job as the worker would. */
export async function runJob(name: string, data: object): Promise<void> {
  const found = jobHandlers.find(({ job }) => job.name === name);
  if (!found) throw new Error(`There is no job ${name}.`);
  await found.handle(data as never);
}

/** When news of the order is due, and how often it was asked since there was any. */
export async function newsOf(id: string): Promise<{ due: Date | null; retryCount: number }> {
  const [row] = await query<{ due: Date | null; retryCount: number }>(
    databaseUrl,
    'select update_due_at as due, update_retry_count as "retryCount" from supplier_order where id = $1',
    [id],
  );
  if (!row) throw new Error("There is no such order.");
  return row;
}
