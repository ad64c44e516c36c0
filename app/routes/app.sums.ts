import type { LoaderFunctionArgs } from "@remix-run/node";

import { shopDomain } from "../lib/shop-domain.ts";
import { loadSums } from "../orders/profit/load-profit.server.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";

/** Returns the sums of 30 days. Home loads them after its own data, because sums over many orders take a while. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  return loadSums(shopDomain.parse(session.shop));
}
