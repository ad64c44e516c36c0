import { randomUUID } from "node:crypto";

import { Prisma } from "@prisma/client";

import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { divide, type Money, times } from "../../lib/money.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { type Deadline, deadlineIn } from "../../lib/deadline.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import type { PastPieces } from "../../shop/orders/fulfillment-order.ts";
import type { OrderLine, RequestedLine } from "../../wholesale/resources.ts";
import { type EarningRules, NO_SNAPSHOT, type Snapshot, toShopCurrency } from "../earnings/earnings.ts";
import type { DecidedBy } from "../states/difference.ts";
import { countPieces } from "../states/supplier-order.ts";
import {
  ATTEMPT_SECONDS,
  type KnownAttempt,
  nextReference,
  readAttempts,
  type AttemptRows,
} from "../store/attempt-store.server.ts";
import { type OrderWrites, stepOfOrders } from "../store/order-batch.server.ts";
import { type ClaimedOrder, isStillClaimed, type OrderRow } from "../store/order-store.server.ts";
import { readStanding, type Standing } from "../store/standing.server.ts";
import { withSentUnpaid } from "./approvals.ts";
import { costOf, type PlannedLine } from "./decide-order.ts";

/** A committed intent to order, and its deadline for sending. */
export type Begun = {
  id: string;
  orderId: string;
  reference: string;
  lines: OrderLine[];
  sendBefore: Deadline;
  /** The committed rows; undefined if an earlier try has committed them. */
  rows?: AttemptRows | undefined;
};

/** The input of an attempt. */
export type Intent = {
  lines: PlannedLine[];
  /** Pieces of the customer's order that were fulfilled or refunded. */
  past: PastPieces;
  /** Prefix of the shop's references. */
  prefix: string;
  key: OpenKey;
  brandingVersion: number | null;
  destinationHash: string | null;
  /** The supplier's expected charge for shipping; null if unknown. */
  expectedShipping: Money | null;
  /** The amount that the shop shows as outstanding; null if it shows the order as paid, or does not show the order. */
  outstanding: Money | null;
  /** Sale of the order; null if the shop does not show it. */
  snapshot: Snapshot | null;
  rules: EarningRules;
  /** True if the shop shows another address for the package than for the customer's order. */
  goesElsewhere: boolean;
  /** False if the attempt sends nothing, and only records an order of the supplier that is missing from our records. */
  sends: boolean;
  /** True if this order is the probe while unclear replies pause ordering. */
  isProbe: boolean;
};

type AttemptBegun<Attempt> =
  | { kind: "begun"; attempt: Attempt }
  | { kind: "already-ordered"; lines: string[] }
  | { kind: "shop-changed" }
  | { kind: "lost" };

/**
 * Time from the beginning of an attempt within which its request must be sent. Later it is never sent. Together with
 * the call's timeout, this is well below `ATTEMPT_SECONDS`.
 */
const SEND_WITHIN_SECONDS = 20;

/**
 * Commits the intent to order before anything is sent, so that nothing is bought twice. Under a lock, counts the pieces
 * that the supplier already has of these lines. Then moves the order to `placing`, and appends the attempt. If no outcome
 * is stored, the order becomes due again, and is in doubt then. Orders that begin together share a commit.
 *
 * @returns `already-ordered`, with the titles of the lines, if the attempt would order more than the customer did;
 *   `shop-changed` if the shop's key has changed since its facts were read, or if ordering was paused; `lost` if another
 *   process has the order.
 */
export async function beginAttempt(order: ClaimedOrder, intent: Intent): Promise<AttemptBegun<Begun>> {
  // The deadline begins before the transaction, so that it ends no later than the deadline by the database's clock.
  const sendBefore = deadlineIn(SEND_WITHIN_SECONDS * 1000);
  const { shop, id: orderId } = order;
  const begun = await begin({ shop, orderId, claimed: order, intent, attemptId: randomUUID() });
  return begun.kind === "begun" ? { ...begun, attempt: { ...begun.attempt, sendBefore } } : begun;
}

type Item = { shop: ShopDomain; orderId: string; claimed: ClaimedOrder; intent: Intent; attemptId: string };

