import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { recordOrderBlock } from "../installation/setup-guide.server.ts";
import { Failure } from "../lib/failure.ts";
import { limitSupplierWork } from "../lib/http/limit-supplier-work.server.ts";
import { type ShopDomain, shopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { localeOf, translator, writtenLanguage } from "../messages/translate.ts";
import { requestCancellation } from "../orders/canceling/request-cancellation.server.ts";
import { retryOrder } from "../orders/placing/retry-order.server.ts";
import { sendShopOrder } from "../orders/sending/send-shop-order.server.ts";
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
  const orders = block.orders.map(({ label, message, can, ...rest }) => ({
    ...rest,
    can: { ...can, cancel: can.cancel && t(can.cancel) },
    label: t(label),
    message: t(message),
  }));
  return cors(Response.json({ ...block, orders }));
}

/** A press in the block. `send` sends what is not requested yet; the other two act on the version that the block has read. */
const press = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), order: orderShape }),
  z.object({ intent: z.enum(["retry", "cancel"]), id: z.uuid(), version: z.int() }),
]);

/** Presses a button of the block, as on the order's page: `POST` with a `press` in JSON. Returns the notice for the merchant. */
export async function action({ request }: ActionFunctionArgs) {
  const { session, cors } = await authenticate.admin(asExtension(request));
  const pressed = press.safeParse(await request.json().catch(() => null));
  if (request.method !== "POST")
    return cors(new Response(null, { status: 405, headers: { allow: "GET, POST" } }));
  if (!pressed.success) return cors(Response.json({ error: "Which button?" }, { status: 400 }));
  const shop = shopDomain.parse(session.shop);
  const t = translator(localeOf(request), {
    numbers: writtenLanguage(request),
    timeZone: await findTimeZone(shop),
  });
  const notice = await limitSupplierWork(shop)
    .then(() => pressButton(shop, pressed.data))
    .catch((error: unknown): Message => {
      if (error instanceof Response) return { code: "page.too-often" };
      if (error instanceof Failure) return error.explanation;
      throw error;
    });
  return cors(Response.json({ notice: t(notice) }));
}

async function pressButton(shop: ShopDomain, pressed: z.output<typeof press>): Promise<Message> {
  if (pressed.intent === "send") {
    const sent = await sendShopOrder(shop, pressed.order);
    if (sent.kind === "refused") return sent.why;
    return { code: sent.kind === "sending" ? "blocks.sending" : "blocks.nothing-to-send" };
  }
  const { intent, id: orderId, version } = pressed;
  const isDone = await (intent === "retry" ? retryOrder : requestCancellation)(shop, { orderId, version });
  return { code: isDone ? `bulk.result.${intent}` : "bulk.result.changed" };
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
