import type { LoaderFunctionArgs } from "@remix-run/node";

import { readFileRequest } from "../components/file-request.server.ts";
import { csvResponse } from "../lib/http/csv.ts";
import { exportProducts } from "../catalog/search/export-products.server.ts";

/** Returns a CSV file of the supplier's products with their prices in the shop. The request carries the session token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, words } = await readFileRequest(request);
  return csvResponse("products", exportProducts(shop, words));
}
