import type { SupplierOrder } from "@prisma/client";

import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { OrderState } from "../states/order-state.ts";
import { applyUpdate } from "../updates/apply-update.server.ts";
import { differencesOf } from "../states/difference.ts";
import { withEarlierIds } from "../states/supplier-order.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { endOrderDuty, type Duty, withoutResult } from "../../queue/end-duty.server.ts";
import { claim, dueAt } from "../../queue/lease.server.ts";
import type { Order } from "../../wholesale/resources.ts";
import { ingestShipments } from "./ingest-shipments.server.ts";
import { checkList, isListed } from "./update-list-store.server.ts";
import { nextUpdateAt } from "./next-update.ts";

/** Applies an update to its order, stores its shipments, and schedules the next read. */
export async function storeUpdate(
  tx: Tx,
  { shop, orderId, update, key, now, leasedUntil }: Shown,
): Promise<"changed" | "unchanged"> {
  const applied = await applyUpdate(tx, { shop, orderId, update, key, now });
  const isApplied = applied.kind === "applied";
  const shown = isApplied && applied.isReplaced ? withEarlierIds(update) : update;
  const stored = isApplied && (await ingestShipments(tx, { shop, orderId, update: shown, now }));
  const isNew = stored || (isApplied && applied.changed);
  const result = isNew ? "changed" : "unchanged";
  if (isNew && leasedUntil) await checkList(tx, { shop, changedAt: update.updatedAt, now });
  const hash = isApplied ? hashOf(update) : null;
  await releaseUpdate(tx, { shop, id: orderId, ...(leasedUntil && { leasedUntil }) }, { result, now, hash });
  if (isNew) log.info({ shop, orderId, status: update.status }, "tracking.update-applied");
  if (applied.kind === "differs") log.warn({ shop, orderId }, "tracking.update-not-believed");
  return result;
}

/**
 * An order's update, and the key that read it. `leasedUntil` is the end of the lease, if the order was claimed for the
 * update.
 */
type Shown = {
  shop: ShopDomain;
  orderId: string;
  update: Order;
  key: OpenKey;
  now: Date;
  leasedUntil?: Date;
};

/** An order whose update this worker has leased until `leasedUntil`. */
export type ClaimedUpdate = {
  shop: ShopDomain;
  id: string;
  state: OrderState;
  supplierOrderId: string | null;
  placedAt: Date | null;
  traceparent: string | null;
  leasedUntil: Date;
};

/** The result of a read: news, no news, a failure, or no usable key for reading. */
export type ReadResult = "changed" | "unchanged" | "failed" | "skipped";

/**
 * Covers reading the order (15 s), another read to check the key after a 401 (15 s), and the transactions around them.
 */
export const LEASE_SECONDS = 60;

/** Up to this age, an order makes its shop's list due early. */
const NEW_MS = 600_000;

/** A read that is due before the next sweep needs a job of its own. */
const SWEEP_SECONDS = 60;

/**
 * Pause between reads of an order that the connected account does not show. Connecting an account makes the order due
 * at once. Later reads find the order only in one case: the account is the same under another e-mail, but the first
 * read did not show the order.
 */
const OTHER_ACCOUNT_SECONDS = 86_400;

/** Claims an order whose update is due; null if it is not due, or another worker has it. */
export async function claimUpdate(shop: ShopDomain, id: string): Promise<ClaimedUpdate | null> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "SupplierOrder.update", { key: { shop, id }, seconds: LEASE_SECONDS }),
  );
  return (claimed as ClaimedUpdate | undefined) ?? null;
}

/** The result of a read, and the hash of the update if it was applied. */
type Released = {
  result: ReadResult;
  now: Date;
  atLeastSeconds?: number;
  hash?: string | null;
  /** The failure to report; null if the read succeeded, or if the failure is reported elsewhere. */
  failure?: Error | null;
};

