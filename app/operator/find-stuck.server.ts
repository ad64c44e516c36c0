import { Prisma } from "@prisma/client";
import { asSystem, LONG_WORK, type Tx } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import type { Message } from "../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../messages/translate.ts";
import { type ReasonCode } from "../orders/reasons/reason.ts";
import { labelOf } from "../orders/reasons/reason-words.ts";
import { after } from "../queue/back-off.ts";
import { allDueColumns, allWork, describeWork } from "../queue/lease.server.ts";
import { shopsWithDue } from "../queue/sweep.server.ts";
import { findPauses, type Pauses } from "./pause-orders.server.ts";
import { webhookFailure, workInWords } from "./words.ts";

/** A problem that stops work in a shop. */
export type Trouble = {
  kind:
    | "waits-too-long"
    | "fails"
    | "in-doubt"
    | "given-up"
    | "access-lost"
    | "key-unauthorized"
    | "waits-for-operator";
  /** The stopped work: "webhooks", "orders". */
  what: string;
  /** The failure or reason code in the rows; null if the rows wait without a failure. */
  code: string | null;
  /** The reason, as a sentence for the operator. */
  why: string;
  /** Number of stopped rows, counted up to `COUNTED_AT_MOST`. */
  rows: number;
  /** The time since which the oldest row has waited or failed. */
  since: Date;
};

export type StuckShop = { shop: string; troubles: Trouble[] };

/** The number of rows of one kind that workers have leased, and when the first and last lease end. */
export type HeldLeases = { what: string; rows: number; nextEnd: Date; lastEnd: Date };

export type Stuck = {
  asOf: Date;
  /** Number of shops that have the app installed. */
  installed: number;
  /** Stuck shops, in the order of `worstFirst`. */
  shops: StuckShop[];
  pauses: Pauses;
  leases: HeldLeases[];
};

export type StuckOptions = {
  /** Minimum time that due work must have waited to count as stuck. */
  minutes: number;
  /** Maximum age of given-up webhooks, in days. */
  givenUpDays: number;
  /** The only shop to look at; null for all shops. */
  shop: string | null;
};

export const COUNTED_AT_MOST = 1000;

/**
 * Work counts as failing after this many failures in a row. Stockbridge also notifies the merchant about an
 * order after this many (app/orders/reasons/reason.ts).
 */
const FAILS_FROM = 5;

/** Reasons of holds that only a setting or a command of the operator ends. */
const OPERATORS_REASONS = [
  "not-confirmed",
  "ordering-paused-for-all",
  "ordering-paused-by-support",
] satisfies ReasonCode[];

/** Finds stuck shops and their troubles. Only reads, so it is safe on a busy installation. */
export async function findStuck(options: StuckOptions): Promise<Stuck> {
  return asSystem(
    "operator",
    async (tx, asOf) => {
      const found = [
        ...(await findOverdue(tx, options)),
        ...(await findFailing(tx, { ...options, asOf })),
        ...(await findWithoutAccess(tx, options)),
      ];
      const shops = [...Map.groupBy(found, ({ shop }) => shop)].map(([shop, troubles]) => ({
        shop,
        troubles: troubles.map(({ shop: _, ...trouble }) => trouble).toSorted(oldestFirst),
      }));
      const [counted] = await queryRows<{ installed: number }>(tx)`
        select count(distinct shop)::int as installed from session where not "isOnline"`;
      return {
        asOf,
        installed: counted?.installed ?? 0,
        shops: shops.toSorted(worstFirst),
        pauses: await findPauses(tx, options.shop),
        leases: await findLeases(tx, { shop: options.shop, now: asOf }),
      };
    },
    LONG_WORK,
  );
}

type Found = Trouble & { shop: string };

function oldestFirst(one: Trouble, other: Trouble): number {
  return one.since.getTime() - other.since.getTime();
}

