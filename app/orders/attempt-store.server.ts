import { inShop, type Tx } from "../lib/db.server.ts";
import { log } from "../lib/log.server.ts";
import type { Money } from "../lib/money.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import type { OrderLine, SupplierVariantId } from "../wholesale/resources.ts";
import type { PlannedLine } from "./placing/decide-order.ts";
import { readUpdateJob } from "./jobs.ts";
import { linesBeyondOrdered } from "./placing/lines-beyond-ordered.server.ts";
import { nextReference } from "./placing/next-reference.server.ts";
import { changeClaimed, type ClaimedOrder, tell, wakeOrder } from "./order-store.server.ts";
import { mayMove, type OrderState } from "./order-state.ts";
import type { Outcome, Verdict } from "./outcome.ts";

export type Attempt = { id: string; reference: string; deadline: Date; lines: OrderLine[] };

/** Not sent by then, an attempt is not sent at all. */
const SEND_WITHIN_MS = 20_000;
/** When the supplier is first asked how far a placed order is. */
const FIRST_NEWS_SECONDS = 5;
/** How long an attempt may take in all: until its deadline, then the call itself, and room to write down its outcome. */
const ATTEMPT_MS = 60_000;

/**
 * Commits the intent to order, before anything is sent: counts under a lock what the supplier has of these lines
 * already, moves the order to `placing`, and appends the attempt. When nobody writes down its outcome, the order is
 * due again and in doubt.
 *
 * @returns `lost` when the order is somebody else's by now.
 */
export async function beginAttempt(
  order: ClaimedOrder,
  {
    lines,
    key,
    brandingVersion,
    now,
  }: {
    lines: PlannedLine[];
    key: { generation: number; account: string | null };
    brandingVersion: number | null;
    now: Date;
  },
): Promise<
  { kind: "begun"; attempt: Attempt } | { kind: "already-ordered"; lines: string[] } | { kind: "lost" }
> {
  const { shop } = order;
  return inShop(shop, async (tx) => {
    const over = await linesBeyondOrdered(tx, order, lines);
    if (over.length > 0) return { kind: "already-ordered", lines: over };

    const ready = order.state === "held" ? await release(tx, order) : order;
    const placing: Parameters<typeof changeClaimed>[2] = {
      to: "placing",
      nextAt: new Date(now.getTime() + ATTEMPT_MS),
      retryCount: order.retryCount,
    };
    if (ready === null || !(await changeClaimed(tx, ready, placing))) return { kind: "lost" };

    await tx.supplierOrder.update({ where: { id: order.id }, data: { brandingVersion } });
    await tx.supplierOrderLine.deleteMany({ where: { orderId: order.id } });
    await tx.supplierOrderLine.createMany({
      data: lines.map(({ ordered: _, ...line }) => ({ shop, orderId: order.id, ...line })),
    });
    const pieces = inPieces(lines);
    const attempt = await tx.orderAttempt.create({
      data: {
        shop,
        orderId: order.id,
        ...(await nextReference(tx, order)),
        keyGeneration: key.generation,
        account: key.account,
        lines: pieces,
        startedAt: now,
        deadline: new Date(now.getTime() + SEND_WITHIN_MS),
      },
    });
    return {
      kind: "begun",
      attempt: { id: attempt.id, reference: attempt.reference, deadline: attempt.deadline, lines: pieces },
    };
  });
}

/**
 * Appends what became known of an attempt and moves its order accordingly. An order that a later attempt has taken
 * over stays where it is: then only the evidence is added.
 */
export async function endAttempt(
  { shop, orderId, attemptId }: { shop: ShopDomain; orderId: string; attemptId: string },
  { verdict, now, cost }: { verdict: Verdict; now: Date; cost?: Money | null },
): Promise<void> {
  const { outcome, to, goOnAfterSeconds } = verdict;
  await inShop(shop, async (tx) => {
    await appendOutcome(tx, { shop, attemptId, outcome, now });
    const order = await lockOrder(tx, orderId);
    const latest = await tx.orderAttempt.findFirst({
      where: { orderId: orderId },
      orderBy: [{ generation: "desc" }, { turn: "desc" }],
    });
    if (!order || latest?.id !== attemptId || !mayEnd(order, to)) {
      log.error({ shop, orderId, attemptId, outcome: outcome.kind }, "orders.outcome-too-late");
      return;
    }
    // Of an order that is not there a wish to cancel can come true at once.
    const isOff = order.cancelRequestedAt !== null && (to === "held" || to === "ready");
    const goesOnAfter = isOff ? 0 : goOnAfterSeconds;
    const placed = to === "placed" && {
      ...{ acceptance: "due", placedAt: now },
      ...{ updateDueAt: new Date(now.getTime() + FIRST_NEWS_SECONDS * 1000), updateRetryCount: 0 },
    };
    await tx.supplierOrder.update({
      where: { id: orderId },
      data: {
        state: to,
        reason: to === "placed" ? null : outcome.kind,
        said: to === "placed" ? null : outcome.said,
        nextAt: goesOnAfter === null ? null : new Date(now.getTime() + goesOnAfter * 1000),
        retryCount: to === "ready" ? { increment: 1 } : 0,
        ...placed,
        ...(placed && { supplierOrderId: outcome.supplierOrderId ?? null }),
        ...(placed && cost && { costTotal: cost.amount, costCurrency: cost.currency }),
      },
    });
    if (goesOnAfter === 0) await wakeOrder(tx, { shop, id: orderId });
    if (placed)
      await enqueue(tx, readUpdateJob, { shop, orderId }, { startAfterSeconds: FIRST_NEWS_SECONDS });
    await tellOutcome(tx, { shop, order, to, outcome, now });
  });
}

