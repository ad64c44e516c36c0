import { asSystem, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../messages/translate.ts";
import { nextListAt, toListed } from "../orders/views/list-orders.server.ts";
import { nextStepOf } from "../orders/views/next-step.ts";
import { statusOf } from "../orders/views/order-status.ts";
import { isLeased } from "../queue/lease.server.ts";
import { findOneOrder } from "./find-orders.server.ts";
import { findPauses } from "./pause-orders.server.ts";
import { eventsOf, type OrderEvent, readOrder, type WholeOrder } from "./order-events.server.ts";

/** A due step of an order, and its time. */
export type Due = {
  what: string;
  at: Date;
  /** True if a worker has it; then `at` is the end of the lease. */
  isClaimed: boolean;
  /** Failures in a row. */
  retryCount: number;
};

/** All data about an order. None of it is personal: we store no personal data. */
export type ExplainedOrder = {
  asOf: Date;
  shop: string;
  id: string;
  orderName: string;
  shopOrderId: string;
  fulfillmentOrderId: string;
  state: string;
  reason: string | null;
  /** As the merchant's page shows it. */
  status: string;
  /** The next step; null if the order waits for a person or is finished. */
  next: string | null;
  supplierOrderId: string | null;
  secondSupplierOrderId: string | null;
  /** State of our answer to the shop's request. */
  acceptance: string | null;
  cancelRequestedAt: Date | null;
  cost: { amount: string; currency: string } | null;
  lines: { title: string; sku: string; supplierVariantId: string; quantity: number; canceled: number }[];
  due: Due[];
  /** Reasons why the order cannot proceed: pauses, lost access, the key, an outage. */
  obstacles: string[];
  /** In chronological order. */
  events: OrderEvent[];
};

const t = translator(DEFAULT_LOCALE);

/**
 * Explains an order: its status, its due steps, and its history.
 *
 * @throws Error with a sentence if no order, or more than one, matches.
 */
export async function explainOrder(shop: ShopDomain, typed: string): Promise<ExplainedOrder> {
  return asSystem("operator", async (tx, asOf) => {
    const { id } = await findOneOrder(tx, shop, typed);
    const order = await readOrder(tx, shop, id);
    const listed = toListed(order, { asOf, listAt: await nextListAt(tx, shop) });
    const connection = await tx.connection.findUnique({ where: { shop } });
    const packages = order.shipments.flatMap(({ dueAt }) => dueAt ?? []);
    const shipmentDueAt = packages.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
    const step = nextStepOf({ ...listed, shipmentDueAt }, { now: asOf, connected: connection !== null });
    return {
      asOf,
      shop,
      id,
      orderName: order.orderName,
      shopOrderId: order.shopOrderId,
      fulfillmentOrderId: order.fulfillmentOrderId,
      state: order.state,
      reason: order.reason,
      status: t(statusOf(listed).message),
      next: step && t(step),
      supplierOrderId: order.supplierOrderId,
      secondSupplierOrderId: order.secondSupplierOrderId,
      acceptance: order.acceptance,
      cancelRequestedAt: order.cancelRequestedAt,
      cost: listed.cost,
      lines: order.lines.map(({ title, sku, supplierVariantId, quantity, canceled: canceled }) => ({
        title,
        sku,
        supplierVariantId,
        quantity,
        canceled,
      })),
      due: dueOf(order, asOf),
      obstacles: await findObstacles(tx, { shop, connection, asOf }),
      events: await eventsOf(tx, order),
    };
  });
}

function dueOf(order: WholeOrder, asOf: Date): Due[] {
  const due: Due[] = [];
  const add = (what: string, row: { dueAt: Date | null; leasedUntil: Date | null; retryCount: number }) => {
    if (row.dueAt === null) return;
    const isClaimed = isLeased(row, asOf);
    due.push({
      what,
      at: (isClaimed && row.leasedUntil) || row.dueAt,
      isClaimed,
      retryCount: row.retryCount,
    });
  };
  add("the order", order);
  add("the supplier's update", {
    dueAt: order.updateDueAt,
    leasedUntil: order.updateLeasedUntil,
    retryCount: order.updateRetryCount,
  });
  for (const shipment of order.shipments) add(`package ${shipment.supplierShipmentId}`, shipment);
  return due.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type Circumstances = {
  shop: ShopDomain;
  connection: { keyCheck: string; checkSince: Date; keyCheckMessage: unknown } | null;
  asOf: Date;
};

async function findObstacles(tx: Tx, { shop, connection, asOf }: Circumstances): Promise<string[]> {
  const obstacles: string[] = [];
  const access = await tx.shopAccess.findUnique({ where: { shop } });
  const pauses = await findPauses(tx, shop);
  if (access?.lostAt) obstacles.push(`Access to the shop is lost since ${access.lostAt.toISOString()}.`);
  if (connection === null) obstacles.push("The shop is not connected to the supplier.");
  else if (connection.keyCheck !== "verified")
    obstacles.push(
      `The key is ${connection.keyCheck} since ${connection.checkSince.toISOString()}: ${t(connection.keyCheckMessage as Message)}`,
    );
  if (pauses.bySetting) obstacles.push("ORDERING=paused stands in this environment.");
  const { ofAll } = pauses;
  if (ofAll) obstacles.push(`${ofAll.by} paused every shop on ${ofAll.since.toISOString()}: ${ofAll.why}`);
  for (const pause of pauses.shops) {
    if (pause.who === "support")
      obstacles.push(`${pause.by} paused this shop on ${pause.since.toISOString()}: ${pause.why}`);
    else if (pause.who === "merchant")
      obstacles.push(`The merchant paused ordering on ${pause.since.toISOString()}.`);
    else
      obstacles.push(
        `The supplier's answers are unclear: one order is tried after ${pause.nextTryAt.toISOString()}.`,
      );
  }
  if (pauses.byDoubts)
    obstacles.push(
      `The supplier's answers to several shops are unclear: one order is tried after ${pauses.byDoubts.nextTryAt.toISOString()}.`,
    );
  const { supplierOutage } = pauses;
  if (supplierOutage && asOf.getTime() - supplierOutage.seenAt.getTime() < OUTAGE_SEEN_MS)
    obstacles.push(`The supplier answers no shop since ${supplierOutage.since.toISOString()}.`);
  return obstacles;
}

/** An outage that no process has confirmed for ten minutes counts as over. */
const OUTAGE_SEEN_MS = 10 * 60_000;