/** Sorts shops with overdue work first, then by their oldest trouble. */
function worstFirst(one: StuckShop, other: StuckShop): number {
  const rank = ({ troubles }: StuckShop) => (troubles.some(({ kind }) => kind === "waits-too-long") ? 0 : 1);
  const since = ({ troubles }: StuckShop) => Math.min(...troubles.map((each) => each.since.getTime()));
  return rank(one) - rank(other) || since(one) - since(other) || (one.shop < other.shop ? -1 : 1);
}

/** Finds overdue work: per kind and shop, the time of the oldest due row and the number of overdue rows. */
async function findOverdue(tx: Tx, { minutes, shop }: StuckOptions): Promise<Found[]> {
  const found: Found[] = [];
  for (const { name, ...columns } of allDueColumns) {
    const { table, due, only } = columns;
    const cutoff = Prisma.sql`now() - make_interval(mins => ${minutes}::int)`;
    const rows = await queryRows<{ shop: string; since: Date; rows: number }>(tx)`
      with recursive ${shopsWithDue(columns)}
      select each.shop, each.due as since, (
        select count(*)::int from (
          select from ${table} where ${table}.shop = each.shop and ${due} <= ${cutoff} and ${only} limit ${COUNTED_AT_MOST}
        ) as counted) as rows
      from each where each.due <= ${cutoff} and (${shop}::text is null or each.shop = ${shop})`;
    const what = workInWords(name);
    const why = "Due, and no worker has processed it.";
    found.push(...rows.map((row) => ({ ...row, kind: "waits-too-long" as const, what, code: null, why })));
  }
  return found;
}

type Failing = { shop: string; code: string; rows: number; since: Date };

/** Finds work that keeps failing or was given up. */
async function findFailing(
  tx: Tx,
  { shop, givenUpDays, asOf }: StuckOptions & { asOf: Date },
): Promise<Found[]> {
  const ofShop = Prisma.sql`(${shop}::text is null or shop = ${shop})`;
  const webhooks = await queryRows<Failing>(tx)`
    select shop, failure as code, count(*)::int as rows, min(received_at) as since from inbox_entry
    where due_at is not null and failure is not null and retry_count >= ${FAILS_FROM} and ${ofShop}
    group by shop, failure`;
  const givenUp = await queryRows<Failing>(tx)`
    select shop, failure as code, count(*)::int as rows, min(received_at) as since from inbox_entry
    where handled_at is not null and failure is not null and handled_at > ${after(asOf, -givenUpDays * 86_400)}
      and ${ofShop}
    group by shop, failure`;
  const orders = await queryRows<Failing>(tx)`
    select shop, coalesce(reason, 'ours') as code, count(*)::int as rows, min(requested_at) as since
    from supplier_order
    where due_at is not null and retry_count >= ${FAILS_FROM} and state <> 'in_doubt' and ${ofShop}
    group by shop, reason`;
  const switchedOff = await queryRows<Failing>(tx)`
    select shop, reason as code, count(*)::int as rows, min(requested_at) as since from supplier_order
    where state = 'held' and reason = any(${OPERATORS_REASONS}::text[]) and ${ofShop} group by shop, reason`;
  const inDoubt = await queryRows<Failing>(tx)`
    select shop, reason as code, count(*)::int as rows, min(requested_at) as since from supplier_order
    where reason is not null and state = 'in_doubt' and ${ofShop} group by shop, reason`;
  const runs = await queryRows<Failing & { what: string; message: unknown }>(tx)`
    select shop, 'packages to show in Shopify' as what, 'fails' as code, count(*)::int as rows,
      min(coalesce(shipped_at, due_at)) as since, (array_agg(problem))[1] as message
    from shipment where due_at is not null and retry_count >= ${FAILS_FROM} and ${ofShop} group by shop
    union all
    select shop, 'reading of the supplier''s catalog', problem, 1, coalesce(read_at, started_at, due_at), problem_message
    from catalog_mirror where problem is not null and due_at is not null and ${ofShop}
    union all
    select shop, 'comparison with the supplier''s orders', 'fails', 1, coalesce(compared_until, began_at, due_at), null
    from order_reconciliation where due_at is not null and retry_count >= ${FAILS_FROM} and ${ofShop}
    union all
    select shop, 'comparison of orders with the shop', 'fails', 1, coalesce(compared_at, failing_since, due_at), null
    from shop_reconciliation where due_at is not null and retry_count >= ${FAILS_FROM} and ${ofShop}
    union all
    select shop, 'lists of order updates', 'fails', 1, coalesce(read_at, began_at, due_at), null
    from order_update_run where due_at is not null and retry_count >= ${FAILS_FROM} and ${ofShop}
    union all
    select shop, 'fulfillment service and location', 'failed', 1, coalesce(due_at, now()), problem
    from fulfillment_service where state = 'failed' and ${ofShop}`;
  return [
    ...webhooks.map((row) => found(row, { kind: "fails", what: "webhooks", why: webhookFailure(row.code) })),
    ...givenUp.map((row) =>
      found(row, { kind: "given-up", what: "webhooks", why: webhookFailure(row.code) }),
    ),
    ...orders.map((row) => found(row, { kind: "fails", what: "orders", why: inWords(row.code) })),
    ...switchedOff.map((row) =>
      found(row, { kind: "waits-for-operator", what: "orders", why: inWords(row.code) }),
    ),
    ...inDoubt.map((row) => found(row, { kind: "in-doubt", what: "orders", why: inWords(row.code) })),
    ...runs.map(({ what, message, ...row }) => found(row, { kind: "fails", what, why: said(message) })),
  ];
}

