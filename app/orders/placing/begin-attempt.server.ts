import { randomUUID } from "node:crypto";

import { Prisma } from "@prisma/client";
import { v7 as uuid } from "uuid";

import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop, inShops, throughOutage, type Tx } from "../../lib/db.server.ts";
import { type Deadline, deadlineIn } from "../../lib/deadline.ts";
import { gather } from "../../lib/gather.ts";
import { insertion } from "../../lib/rows.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { traceparentNow } from "../../lib/trace.server.ts";
import { after } from "../../queue/back-off.ts";
import { endEntriesIn, type EntryLease } from "../../queue/inbox.server.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import { ATTEMPT_SECONDS } from "../store/attempt-store.server.ts";
import { changeClaimed, type ClaimedOrder, type Requested } from "../store/order-store.server.ts";
import { apart } from "../../lib/apart.ts";
import { firstReference, inPieces, nextReference } from "./attempt-reference.server.ts";
import type { PlannedLine } from "./decide-order.ts";
import { lockLines } from "./lock-lines.server.ts";

/** An intent to order that is committed, and by when it must be sent. */
export type Begun = {
  id: string;
  orderId: string;
  reference: string;
  lines: OrderLine[];
  sendBefore: Deadline;
};

/** What is to be ordered, with which key, and what is kept of how. */
export type Intent = {
  lines: PlannedLine[];
  /** Of the shop's references. */
  prefix: string;
  key: OpenKey;
  brandingVersion: number | null;
  destinationHash: string | null;
  /** Whether it is to be sent at all, or only stands for an order that our records do not hold. */
  sends: boolean;
};

/**
 * An order that is claimed, or one to be opened with its attempt: then the request, of which there is no row yet, and the
 * webhook's entry that owned it until now.
 */
export type Beginning = ClaimedOrder | (Requested & { shop: ShopDomain; id: null; leases: EntryLease[] });

type AttemptBegun =
  | { kind: "begun"; attempt: Begun }
  | { kind: "already-ordered"; lines: string[] }
  | { kind: "shop-changed" }
  | { kind: "lost" };

/** Not sent by then, it is not sent at all. With the call's own time, this ends well before the attempt does. */
const SEND_WITHIN_SECONDS = 20;

/**
 * Commits the intent to order before anything is sent, which is what keeps it from being bought twice: counts under a lock
 * what the supplier has of these lines already, moves the order to `placing`, and appends the attempt. If nobody writes down
 * its outcome, the order is due again, and in doubt. Orders that begin at the same time share a commit; this one is
 * over before anything of them is sent.
 *
 * @returns `shop-changed` when the shop has another key by now than its facts were read with, so perhaps another account, or
 * its ordering was paused since; `lost` when another process has the order by now.
 */
export async function beginAttempt(order: Beginning, intent: Intent): Promise<AttemptBegun> {
  // Before the transaction, so that it ends no later than the deadline by the database's clock.
  const sendBefore = deadlineIn(SEND_WITHIN_SECONDS * 1000);
  const id = randomUUID();
  try {
    return await begin({ order, intent, id, sendBefore, traceparent: traceparentNow() });
  } catch (error) {
    // A COMMIT may have worked although nobody said so any more. Where that cannot be read, nothing is sent.
    const begun = await readBack(order, { id, sendBefore });
    if (begun === null) throw error;
    return { kind: "begun", attempt: begun };
  }
}

type Item = {
  order: Beginning;
  intent: Intent;
  id: string;
  sendBefore: Deadline;
  traceparent: string | null;
};

const begin = gather(async (items: Item[]): Promise<AttemptBegun[]> => {
  const begun = new Map<Item, AttemptBegun>();
  // Each of those that have a line in common counts what the one before has committed.
  for (const batch of apart(items, linesOf))
    for (const [item, result] of await beginBatch(batch)) begun.set(item, result);
  return items.map((item) => begun.get(item) ?? { kind: "lost" });
});

function linesOf({ order: { shop }, intent: { lines } }: Item): string[] {
  return lines.map(({ lineItemId }) => `${shop} ${lineItemId}`);
}

/** No two of the items have a line in common. */
function beginBatch(items: Item[]): Promise<Map<Item, AttemptBegun>> {
  const shops = [...new Set(items.map(({ order }) => order.shop))];
  return inShops(shops, async (tx, now) => {
    const results = new Map<Item, AttemptBegun>();
    const standing = await lockLines(tx, items);
    const may = items.filter((item) => {
      const { keyGeneration, isPaused, beyondOrdered: lines = [] } = standing.get(item) ?? {};
      if (keyGeneration !== item.intent.key.generation) results.set(item, { kind: "shop-changed" });
      else if (item.intent.sends && isPaused) results.set(item, { kind: "shop-changed" });
      else if (lines.length > 0) results.set(item, { kind: "already-ordered", lines });
      else return true;
      return false;
    });
    const leases = may.flatMap(({ order }) => (order.id === null ? order.leases : []));
    // Also of one that turns out to be lost: the other process's row owns what is due.
    const attempts = await appendAttempts(tx, may, now);
    await endEntriesIn(tx, leases, now);
    for (const item of may) {
      const attempt = attempts.get(item);
      results.set(item, attempt ? { kind: "begun", attempt } : { kind: "lost" });
    }
    // Repeated because nobody said that the commit had worked, our own rows were judged above as another's: they count.
    for (const [item, attempt] of await findOwn(
      tx,
      shops,
      items.filter((item) => !attempts.has(item)),
    ))
      results.set(item, { kind: "begun", attempt });
    return results;
  });
}

