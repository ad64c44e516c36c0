import type { LoaderFunctionArgs } from "@remix-run/node";

import { csvResponse } from "../lib/http/csv.ts";
import { searchParamsOf } from "../lib/http/read-request.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { knownZone } from "../messages/reader.ts";
import { localeOf, translator } from "../messages/translate.ts";
import { exportOrders } from "../orders/views/export-orders.server.ts";
import { daysOf, periodOf } from "../orders/views/load-profit.server.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";
import { findTimeZone } from "../shop/shop-facts.server.ts";

/** Returns a CSV file of the orders that were placed in a range of days. The request carries the session token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const params = searchParamsOf(request);
  const [from, to] = [params.get("from"), params.get("to")];
  const timeZone = await findTimeZone(shop);
  const today = new Date().toISOString().slice(0, 10);
  const period = periodOf(timeZone, daysOf({ ...(from && { from }), ...(to && { to }) }, today));
  // One formatter for all rows: creating one takes longer than reading a row.
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: knownZone(timeZone) ?? "UTC",
  });
  const t = translator(localeOf(request));
  return csvResponse("orders", exportOrders(shop, { t, toTime: (at) => format.format(at), period }));
}
