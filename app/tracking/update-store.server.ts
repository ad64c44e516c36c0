import { inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { readUpdateJob } from "./jobs.ts";
import type { OrderState } from "../orders/order-state.ts";
import { enqueue } from "../queue/boss.server.ts";
import { nextUpdateAt } from "./next-update.ts";

/** An order of which this worker alone asks for news until `leasedUntil`. */
export type ClaimedUpdate = {
  shop: ShopDomain;
  id: string;
  state: OrderState;
  supplierOrderId: string | null;
  placedAt: Date | null;
  retryCount: number;
  leasedUntil: Date;
};

/** Longer than the call can take. */
const LEASE_MS = 60_000;
/** What is due sooner than the sweep comes by is woken by a job. */
const SWEEP_SECONDS = 60;

/** Takes an order whose news is due; null when it is not, or somebody else has it. */
export async function claimUpdate(shop: ShopDomain, id: string, now: Date): Promise<ClaimedUpdate | null> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const [row] = await inShop(shop, (tx) =>
    tx.supplierOrder.updateManyAndReturn({
      where: { id, updateDueAt: { lte: now } },
      data: { updateDueAt: leasedUntil },
    }),
  );
  if (!row) return null;
  const { supplierOrderId, placedAt, updateRetryCount: retryCount } = row;
  return { shop, id, state: row.state as OrderState, supplierOrderId, placedAt, retryCount, leasedUntil };
}

/**
 * Says when the order is asked about next, and gives it back. Where it has become due otherwise meanwhile, that stays.
 *
 * @param asked what came of asking: something new, nothing new, or that nobody was asked at all.
 */
export async function releaseUpdate(
  tx: Tx,
  claimed: ClaimedUpdate,
  {
    asked,
    now,
    atLeastSeconds = 0,
  }: { asked: "news" | "no-news" | "not"; now: Date; atLeastSeconds?: number },
): Promise<void> {
  const { shop, id, leasedUntil } = claimed;
  const order = await tx.supplierOrder.findUnique({
    where: { id },
    include: { shipments: { select: { shippedAt: true } } },
  });
  // Erased meanwhile.
  if (order === null) return;
  const retryCount = asked === "news" ? 0 : order.updateRetryCount + (asked === "not" ? 0 : 1);
  const state = order.state as OrderState;
  const left = order.shipments.flatMap(({ shippedAt }) => shippedAt ?? []);
  const lastLeftAt = left.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? order.placedAt;
  const nothingToCome =
    state === "shipped" || ["rest-cancelled", "unknown-to-supplier"].includes(order.reason ?? "");
  const updateDueAt = nextUpdateAt(
    { state, placedAt: order.placedAt, allLeftAt: nothingToCome ? lastLeftAt : null, retryCount },
    now,
    atLeastSeconds,
  );
  const { count } = await tx.supplierOrder.updateMany({
    where: { id, updateDueAt: leasedUntil },
    data: { updateDueAt, updateRetryCount: retryCount },
  });
  const inSeconds = updateDueAt === null ? Infinity : (updateDueAt.getTime() - now.getTime()) / 1000;
  if (count === 0 || inSeconds >= SWEEP_SECONDS) return;
  await enqueue(tx, readUpdateJob, { shop, orderId: id }, { startAfterSeconds: Math.ceil(inSeconds) });
}
