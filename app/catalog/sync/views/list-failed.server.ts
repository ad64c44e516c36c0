import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { type Message, storedMessage } from "../../../messages/message.ts";
import { FIRST_PAGE, listPage, type ListPage, type ListPlace, listQuery } from "./list-page.ts";

/** A product whose sync failed, and why. */
export type FailedView = { supplierProductId: string; product: string; problem: Message | null };

const PAGE_SIZE = 20;

/** Lists a page of failed products, by the supplier's ids. */
export async function listFailed(
  shop: ShopDomain,
  place: ListPlace = FIRST_PAGE,
): Promise<ListPage<FailedView>> {
  const query = listQuery(place, PAGE_SIZE);
  const { backwards, take } = query;
  const found = await inShop(
    shop,
    (tx) => queryRows<{ supplierProductId: string; product: string; problem: unknown }>(tx)`
      select link.supplier_product_id as "supplierProductId",
        coalesce(product.name, link.supplier_product_id) as product, link.sync_problem as problem
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.sync_problem is not null and link.shop_state is null
        and link.delisted is null
        and case when ${backwards} then link.supplier_product_id < ${place.before ?? ""}
          else link.supplier_product_id > ${place.after ?? ""} end
      order by case when ${backwards} then link.supplier_product_id end desc, link.supplier_product_id
      limit ${take}`,
  );
  const rows = found.map(({ problem, ...row }) => ({ ...row, problem: storedMessage(problem) }));
  return listPage(rows, query, ({ supplierProductId }) => supplierProductId);
}