/** Takes the orders for their attempts, and appends these. @returns none for an order that another process has by now. */
async function appendAttempts(tx: Tx, items: Item[], now: Date): Promise<Map<Item, Begun>> {
  const attempts = new Map<Item, Begun>();
  const rows: Rows = { opening: [], claimed: [], lines: [], attempts: [] };
  for (const item of items) {
    const { order, intent, id, sendBefore, traceparent } = item;
    const { shop, fulfillmentOrderId } = order;
    const { prefix, key, sends } = intent;
    const orderId = order.id ?? uuid();
    let named = firstReference({ prefix, fulfillmentOrderId });
    if (order.id === null) {
      const { shopOrderId, orderName } = order;
      const requested = { shop, fulfillmentOrderId, shopOrderId, orderName, requestedAt: now, traceparent };
      rows.opening.push({ id: orderId, ...requested, ...placing(intent, now), state: "placing", version: 1 });
    } else {
      if (!(await moveToPlacing(tx, order, placing(intent, now)))) continue;
      rows.claimed.push(orderId);
      await tx.supplierOrderLine.deleteMany({ where: { shop, orderId } });
      named = await nextReference(tx, { shop, id: orderId, fulfillmentOrderId, prefix });
    }
    rows.lines.push(...intent.lines.map(({ ordered: _, ...line }) => ({ shop, orderId, ...line })));
    const pieces = inPieces(intent.lines);
    rows.attempts.push({
      ...{ id, shop, orderId, ...named, lines: pieces },
      ...{ keyGeneration: key.generation, account: key.account },
      ...{ startedAt: now, deadline: after(now, sends ? SEND_WITHIN_SECONDS : 0) },
    });
    attempts.set(item, { id, orderId, reference: named.reference, lines: pieces, sendBefore });
  }
  const placed = await insertAttempts(tx, rows);
  for (const [item, { orderId }] of attempts) if (!placed.has(orderId)) attempts.delete(item);
  return attempts;
}

function placing({ brandingVersion, destinationHash }: Intent, now: Date) {
  return { brandingVersion, destinationHash, nextAt: after(now, ATTEMPT_SECONDS) };
}

/** A held order that may go now takes two steps of the table in one transaction. @returns whether it is still this worker's. */
async function moveToPlacing(
  tx: Tx,
  order: ClaimedOrder,
  columns: ReturnType<typeof placing>,
): Promise<boolean> {
  const { leasedUntil: nextAt, retryCount } = order;
  const readied = { to: "ready", reason: null, nextAt, retryCount } as const;
  if (order.state === "held" && !(await changeClaimed(tx, order, readied))) return false;
  const ready = { ...order, state: order.state === "held" ? "ready" : order.state } as const;
  return changeClaimed(tx, ready, { to: "placing", reason: null, retryCount, ...columns });
}

type Rows = {
  opening: Prisma.SupplierOrderCreateManyInput[];
  /** Orders that have a row already. */
  claimed: string[];
  lines: Prisma.SupplierOrderLineCreateManyInput[];
  attempts: Prisma.OrderAttemptCreateManyInput[];
};

/**
 * Inserts orders with their lines and attempts, in one statement. A fulfillment order has one row: the worker that makes it has the
 * order, and for any other nothing is inserted.
 *
 * @returns the orders that attempts were inserted for.
 */
async function insertAttempts(tx: Tx, { opening, claimed, lines, attempts }: Rows): Promise<Set<string>> {
  const where = Prisma.sql`order_id in (select id from taken)`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    with opened as (${insertion("SupplierOrder", opening, { skipDuplicates: true })}),
      taken as (select id from opened union all select * from unnest(${claimed}::uuid[])),
      line as (${insertion("SupplierOrderLine", lines, { where })}),
      attempt as (${insertion("OrderAttempt", attempts, { where })})
    select id from taken`;
  return new Set(rows.map(({ id }) => id));
}

/** The attempt of this id, if it was committed after all; null when it was not, or it is too late to send it. */
async function readBack(
  { shop }: Beginning,
  { id, sendBefore }: Pick<Begun, "id" | "sendBefore">,
): Promise<Begun | null> {
  const item = { id, sendBefore };
  const read = () => inShop(shop, (tx) => findOwn(tx, [shop], [item]));
  const own = await throughOutage(read, { forSeconds: SEND_WITHIN_SECONDS }).catch(() => null);
  return own?.get(item) ?? null;
}

/** Those of these attempts that are committed. */
async function findOwn<Own extends Pick<Begun, "id" | "sendBefore">>(
  tx: Tx,
  shops: ShopDomain[],
  items: Own[],
): Promise<Map<Own, Begun>> {
  if (items.length === 0) return new Map();
  const rows = await tx.orderAttempt.findMany({
    where: { shop: { in: shops }, id: { in: items.map(({ id }) => id) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    items.flatMap((item) => {
      const row = byId.get(item.id);
      if (row === undefined) return [];
      const { id, orderId, reference, lines } = row;
      return [[item, { id, orderId, reference, lines: lines as OrderLine[], sendBefore: item.sendBefore }]];
    }),
  );
}
