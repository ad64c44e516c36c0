import type { LoaderFunctionArgs } from "@remix-run/node";

import { shopDomain } from "../lib/shop-domain.ts";
import { loadSums } from "../orders/profit/load-profit.server.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";

/** Returns the sums of 30 days for Home, which loads them after itself: sums over many orders take their time. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  return loadSums(shopDomain.parse(session.shop));
}
