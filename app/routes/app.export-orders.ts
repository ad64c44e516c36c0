import type { LoaderFunctionArgs } from "@remix-run/node";

import { readFileRequest } from "../components/file-request.server.ts";
import { csvResponse } from "../lib/http/csv.ts";
import { searchParamsOf } from "../lib/http/read-request.server.ts";
import { dayIn } from "../messages/zoned-time.ts";
import { exportOrders } from "../orders/views/export-orders.server.ts";
import { daysOf, periodOf } from "../orders/profit/load-profit.server.ts";

/** Returns a CSV file of the orders that were placed in a range of days. The request carries the session token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, timeZone, words } = await readFileRequest(request);
  const params = searchParamsOf(request);
  const [from, to] = [params.get("from"), params.get("to")];
  const today = dayIn(timeZone, new Date().toISOString());
  const period = periodOf(timeZone, daysOf({ ...(from && { from }), ...(to && { to }) }, today));
  return csvResponse("orders", exportOrders(shop, { ...words, period }));
}
