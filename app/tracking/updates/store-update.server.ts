import type { OpenKey } from "../../connection/sealed-key.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { applyUpdate } from "../../orders/updates/apply-update.server.ts";
import type { Order } from "../../wholesale/resources.ts";
import { ingestShipments } from "../ingest-shipments.server.ts";
import { hashUpdate } from "../../orders/updates/hash-update.ts";
import { checkList } from "./list-store.server.ts";
import { releaseUpdate } from "./update-store.server.ts";

/** An order's update, the key that read it, and the end of the lease if the order was claimed for it. */
type Shown = {
  shop: ShopDomain;
  orderId: string;
  update: Order;
  key: OpenKey;
  now: Date;
  leasedUntil?: Date;
};

/** Applies an update to its order, stores its shipments, and schedules the next read. */
export async function storeUpdate(
  tx: Tx,
  { shop, orderId, update, key, now, leasedUntil }: Shown,
): Promise<"changed" | "unchanged"> {
  const applied = await applyUpdate(tx, { shop, orderId, update, key, now });
  const isApplied = applied.kind === "applied";
  const stored = isApplied && (await ingestShipments(tx, { shop, orderId, update, now }));
  const isNew = stored || (isApplied && applied.changed);
  const result = isNew ? "changed" : "unchanged";
  if (isNew && leasedUntil) await checkList(tx, { shop, changedAt: update.updatedAt, now });
  const hash = isApplied ? hashUpdate(update) : null;
  await releaseUpdate(tx, { shop, id: orderId, ...(leasedUntil && { leasedUntil }) }, { result, now, hash });
  if (isNew) log.info({ shop, orderId, status: update.status }, "tracking.update-applied");
  if (applied.kind === "differs") log.warn({ shop, orderId }, "tracking.update-not-believed");
  return result;
}