const begin = stepOfOrders({
  keysOf: ({ shop, intent }: Item) => intent.lines.map(({ lineItemId }) => `${shop} ${lineItemId}`),
  read: async (tx, items: Item[]) => ({
    standing: await lockLines(tx, items),
    attempts: await readAttempts(
      tx,
      items.map(({ claimed }) => claimed),
    ),
  }),
  decide: (item, { order, rows, now }) => {
    const { writes, ...begun } = decideBegin(item, {
      order,
      now,
      attempts: rows.attempts.get(order.id) ?? [],
      standing: rows.standing.get(item) ?? NOTHING_READ,
    });
    return {
      writes: writes ?? {},
      result: ({ order: changed }) => withRows(begun, { item, order: changed, written: writes?.attempt }),
    };
  },
  gone: { kind: "lost" },
});

const NOTHING_READ: Standing = { keyGeneration: null, isPaused: true, beyondOrdered: [], isBought: false };

type NewAttempt = AttemptBegun<Omit<Begun, "sendBefore">>;

/** Adds the committed rows to a new attempt, in case the database loses them before the outcome is known. */
function withRows(
  begun: NewAttempt,
  { item, order, written }: { item: Item; order: OrderRow; written: OrderWrites["attempt"] },
): NewAttempt {
  if (begun.kind !== "begun" || written === undefined) return begun;
  const { shop, shopOrderId } = order;
  const shopLines = item.intent.lines.map(({ lineItemId, ordered }) => ({
    shop,
    lineItemId,
    shopOrderId,
    ordered,
  }));
  const rows = { order, attempt: written.row, lines: written.lines, shopLines };
  return { ...begun, attempt: { ...begun.attempt, rows } };
}

/** One order's rows, read under its locks. */
type Seen = { order: OrderRow; attempts: KnownAttempt[]; standing: Standing; now: Date };

/** Decides if an order's attempt may begin, and the rows to commit with it. */
function decideBegin(
  { claimed, intent, attemptId: id, shop, orderId }: Item,
  { order, attempts, standing, now }: Seen,
): NewAttempt & { writes?: OrderWrites } {
  const { lines, key, prefix, sends, brandingVersion, destinationHash, goesElsewhere, snapshot } = intent;
  const pieces = inPieces(lines);
  // An earlier try committed this attempt, but lost the reply to its COMMIT.
  const own = attempts.find((attempt) => attempt.id === id);
  if (own) return { kind: "begun", attempt: { id, orderId, reference: own.reference, lines: pieces } };
  if (!isStillClaimed(order, claimed) || order.state !== claimed.state) return { kind: "lost" };
  if (standing.keyGeneration !== key.generation) return { kind: "shop-changed" };
  if (sends && standing.isPaused) return { kind: "shop-changed" };
  if (standing.beyondOrdered.length > 0) return { kind: "already-ordered", lines: standing.beyondOrdered };

  const named = nextReference(attempts, { prefix, fulfillmentOrderId: order.fulfillmentOrderId });
  const { retryCount } = order;
  const shippingPaid = snapshot && shippingPerLine(snapshot, lines);
  const placing = { to: "placing", reason: null, dueAt: after(now, ATTEMPT_SECONDS), retryCount } as const;
  // Without `sends`, our records have lost the order, and the cost on which its decision was based.
  const { decidedCost, decidedShipping } = decidedByIntent(
    sends ? intent : { lines: [], expectedShipping: null },
  );
  const decidedBy = {
    decidedCost: decidedCost?.amount ?? null,
    decidedShipping: decidedShipping?.amount ?? null,
    decidedCurrency: decidedCost?.currency ?? null,
  };
  return {
    kind: "begun",
    attempt: { id, orderId, reference: named.reference, lines: pieces },
    writes: {
      // A held order makes two transitions at once: to `ready`, and on to `placing`.
      change: {
        order: { ...order, state: order.state === "held" ? "ready" : order.state },
        // Clears the mark of a change in the shop: our read of the shop's order came after the change. If the package's
        // address differs already, sets the mark, so that the order is compared once its request is accepted.
        to: {
          ...placing,
          ...decidedBy,
          ...(snapshot ?? NO_SNAPSHOT),
          ...NO_EARLIER_CHARGE,
          ...(sends && withSentUnpaid(order, intent.outstanding)),
          brandingVersion,
          destinationHash,
          differences: [],
          heldLines: Prisma.DbNull,
          heldShippingPaid: null,
          shopChangedAt: goesElsewhere ? now : null,
        },
      },
      attempt: {
        row: {
          id,
          shop,
          orderId,
          ...named,
          lines: pieces,
          keyGeneration: key.generation,
          account: key.account,
          startedAt: now,
          deadline: after(now, sends ? SEND_WITHIN_SECONDS : 0),
        },
        lines: lines.map(({ ordered: _, cost, revenue, tax, ...line }, at) => ({
          shop,
          orderId,
          ...line,
          revenue: revenue.amount,
          tax: tax.amount,
          shippingPaid: shippingPaid?.[at]?.amount ?? null,
          cost: toShopCurrency(times(cost, line.quantity), revenue.currency, intent.rules)?.amount ?? null,
        })),
        isFirst: attempts.length === 0,
      },
    },
  };
}

