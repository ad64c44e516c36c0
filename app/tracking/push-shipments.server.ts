import { asSystem } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { backOffSeconds } from "../queue/back-off.ts";
import { claimShipment, type ClaimedShipment, postponeShipment } from "./shipment-store.server.ts";
import { showShipment } from "./show-shipment.server.ts";

const SWEEP_AT_MOST = 200;
const AT_ONCE = 8;
/** What the shop may still be doing is looked at a little later. */
const UNCLEAR_SECONDS = 30;

/** Tells the shop of an order's parcels, one after the other, as far as they are due and nobody else is at it. */
export async function pushShipments(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  clock: () => Date,
): Promise<void> {
  for (;;) {
    const claimed = await claimShipment(shop, orderId, clock());
    if (claimed === null) return;
    try {
      await showShipment(claimed, clock);
    } catch (error) {
      await bear(claimed, error, clock());
    }
  }
}

/** Tells the shops of what is due, the oldest first: what nobody was woken for, and what waited for its time. */
export async function sweepShipments(clock: () => Date): Promise<void> {
  const due = await asSystem(
    "orders",
    (tx) => tx.$queryRaw<{ shop: ShopDomain; orderId: string }[]>`
      select shop, "orderId" from (
        -- Of an order its first parcel has its turn: as long as that one waits, the others behind it are not due.
        select distinct on (order_id) shop, order_id as "orderId", next_at from shipment
        where state = 'due' and next_at is not null
        order by order_id, shipped_at asc nulls last, id
      ) as parcel
      where next_at <= ${clock()} order by next_at limit ${SWEEP_AT_MOST}`,
  );
  const waiting = due.values();
  const lane = async () => {
    for (const each of waiting) await pushShipments(each, clock);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function bear(claimed: ClaimedShipment, error: unknown, now: Date): Promise<void> {
  const { shop, id: shipmentId, retryCount } = claimed;
  log.warn({ err: error, shop, shipmentId }, "tracking.push-failed");
  const failure = error instanceof Failure ? error : null;
  const least = failure?.code === "outcome-unknown" ? UNCLEAR_SECONDS : (failure?.retryAfterSeconds ?? 0);
  const seconds = Math.max(least, backOffSeconds(retryCount));
  await postponeShipment(claimed, {
    said: failure?.publicMessage ?? "Something went wrong on our side. Stockbridge tries again.",
    // Where the app is not installed any more nothing is tried: an install wakes it.
    until: failure?.code === "shop-gone" ? null : new Date(now.getTime() + seconds * 1000),
  });
}
