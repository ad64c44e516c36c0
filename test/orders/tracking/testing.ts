import type { Message } from "../../../app/messages/message.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { pushShipments } from "../../../app/orders/tracking/push-shipments.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { whileOffering } from "../offering.ts";
import { type SellingShop, sellingShop, whileNotAccepting } from "../shop-world.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";

export type ShipmentRow = {
  id: string;
  supplier_shipment_id: string;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  state: string;
  problem: Message | null;
  fulfillment_id: string | null;
  due_at: Date | null;
  retry_count: number;
};

/**
 * A shop with one order that the supplier has taken and the shop knows to be accepted. Its first update is due in a few
 * seconds, as where the supplier has no list of changes.
 */
export type TrackedOrder = SellingShop & {
  id: string;
  name: string;
  /** The supplier's number of it. */
  number: string;
  /** The supplier's ids of the variants of the lines. */
  variants: string[];
  shipments: () => Promise<ShipmentRow[]>;
  /** The shop's view: each fulfillment's tracking and pieces. */
  shown: () => { number: string | null; company: string | null; url: string | null; quantities: number[] }[];
  activity: () => Promise<{ kind: string; tone: string; message: Message }[]>;
  /** Lets this many seconds pass, then reads the supplier's update and shows shipments if they are due. */
  follow: (seconds?: number) => Promise<void>;
  /** Lets so many seconds pass, then reads the update; an order's first one is due a few seconds after placing. */
  readUpdate: (seconds?: number) => Promise<void>;
  /** Lets this many seconds pass, then shows shipments. */
  push: (seconds?: number) => Promise<void>;
};

type Wanted = {
  /** Which of the two SKUs, and how many; by default one piece of the first. */
  lines?: [sku: 0 | 1, quantity: number][];
  /** False leaves the shop's request without an answer. */
  accepted?: boolean;
};

export async function trackedOrder({
  lines = [[0, 1]],
  accepted = true,
}: Wanted = {}): Promise<TrackedOrder> {
  const world = await sellingShop();
  const { shop } = world;
  const { name } = world.order({
    lines: lines.map(([sku, quantity]) => ({ sku: world.skus[sku], quantity })),
  });
  world.request(name);
  await world.ingestRequests();
  // Without a list, each order is due for a single read soon.
  await whileOffering({ ordersUpdatedSince: false }, () =>
    accepted ? world.processDue() : whileNotAccepting(() => world.processDue(1)),
  );
  const { id, supplier_order_id: number } = await world.row();
  if (number === null) throw new Error("The order was not placed.");
  const order = { shop, orderId: id };
  const read = async (seconds = 6) => {
    await timePasses(shop, seconds);
    await readUpdate(order);
  };
  const push = async (seconds = 0) => {
    await timePasses(shop, seconds);
    await pushShipments(order);
  };
  return {
    ...world,
    id,
    name,
    number,
    push,
    readUpdate: read,
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
    activity: () =>
      query(databaseUrl, "select kind, tone, message from activity where shop = $1 order by at, id", [shop]),
    follow: async (seconds = 6) => {
      await read(seconds);
      await push();
    },
  };
}

/** Returns an order with a canceled rest, whose request in the shop is to be closed: two of its three pieces have left. */
export async function restCanceledOrder(): Promise<TrackedOrder> {
  const wanted: Wanted["lines"] = [
    [0, 2],
    [1, 1],
  ];
  const order = await trackedOrder({ lines: wanted });
  const [variantId = ""] = order.variants;
  const { ledger } = wholesale.supplier;
  const lines = [{ variantId, quantity: 2 }];
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", saysLines: true, lines });
  ledger.giveUp(order.number);
  await requestCancellation(order.shop, { orderId: order.id });
  await order.processDue();
  await order.readUpdate();
  await order.push();
  await timePasses(order.shop, 120);
  return order;
}

/** Returns the seconds until the order's next update (null: never), and the number of reads without news. */
export async function nextUpdateOf(id: string): Promise<{ wait: number | null; retryCount: number }> {
  const [row] = await query<{ wait: number | null; retryCount: number }>(
    databaseUrl,
    `select extract(epoch from update_due_at - now())::float as wait, update_retry_count as "retryCount"
     from supplier_order where id = $1`,
    [id],
  );
  if (!row) throw new Error("There is no such order.");
  return row;
}
