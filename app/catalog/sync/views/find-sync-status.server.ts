import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { type Message, storedMessage } from "../../../messages/message.ts";
import type { ProductsProblem } from "../../../connection/products-problem.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";
import { SENT_ALL } from "../../mirror/mirror-run.server.ts";
import { chosenFields } from "../choices/follow-supplier.server.ts";
import type { SyncSettings } from "../../links/sync-settings.ts";

/** State of a shop's sync, for its page. Counts go up to `COUNT_LIMIT`. */
export type SyncStatus = {
  /** "reading" the supplier's products, "writing" to the shop, or "resting" in between. */
  state: "reading" | "writing" | "resting";
  /** When the supplier's whole list was read last. */
  readAt: Date | null;
  problem: { kind: ProductsProblem["kind"]; message: Message } | null;
  /** Products in the shop that follow, are due, wait for the merchant to start, or failed. */
  following: number;
  due: number;
  awaitingStart: number;
  failed: number;
  /** Prices that wait for approval, and products with fields of the merchant's. */
  approvals: number;
  ownFields: number;
  lastRun: SyncRunView | null;
  comparedAt: Date | null;
  settings: SyncSettings;
  /** The shop's currency; null until it was read from Shopify. */
  currency: string | null;
  /** True if the supplier replies to a request for changes with its whole list. */
  sendsAll: boolean;
};

export type SyncRunView = {
  id: string;
  startedAt: Date;
  endedAt: Date | null;
  products: number;
  changed: number;
  failed: number;
};

export const COUNT_LIMIT = 10_000;

export async function findSyncStatus(shop: ShopDomain): Promise<SyncStatus> {
  return inShop(shop, async (tx, now) => {
    const mirror = await tx.catalogMirror.findUnique({ where: { shop } });
    const { currency = null } = (await tx.catalogSettings.findUnique({ where: { shop } })) ?? {};
    const [reading] = await queryRows<{ sentAll: boolean }>(tx)`
      select ${SENT_ALL} as "sentAll" from catalog_mirror where shop = ${shop} and state = 'resting'`;
    const listed: string[] = [...chosenFields];
    const sync = await tx.catalogSync.findUnique({ where: { shop } });
    const [counts] = await queryRows<
      Pick<SyncStatus, "following" | "due" | "awaitingStart" | "failed" | "approvals" | "ownFields">
    >(tx)`
      select
        (select count(*)::int from (select from product_link where shop = ${shop} and shop_product_id is not null
          and delisted is null and shop_state is null and not awaits_start limit ${COUNT_LIMIT}) as counted) as following,
        (select count(*)::int from (select from product_link where shop = ${shop}
          and sync_due_at is not null limit ${COUNT_LIMIT}) as counted) as due,
        (select count(*)::int from (select from product_link where shop = ${shop} and awaits_start
          limit ${COUNT_LIMIT}) as counted) as "awaitingStart",
        (select count(*)::int from (select from product_link where shop = ${shop} and sync_problem is not null
          and shop_state is null and delisted is null limit ${COUNT_LIMIT}) as counted) as failed,
        (select count(*)::int from (select from price_approval where shop = ${shop} and state = 'waiting'
          limit ${COUNT_LIMIT}) as counted) as approvals,
        (select count(*)::int from (select from product_link link where shop = ${shop} and shop_product_id is not null
          and delisted is distinct from 'unlinked' and (merchant_fields && ${listed}::text[] or shop_state is not null
            or exists (select from variant_link variant where variant.shop = link.shop
              and variant.supplier_product_id = link.supplier_product_id
              and variant.merchant_fields && ${listed}::text[]))
          limit ${COUNT_LIMIT}) as counted) as "ownFields"`;
    const lastRun = await tx.syncRun.findFirst({
      where: { shop },
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    });
    const message = storedMessage(mirror?.problemMessage);
    const isReading = mirror?.state === "reading" && mirror.problem === null;
    const writes = sync?.leasedUntil != null && sync.leasedUntil > now;
    return {
      state: isReading ? "reading" : writes || (counts?.due ?? 0) > 0 ? "writing" : "resting",
      readAt: mirror?.readAt ?? null,
      problem:
        mirror?.problem && message ? { kind: mirror.problem as ProductsProblem["kind"], message } : null,
      ...(counts ?? { following: 0, due: 0, awaitingStart: 0, failed: 0, approvals: 0, ownFields: 0 }),
      lastRun: lastRun && toRunView(lastRun),
      comparedAt: sync?.comparedAt ?? null,
      settings: await findSyncSettings(tx, shop),
      currency,
      sendsAll: reading?.sentAll ?? false,
    };
  });
}

function toRunView({ id, startedAt, endedAt, products, changed, failed }: SyncRunView): SyncRunView {
  return { id, startedAt, endedAt, products, changed, failed };
}