/** Finds shops whose access or key no longer works. */
async function findWithoutAccess(tx: Tx, { shop }: StuckOptions): Promise<Found[]> {
  const ofShop = shop === null ? {} : { shop };
  const lost = await tx.shopAccess.findMany({ where: { ...ofShop, lostAt: { not: null } } });
  const unauthorized = await tx.connection.findMany({
    where: { ...ofShop, keyCheck: "unauthorized" },
    select: { shop: true, checkSince: true, keyCheckMessage: true },
  });
  return [
    ...lost.map((row) => ({
      shop: row.shop,
      kind: "access-lost" as const,
      what: "access to the shop",
      code: "access-lost",
      why: webhookFailure("access-lost"),
      rows: 1,
      since: row.lostAt ?? row.renewAt,
    })),
    ...unauthorized.map((row) => ({
      shop: row.shop,
      kind: "key-unauthorized" as const,
      what: "key at the supplier",
      code: "unauthorized",
      why: said(row.keyCheckMessage),
      rows: 1,
      since: row.checkSince,
    })),
  ];
}

function found(row: Failing, about: Pick<Trouble, "kind" | "what" | "why">): Found {
  return { ...row, ...about };
}

const t = translator(DEFAULT_LOCALE);

function inWords(reason: string): string {
  const label = labelOf(reason);
  return label === null ? `The code “${reason}” is not known to this version.` : `${t(label)}.`;
}

/** Translates a stored message; a general sentence if there is none. */
function said(message: unknown): string {
  return message === null || message === undefined
    ? "It failed several times in a row."
    : t(message as Message);
}

/**
 * Counts the leases that workers hold, by kind of work. Leases of a crashed worker count until they expire.
 */
export async function findLeases(
  tx: Tx,
  { shop, now }: { shop: string | null; now: Date },
): Promise<HeldLeases[]> {
  const kinds = allWork.map((work) => {
    const { name, leased, table } = describeWork(work);
    return Prisma.sql`
      select ${workInWords(name)} as what, count(*)::int as rows, min(${leased}) as "nextEnd",
        max(${leased}) as "lastEnd"
      from ${table} where ${leased} > ${now} and (${shop}::text is null or shop = ${shop})`;
  });
  const held = await queryRows<HeldLeases>(tx)`${Prisma.join(kinds, " union all ")}`;
  return held.filter(({ rows }) => rows > 0);
}
