import { isDeepStrictEqual } from "node:util";

import type { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/db.server.ts";
import { insertRows } from "../../lib/rows.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import type { OrderRow } from "./order-store.server.ts";
import { ofLostRecords, type Outcome } from "../states/outcome.ts";
import type { Reason } from "../states/reason.ts";

/** An attempt with what is known of it so far. */
export type Attempt = {
  id: string;
  reference: string;
  /** Not sent by then, it is not sent at all. */
  deadline: Date;
  /** After this, nothing of it can still be on its way. */
  endsAt: Date;
  lines: OrderLine[];
  keyGeneration: number;
  /** The account of that key; null where it is not known. */
  account: string | null;
  /** Why it stands for one that our records do not hold; null where it does not. */
  ofLostRecords: Outcome | null;
};

/** How long an attempt may take in all: until its deadline, then the call itself, and room to write down its outcome. */
export const ATTEMPT_SECONDS = 60;
/** How much longer a person's word that it was not ordered has to wait. */
const WORD_COUNTS_AFTER_SECONDS = 120;

export function endOf({ startedAt }: { startedAt: Date }): Date {
  return after(startedAt, ATTEMPT_SECONDS);
}

/** Whether it is no attempt to order, but stands for an order that our records did not hold. */
export function sendsNothing({ startedAt, deadline }: { startedAt: Date; deadline: Date }): boolean {
  return deadline <= startedAt;
}

/** From when on a person can know that the supplier does not have it. */
export function wordCountsFrom({ endsAt }: Pick<Attempt, "endsAt">): Date {
  return after(endsAt, WORD_COUNTS_AFTER_SECONDS);
}

/** The attempt that counts, and the database's time of that moment. */
export async function findLatestAttempt(
  shop: ShopDomain,
  orderId: string,
): Promise<{ attempt: Attempt; now: Date }> {
  return inShop(shop, async (tx, now) => {
    const row = await tx.orderAttempt.findFirstOrThrow({
      where: { shop, orderId },
      orderBy: latestFirst,
      include: {
        outcomes: { where: { kind: { in: [...ofLostRecords] } }, orderBy: { id: "desc" }, take: 1 },
      },
    });
    const { id, reference, deadline, startedAt, keyGeneration, account } = row;
    const [lost] = row.outcomes;
    const endsAt = endOf({ startedAt });
    const lines = row.lines as OrderLine[];
    const attempt = { id, reference, deadline, endsAt, lines, keyGeneration, account };
    return { attempt: { ...attempt, ofLostRecords: lost ? toOutcome(lost) : null }, now };
  });
}

/** An outcome as it was appended. */
function toOutcome({ kind, params }: { kind: string; params: unknown }): Outcome {
  return { ...(params as object | null), code: kind } as Outcome;
}

export const latestFirst = [
  { generation: "desc" },
  { turn: "desc" },
] satisfies Prisma.OrderAttemptOrderByWithRelationInput[];

/** Which attempt of which order. */
export type AttemptId = { shop: ShopDomain; orderId: string; attemptId: string };

/** Whether an attempt is its order's latest one, and what was known of it last. */
type KnownAttempt = { id: string; isLatest: boolean; kind: string | null; params: unknown };

/** All attempts of these orders, by their ids. */
export async function readAttempts(
  tx: Tx,
  orders: Pick<OrderRow, "shop" | "id">[],
): Promise<Map<string, KnownAttempt>> {
  const shops = orders.map(({ shop }) => shop);
  const ids = orders.map(({ id }) => id);
  const rows = await tx.$queryRaw<KnownAttempt[]>`
    select attempt.id, last.kind, last.params,
      row_number() over (partition by order_id order by generation desc, turn desc) = 1 as "isLatest"
    from unnest(${shops}::text[], ${ids}::uuid[]) as wanted (shop, id)
    join order_attempt attempt on attempt.shop = wanted.shop and attempt.order_id = wanted.id
    left join lateral (select kind, params from order_attempt_outcome outcome
      where outcome.shop = attempt.shop and outcome.attempt_id = attempt.id
      order by outcome.id desc limit 1) last on true`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Appends evidence to each attempt, unless it is what was known last. @returns those of which it was new. */
export async function appendOutcomes<Item extends { shop: ShopDomain; attemptId: string; outcome: Outcome }>(
  tx: Tx,
  items: Item[],
  { attempts, now }: { attempts: ReadonlyMap<string, Pick<KnownAttempt, "kind" | "params">>; now: Date },
): Promise<Item[]> {
  const isNew = ({ attemptId, outcome: { code, ...params } }: Item) => {
    const last = attempts.get(attemptId);
    return !(last?.kind === code && isDeepStrictEqual(last.params ?? {}, params));
  };
  const fresh = items.filter(isNew);
  const rows = fresh.map(({ shop, attemptId, outcome }) => {
    const { code: kind, ...params } = outcome;
    const supplierOrderId = "number" in outcome ? outcome.number : null;
    return { shop, attemptId, kind, params, supplierOrderId, at: now };
  });
  await insertRows(tx, "OrderAttemptOutcome", rows);
  return fresh;
}

/** The same for one attempt. @returns whether it was new. */
export async function appendIfNew(
  tx: Tx,
  { now, ...item }: { shop: ShopDomain; attemptId: string; outcome: Outcome; now: Date },
): Promise<boolean> {
  const { shop, attemptId } = item;
  const last = await tx.orderAttemptOutcome.findFirst({
    where: { shop, attemptId },
    orderBy: { id: "desc" },
  });
  const attempts = new Map(last ? [[attemptId, last]] : []);
  return (await appendOutcomes(tx, [item], { attempts, now })).length > 0;
}

/** Appends to the latest attempt what became of its order afterwards; nothing where there was none. */
export async function appendToHistory(
  tx: Tx,
  { shop, id: orderId }: Pick<OrderRow, "shop" | "id">,
  { what, at }: { what: Reason | { code: "cancellation-requested" }; at: Date },
): Promise<void> {
  const latest = await tx.orderAttempt.findFirst({ where: { shop, orderId }, orderBy: latestFirst });
  if (latest === null) return;
  const { code: kind, ...params } = what;
  await tx.orderAttemptOutcome.create({ data: { shop, attemptId: latest.id, kind, params, at } });
}