/** Returns the charge on which a decision to order is based. */
export function decidedByIntent({
  lines,
  expectedShipping,
}: Pick<Intent, "lines" | "expectedShipping">): DecidedBy {
  const decidedCost = costOf(lines);
  const isSameCurrency = decidedCost?.currency === expectedShipping?.currency;
  return { decidedCost, decidedShipping: isSameCurrency ? expectedShipping : null };
}

const NO_EARLIER_CHARGE = { costEarlier: null, costEarlierShipping: null, costEarlierCurrency: null };

/** Divides the shipping that the customer paid among the lines, by pieces. */
function shippingPerLine(
  { shippingPaid: amount, revenueCurrency: currency }: Snapshot,
  lines: PlannedLine[],
): Money[] | null {
  if (amount === null || currency === null) return null;
  return divide(
    { amount, currency },
    lines.map(({ quantity }) => quantity),
  );
}

/** Sums up pieces per supplier variant, because several lines of the shop may be linked to the same variant. */
export function inPieces(lines: PlannedLine[]): OrderLine[] {
  return [...countPieces(lines)].map(([supplierVariantId, quantity]) => ({ supplierVariantId, quantity }));
}

/**
 * Returns the pieces as the supplier gets them: one line per variant and note.
 *
 * @param notes by the id of the fulfillment order's line. Notes are not stored with the attempt: a repeated attempt reads
 *   them again.
 */
export function withNotes(lines: PlannedLine[], notes: ReadonlyMap<string, string>): RequestedLine[] {
  const groups = Map.groupBy(lines, (line) => notes.get(line.fulfillmentOrderLineId) ?? null);
  return [...groups].flatMap(([note, planned]) => inPieces(planned).map((line) => ({ ...line, note })));
}

/**
 * Locks the line items of orders, then reads their standing. Fulfillment orders that share a line item wait here for
 * its row, so that each counts the pieces that earlier transactions have committed.
 */
async function lockLines(tx: Tx, items: Item[]): Promise<Map<Item, Standing>> {
  const lines = new Map(
    items.flatMap(({ shop, claimed: { shopOrderId }, intent }) =>
      intent.lines.map(({ lineItemId, ordered }) => [
        `${shop} ${lineItemId}`,
        { shop, lineItemId, shopOrderId, ordered },
      ]),
    ),
  );
  // Sorted, so that two transactions cannot deadlock.
  const sorted = [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
  await execute(tx)`
    insert into shop_order_line (shop, line_item_id, shop_order_id, ordered)
    select * from unnest(${sorted.map(({ shop }) => shop)}::text[],
      ${sorted.map(({ lineItemId }) => lineItemId)}::text[],
      ${sorted.map(({ shopOrderId }) => shopOrderId)}::text[], ${sorted.map(({ ordered }) => ordered)}::int[])
    on conflict (shop, line_item_id) do update set ordered = excluded.ordered`;
  // A separate statement, because its snapshot includes rows that were committed before the lock was granted.
  return readStanding(tx, items);
}
