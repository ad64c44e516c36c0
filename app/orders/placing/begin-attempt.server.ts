import { randomUUID } from "node:crypto";

import { Prisma } from "@prisma/client";

import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop, throughOutage, type Tx } from "../../lib/db.server.ts";
import { after } from "../../queue/back-off.ts";
import { numberIn } from "../../shop/ids.ts";
import type { OrderLine, SupplierVariantId } from "../../wholesale/resources.ts";
import { ATTEMPT_SECONDS, latestFirst } from "../store/attempt-store.server.ts";
import { changeClaimed, type ClaimedOrder } from "../store/order-store.server.ts";
import { countedStates } from "../states/order-state.ts";
import { usingUpReference } from "../states/outcome.ts";
import type { PlannedLine } from "./decide-order.ts";

/**
 * An intent to order that is committed, and by when it must be sent, by `performance.now()`: a process that stood still may
 * find its clock turned back.
 */
export type Begun = { id: string; reference: string; lines: OrderLine[]; sendBefore: number };

/** What is to be ordered, with which key, and what is kept of how. */
type Intent = {
  lines: PlannedLine[];
  /** Of the shop's references. */
  prefix: string;
  key: OpenKey;
  brandingVersion: number | null;
  destinationHash: string | null;
  /** Whether it is to be sent at all, or only stands for an order that our records do not hold. */
  sends: boolean;
};

type AttemptBegun =
  | { kind: "begun"; attempt: Begun }
  | { kind: "already-ordered"; lines: string[] }
  | { kind: "key-changed" }
  | { kind: "lost" };

/** Not sent by then, it is not sent at all. With the call's own time, this ends well before the attempt does. */
const SEND_WITHIN_SECONDS = 20;

/**
 * Commits the intent to order before anything is sent, which is what keeps it from being bought twice: counts under a lock
 * what the supplier has of these lines already, moves the order to `placing`, and appends the attempt. If nobody writes down
 * its outcome, the order is due again, and in doubt.
 *
 * @returns `key-changed` when the shop has another key by now than its facts were read with, so perhaps another account;
 * `lost` when another process has the order by now.
 */
export async function beginAttempt(order: ClaimedOrder, intent: Intent): Promise<AttemptBegun> {
  // Before the transaction, so that it ends no later than the deadline by the database's clock.
  const sendBefore = performance.now() + SEND_WITHIN_SECONDS * 1000;
  const id = randomUUID();
  try {
    return await begin(order, { ...intent, id, sendBefore });
  } catch (error) {
    // A COMMIT may have worked although nobody said so any more. Where that cannot be read, nothing is sent.
    const begun = await readBack(order, { id, sendBefore });
    if (begun === null) throw error;
    return { kind: "begun", attempt: begun };
  }
}

async function begin(
  order: ClaimedOrder,
  {
    lines,
    prefix,
    key,
    brandingVersion,
    destinationHash,
    sends,
    id,
    sendBefore,
  }: Intent & { id: string; sendBefore: number },
): Promise<AttemptBegun> {
  const { shop, id: orderId } = order;
  return inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop }, select: { generation: true } });
    if (connection?.generation !== key.generation) return { kind: "key-changed" };
    const beyond = await linesBeyondOrdered(tx, order, lines);
    if (beyond.length > 0) return { kind: "already-ordered", lines: beyond };

    const ready = await makeReady(tx, order);
    const placing = {
      ...({ to: "placing", reason: null, brandingVersion, destinationHash } as const),
      ...{ nextAt: after(now, ATTEMPT_SECONDS), retryCount: order.retryCount },
    };
    if (ready === null || !(await changeClaimed(tx, ready, placing))) return { kind: "lost" };

    await tx.supplierOrderLine.deleteMany({ where: { orderId } });
    await tx.supplierOrderLine.createMany({
      data: lines.map(({ ordered: _, ...line }) => ({ shop, orderId, ...line })),
    });
    const pieces = inPieces(lines);
    const { reference } = await tx.orderAttempt.create({
      data: {
        ...{ id, shop, orderId, ...(await nextReference(tx, { ...order, prefix })), lines: pieces },
        ...{ keyGeneration: key.generation, account: key.account },
        ...{ startedAt: now, deadline: after(now, sends ? SEND_WITHIN_SECONDS : 0) },
      },
    });
    return { kind: "begun", attempt: { id, reference, lines: pieces, sendBefore } };
  });
}

