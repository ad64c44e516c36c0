import type { LoaderFunctionArgs } from "@remix-run/node";

import { readFileRequest } from "../components/file-request.server.ts";
import { csvResponse } from "../lib/http/csv.ts";
import { exportPriceChanges } from "../catalog/sync/merchant/export-price-changes.server.ts";

/** Returns a CSV file of all changes of prices and costs in the shop. The request carries the session token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, words } = await readFileRequest(request);
  return csvResponse("price-changes", exportPriceChanges(shop, words));
}
