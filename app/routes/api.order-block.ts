import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { recordOrderBlock } from "../installation/setup-guide.server.ts";
import { localeOf, translator, writtenLanguage } from "../messages/translate.ts";
import { readOrderBlock } from "../orders/views/read-order-block.server.ts";
import type { ShopOrderId } from "../shop/ids.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";
import { findTimeZone } from "../shop/shop-facts.server.ts";

const orderShape = z
  .string()
  .regex(/^gid:\/\/shopify\/Order\/[1-9]\d{0,18}$/)
  .transform((id) => id as ShopOrderId);

/**
 * Returns the order block: `GET ?order=gid://shopify/Order/1&locale=en`. The block calls from Shopify's own
 * origin, so the browser sends a preflight request first, and every response needs CORS headers.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session, cors } = await authenticate.admin(asExtension(request));
  const order = orderShape.safeParse(new URL(request.url).searchParams.getAll("order").join());
  if (!order.success) {
    const error = "Which order? order=gid://shopify/Order/ and its number.";
    return cors(Response.json({ error }, { status: 400 }));
  }
  const shop = shopDomain.parse(session.shop);
  const block = await readOrderBlock(shop, order.data);
  await recordOrderBlock(shop);
  const t = translator(localeOf(request), {
    numbers: writtenLanguage(request),
    timeZone: await findTimeZone(shop),
  });
  const orders = block.orders.map(({ label, message, ...rest }) => ({
    ...rest,
    label: t(label),
    message: t(message),
  }));
  return cors(Response.json({ ...block, orders }));
}

/**
 * Adds an invalid token to a request that has none. Shopify's package would mistake it for a page, and
 * redirect it to get a token; with an invalid token it gets a 401.
 */
function asExtension(request: Request): Request {
  if (request.headers.get("authorization")) return request;
  const headers = new Headers(request.headers);
  headers.set("authorization", "Bearer none");
  return new Request(request, { headers });
}