/** The attempt of this id, if it was committed after all; null when it was not, or it is too late to send it. */
async function readBack(
  { shop }: ClaimedOrder,
  { id, sendBefore }: Pick<Begun, "id" | "sendBefore">,
): Promise<Begun | null> {
  const row = await throughOutage(() => inShop(shop, (tx) => tx.orderAttempt.findUnique({ where: { id } })), {
    forSeconds: SEND_WITHIN_SECONDS,
  }).catch(() => null);
  return row && { id, reference: row.reference, lines: row.lines as OrderLine[], sendBefore };
}

/**
 * Titles of lines of which more would be at the supplier than the customer ordered. Every fulfillment order of a line
 * waits for the same row here, so that each counts what the one before has committed.
 */
async function linesBeyondOrdered(tx: Tx, order: ClaimedOrder, lines: PlannedLine[]): Promise<string[]> {
  // Always in the same order, or two transactions could wait for each other.
  const sorted = lines.toSorted((one, other) => (one.lineItemId < other.lineItemId ? -1 : 1));
  for (const { lineItemId, ordered } of sorted) {
    await tx.$executeRaw`
      insert into shop_order_line (shop, line_item_id, shop_order_id, ordered)
      values (${order.shop}, ${lineItemId}, ${order.shopOrderId}, ${ordered})
      on conflict (shop, line_item_id) do update set ordered = excluded.ordered`;
  }
  const live = await tx.$queryRaw<{ lineItemId: string; quantity: number }[]>`
    select line.line_item_id as "lineItemId", sum(line.quantity - line.cancelled)::int as quantity
    from supplier_order_line line join supplier_order other on other.id = line.order_id
    where other.shop = ${order.shop} and other.id <> ${order.id}::uuid
      and other.state in (${Prisma.join(countedStates)})
      and line.line_item_id in (${Prisma.join(sorted.map(({ lineItemId }) => lineItemId))})
    group by 1`;
  const counted = new Map(live.map(({ lineItemId, quantity }) => [lineItemId, quantity]));
  return lines
    .filter(({ lineItemId, quantity, ordered }) => (counted.get(lineItemId) ?? 0) + quantity > ordered)
    .map(({ title }) => title);
}

/** A held order that may go now takes two steps of the table in one transaction. */
async function makeReady(tx: Tx, order: ClaimedOrder): Promise<ClaimedOrder | null> {
  if (order.state !== "held") return order;
  const { leasedUntil: nextAt, retryCount } = order;
  const changed = await changeClaimed(tx, order, { to: "ready", reason: null, nextAt, retryCount });
  return changed ? { ...order, state: "ready" } : null;
}

/** The same reference as long as surely nothing stands under it; then a new generation. */
export async function nextReference(
  tx: Tx,
  { id, fulfillmentOrderId, prefix }: Pick<ClaimedOrder, "id" | "fulfillmentOrderId"> & { prefix: string },
): Promise<{ reference: string; generation: number; turn: number }> {
  const latest = await tx.orderAttempt.findFirst({ where: { orderId: id }, orderBy: latestFirst });
  if (latest !== null) {
    const { generation, turn, reference } = latest;
    const usedUp = await tx.orderAttemptOutcome.count({
      where: { attempt: { orderId: id, generation }, kind: { in: usingUpReference } },
    });
    if (usedUp === 0) return { reference, generation, turn: turn + 1 };
  }
  const generation = (latest?.generation ?? 0) + 1;
  return { reference: referenceOf({ prefix, fulfillmentOrderId, generation }), generation, turn: 1 };
}

/** What a fulfillment order is ordered under: the name of the order at the supplier. */
export function referenceOf({
  prefix,
  fulfillmentOrderId,
  generation,
}: {
  prefix: string;
  fulfillmentOrderId: string;
  generation: number;
}): string {
  const number = numberIn(fulfillmentOrderId) ?? fulfillmentOrderId;
  return `${prefix}-${number}-${String(generation)}`;
}

/** What is sent: pieces by the supplier's variant, however many lines of the shop they come from. */
export function inPieces(lines: PlannedLine[]): OrderLine[] {
  const pieces = new Map<SupplierVariantId, number>();
  for (const { supplierVariantId, quantity } of lines)
    pieces.set(supplierVariantId, (pieces.get(supplierVariantId) ?? 0) + quantity);
  return [...pieces].map(([supplierVariantId, quantity]) => ({ supplierVariantId, quantity }));
}
