import type { LoaderFunctionArgs } from "@remix-run/node";

import { limitPresses } from "../lib/http/limit-presses.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { forecastOrders } from "../orders/forecast-orders.server.ts";
import type { Message } from "../messages/message.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";

/**
 * Returns what besides the rules would have kept the last orders from being sent. The Rules page loads this after its
 * own data, because reading the supplier's prices takes time.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  try {
    await limitPresses(shop);
  } catch (refused) {
    if (!(refused instanceof Response)) throw refused;
    // Returns the problem as data, because an error would replace the whole page, which works without a forecast.
    return { kind: "failed", problem: (await refused.json()) as Message } as const;
  }
  return forecastOrders(shop);
}