/**
 * Schedules the next read of the order's update, and ends the lease if there is one. Keeps a due time that was set
 * since the claim. If reads have failed for long, reports that to the merchant, and later its end.
 */
export async function releaseUpdate(
  tx: Tx,
  { shop, id, leasedUntil }: Pick<ClaimedUpdate, "shop" | "id"> & { leasedUntil?: Date },
  { result, now, atLeastSeconds = 0, hash = null, failure = null }: Released,
): Promise<void> {
  const order = await tx.supplierOrder.findUnique({
    where: { shop_id: { shop, id } },
    include: { shipments: { select: { shippedAt: true } } },
  });
  // The order was erased during the read.
  if (order === null) return;
  const { placedAt } = order;
  const isElsewhere = order.reason === "other-account";
  const counted = result === "unchanged" || result === "failed";
  const retryCount = result === "changed" ? 0 : order.updateRetryCount + (counted ? 1 : 0);
  const state = order.state as OrderState;
  const left = order.shipments.flatMap(({ shippedAt }) => shippedAt ?? []);
  const lastLeftAt = left.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? placedAt;
  // The supplier may still report the packages of a delivered order.
  const awaited = differencesOf(toOrderRow(order).differences, "orders.difference.unpacked").length > 0;
  const nothingToCome =
    state === "shipped" ||
    state === "delivered" ||
    ["closing", "closed"].includes(order.acceptance ?? "") ||
    order.reason === "unknown-to-supplier" ||
    isElsewhere;
  const isNew = placedAt !== null && now.getTime() - placedAt.getTime() < NEW_MS;
  const isInList = await isListed(tx, { shop, isNew, now });
  const updateDueAt = nextUpdateAt(
    {
      state: state === "delivered" && awaited ? "shipped" : state,
      placedAt,
      allLeftAt: nothingToCome ? lastLeftAt : null,
      retryCount,
      isListed: isInList && result !== "failed",
    },
    now,
    Math.max(atLeastSeconds, isElsewhere ? OTHER_ACCOUNT_SECONDS : 0),
  );
  const release = async ({ failingSince, reportedAt }: Duty) => {
    const { count } = await tx.supplierOrder.updateMany({
      where: {
        shop,
        id,
        ...(leasedUntil ? { updateLeasedUntil: leasedUntil } : { updateDueAt: { not: null } }),
      },
      data: {
        ...dueAt(updateDueAt, "update"),
        updateRetryCount: retryCount,
        updateFailingSince: failingSince,
        updateReportedAt: reportedAt,
        ...(hash !== null && { updateHash: hash }),
      },
    });
    return count === 1;
  };
  const isReleased = await endRead(tx, order, { result, now, failure, release });
  const inSeconds = updateDueAt === null ? Infinity : (updateDueAt.getTime() - now.getTime()) / 1000;
  if (!isReleased || inSeconds >= SWEEP_SECONDS) return;
  await enqueue(
    tx,
    jobs["tracking.read-update"],
    { shop, orderId: id },
    { startAfterSeconds: Math.ceil(inSeconds) },
  );
}

/** Releases the order with the columns that follow from the result. @returns false if the lease has ended. */
async function endRead(
  tx: Tx,
  order: SupplierOrder,
  { result, now, failure, release }: Ended,
): Promise<boolean> {
  const { id, orderName: name } = order;
  const duty = { failingSince: order.updateFailingSince, reportedAt: order.updateReportedAt };
  const isRead = result === "changed" || result === "unchanged";
  if (!isRead && failure === null) return release(withoutResult(duty));
  return endOrderDuty(
    tx,
    {
      shop: order.shop as ShopDomain,
      order: { id, name },
      duty,
      now,
      failure,
      failing: { code: "orders.activity.update-not-read", order: name },
      over: { code: "orders.activity.update-read-again", order: name },
    },
    release,
  );
}

type Ended = {
  result: ReadResult;
  now: Date;
  failure: Error | null;
  release: (columns: Duty) => Promise<boolean>;
};