/** An attempt with what is known of it so far. */
export type LatestAttempt = Attempt & {
  keyGeneration: number;
  /** Of which account that key was; null where it is not known. */
  account: string | null;
  /** From then on nothing of it is on its way any more. */
  settledFrom: Date;
  lastOutcome: { kind: string; said: string } | null;
};

/** The attempt that counts. */
export async function findLatestAttempt(shop: ShopDomain, orderId: string): Promise<LatestAttempt> {
  const row = await inShop(shop, (tx) =>
    tx.orderAttempt.findFirstOrThrow({
      where: { orderId: orderId },
      orderBy: [{ generation: "desc" }, { turn: "desc" }],
      include: { outcomes: { orderBy: { id: "desc" }, take: 1 } },
    }),
  );
  return {
    id: row.id,
    reference: row.reference,
    deadline: row.deadline,
    lines: row.lines as OrderLine[],
    keyGeneration: row.keyGeneration,
    account: row.account,
    settledFrom: new Date(row.startedAt.getTime() + ATTEMPT_MS),
    lastOutcome: row.outcomes[0] ?? null,
  };
}

/** Appends evidence. */
export async function appendOutcome(
  tx: Tx,
  { shop, attemptId, outcome, now }: { shop: ShopDomain; attemptId: string; outcome: Outcome; now: Date },
): Promise<void> {
  await tx.orderAttemptOutcome.create({ data: { shop, attemptId, ...outcome, at: now } });
}

type LockedOrder = { id: string; state: OrderState; orderName: string; cancelRequestedAt: Date | null };

async function lockOrder(tx: Tx, id: string): Promise<LockedOrder | undefined> {
  const [row] = await tx.$queryRaw<LockedOrder[]>`
    select id, state, order_name as "orderName", cancel_requested_at as "cancelRequestedAt"
    from supplier_order where id = ${id}::uuid for update`;
  return row;
}

/**
 * Whether an attempt's outcome leads its order there. That the supplier took it counts as well where a lookup, or a
 * person, has said meanwhile that it did not: what is there must not be bought again.
 */
function mayEnd({ state }: LockedOrder, to: OrderState): boolean {
  const from = to === "placed" && (state === "ready" || state === "held") ? "placing" : state;
  return from === to || mayMove(from, to);
}

async function tellOutcome(
  tx: Tx,
  {
    shop,
    order,
    to,
    outcome,
    now,
  }: { shop: ShopDomain; order: LockedOrder; to: OrderState; outcome: Outcome; now: Date },
): Promise<void> {
  if (order.state === to) return;
  const { id, orderName } = order;
  const told = { at: now, said: `Order ${orderName}: ${outcome.said}` };
  if (to === "placed")
    await tell(tx, { shop, id, orderName }, { ...told, kind: "orders.placed", tone: "success" });
  if (to === "held")
    await tell(tx, { shop, id, orderName }, { ...told, kind: "orders.held", tone: "warning" });
  if (to === "in_doubt") {
    const said = `${told.said} It may have been ordered. Stockbridge looks it up and does not order again until that is settled.`;
    await tell(tx, { shop, id, orderName }, { ...told, said, kind: "orders.in-doubt", tone: "critical" });
  }
}

/** A held order that may go now: two steps of the table in one transaction. */
async function release(tx: Tx, order: ClaimedOrder): Promise<ClaimedOrder | null> {
  const { leasedUntil, retryCount } = order;
  const released = await changeClaimed(tx, order, { to: "ready", nextAt: leasedUntil, retryCount });
  return released ? { ...order, state: "ready" } : null;
}

/** What is sent: pieces by the supplier's variant, however many lines of the shop they come from. */
function inPieces(lines: PlannedLine[]): OrderLine[] {
  const pieces = new Map<SupplierVariantId, number>();
  for (const { supplierVariantId, quantity } of lines)
    pieces.set(supplierVariantId, (pieces.get(supplierVariantId) ?? 0) + quantity);
  return [...pieces].map(([supplierVariantId, quantity]) => ({ supplierVariantId, quantity }));
}
