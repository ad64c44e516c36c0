import { isSettledInCatalog } from "../../app/catalog/settled-warnings.server.ts";
import { isFindingGone } from "../../app/installation/report-findings.server.ts";
import { ALL_ACTIVITY } from "../../app/lib/activity/activity-filter.ts";
import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { leadsToSettledOrder } from "../../app/orders/states/in-group.server.ts";

/** The codes of the warnings that the activity page lists as not settled, the newest first. */
export async function unsettledWarnings(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, {
    filter: { ...ALL_ACTIVITY, show: "needs-attention" },
    settled: [isSettledInCatalog(shop), isFindingGone(shop), leadsToSettledOrder(shop)],
    place: null,
  });
  return entries.map(({ message }) => message.code);
}
