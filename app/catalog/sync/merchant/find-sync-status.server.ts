import type { ProductsProblem } from "../../../connection/products-problem.ts";
import type { Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { type Message, storedMessage } from "../../../messages/message.ts";
import { storedFacts } from "../../../shop/shop-facts.server.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";
import type { SyncSettings } from "../../links/sync-settings.ts";
import { SENT_ALL } from "../../mirror/mirror-run.server.ts";
import { countWaiting } from "./count-waiting.server.ts";
import { FIRST_PAGE, listPage, type ListPage, type ListPlace, listQuery } from "./list-page.ts";
import { TO_DECIDE } from "./list-own-fields.server.ts";
import { isListed } from "./select-own-fields.server.ts";

/** State of a shop's sync, for its page. Counts go up to `COUNT_LIMIT`. */
export type SyncStatus = {
  /** "reading" the supplier's products, "writing" to the shop, or "resting" in between. */
  state: "reading" | "writing" | "resting";
  /** When the supplier's whole list was last read. */
  readAt: Date | null;
  problem: { kind: ProductsProblem["kind"]; message: Message } | null;
  /** Number of products in the shop that follow the supplier. */
  following: number;
  /** Number of products that are due for a sync. */
  due: number;
  /** Number of products whose sync the merchant has to start. */
  awaitingStart: number;
  /** Number of products whose sync failed. */
  failed: number;
  /** Number of products in the shop that we cannot read from the supplier. They keep their last values. */
  unreadable: number;
  /** Number of prices that wait for approval. */
  approvals: number;
  /** Number of products with the merchant's own values about which they have to decide. */
  ownFields: number;
  lastRun: SyncRunView | null;
  comparedAt: Date | null;
  settings: SyncSettings;
  /** The shop's currency; null if we have not read it from Shopify yet. */
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

export async function findSyncStatus(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<SyncStatus> {
  const mirror = await tx.catalogMirror.findUnique({ where: { shop } });
  const { currency = null } = (await storedFacts(tx, shop)) ?? {};
  const [reading] = await queryRows<{ sentAll: boolean }>(tx)`
    select ${SENT_ALL} as "sentAll" from catalog_mirror where shop = ${shop} and state = 'resting'`;
  const sync = await tx.catalogSync.findUnique({ where: { shop } });
  const [counts] = await queryRows<
    Pick<
      SyncStatus,
      "following" | "due" | "awaitingStart" | "failed" | "unreadable" | "approvals" | "ownFields"
    >
  >(tx)`
    select
      (select count(*)::int from (select from product_link where shop = ${shop} and shop_product_id is not null
        and delisted is null and shop_state is null and not awaits_start limit ${COUNT_LIMIT}) as counted) as following,
      (select count(*)::int from (select from product_link where shop = ${shop}
        and sync_due_at is not null limit ${COUNT_LIMIT}) as counted) as due,
      ${countWaiting(shop, COUNT_LIMIT)},
      (select count(*)::int from (select from product_link link
        left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
        where link.shop = ${shop} and ${isListed(TO_DECIDE)}
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
    problem: mirror?.problem && message ? { kind: mirror.problem as ProductsProblem["kind"], message } : null,
    ...(counts ?? {
      following: 0,
      due: 0,
      awaitingStart: 0,
      failed: 0,
      unreadable: 0,
      approvals: 0,
      ownFields: 0,
    }),
    lastRun: lastRun && toRunView(lastRun),
    comparedAt: sync?.comparedAt ?? null,
    settings: await findSyncSettings(tx, shop),
    currency,
    sendsAll: reading?.sentAll ?? false,
  };
}

/** A product whose sync failed. `problem`: the reason. */
export type FailedView = { supplierProductId: string; product: string; problem: Message | null };

/** Lists a page of products whose sync failed, in the order of the supplier's ids. */
export async function listFailed(
  tx: Tx,
  shop: ShopDomain,
  place: ListPlace = FIRST_PAGE,
): Promise<ListPage<FailedView>> {
  const query = listQuery(place, FAILED_PER_PAGE);
  const { backwards, take } = query;
  const found = await queryRows<{ supplierProductId: string; product: string; problem: unknown }>(tx)`
    select link.supplier_product_id as "supplierProductId",
      coalesce(product.name, link.supplier_product_id) as product, link.sync_problem as problem
    from product_link link
    left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    where link.shop = ${shop} and link.sync_problem is not null and link.shop_state is null
      and link.delisted is null
      and case when ${backwards} then link.supplier_product_id < ${place.before ?? ""}
        else link.supplier_product_id > ${place.after ?? ""} end
    order by case when ${backwards} then link.supplier_product_id end desc, link.supplier_product_id
    limit ${take}`;
  const rows = found.map(({ problem, ...row }) => ({ ...row, problem: storedMessage(problem) }));
  return listPage(rows, query, ({ supplierProductId }) => supplierProductId);
}

const COUNT_LIMIT = 10_000;

function toRunView({ id, startedAt, endedAt, products, changed, failed }: SyncRunView): SyncRunView {
  return { id, startedAt, endedAt, products, changed, failed };
}

const FAILED_PER_PAGE = 20;
