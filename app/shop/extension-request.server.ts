import { z } from "zod";

import { Failure } from "../lib/failure.ts";
import { limitPresses } from "../lib/http/limit-presses.server.ts";
import { type ShopDomain, shopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { localeOf, writtenLanguage } from "../messages/all-languages.server.ts";
import { type Translate, translator } from "../messages/translate.ts";
import type { ShopOrderId, ShopProductId } from "./ids.ts";
import { authenticate } from "./auth/shopify.server.ts";
import { findTimeZone } from "./shop-facts.server.ts";

/** A request of one of our extensions in Shopify's admin. */
export type ExtensionRequest = {
  shop: ShopDomain;
  t: Translate;
  /** Language tag by which numbers are written for this reader. */
  numbers: string;
  /** Responds in JSON. Extensions call from Shopify's own origin, so each response needs CORS headers. */
  reply: (body: unknown, status?: number) => Response;
};

/** Authenticates a request of an extension by its session token. */
export async function readExtensionRequest(request: Request): Promise<ExtensionRequest> {
  const { session, cors } = await authenticate.admin(asExtension(request));
  const shop = shopDomain.parse(session.shop);
  const numbers = writtenLanguage(request);
  const t = translator(localeOf(request), { numbers, timeZone: await findTimeZone(shop) });
  return { shop, t, numbers, reply: (body, status = 200) => cors(Response.json(body, { status })) };
}

/**
 * Runs `press`, the work of a button in an extension. Responds with the message that `press` returns, or with the
 * reason why it failed.
 */
export async function replyToPress(
  { shop, t, reply }: ExtensionRequest,
  press: () => Promise<Message>,
): Promise<Response> {
  const notice = await limitPresses(shop)
    .then(press)
    .catch((error: unknown): Message => {
      if (error instanceof Response) return { code: "page.too-often" };
      if (error instanceof Failure) return error.explanation;
      throw error;
    });
  return reply({ notice: t(notice) });
}

/** Reads the JSON that an extension posts; null if it does not match `schema`. */
export async function readPosted<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  return schema.safeParse(await request.json().catch(() => null)).data ?? null;
}

export const orderShape = z
  .string()
  .regex(/^gid:\/\/shopify\/Order\/[1-9]\d{0,18}$/)
  .transform((id) => id as ShopOrderId);

export const productShape = z
  .string()
  .regex(/^gid:\/\/shopify\/Product\/[1-9]\d{0,18}$/)
  .transform((id) => id as ShopProductId);

/**
 * Adds an invalid token to a request that has no token. Without it, Shopify's package would take the request for a
 * page's request, and redirect it to get a token. With the invalid token, the request gets a 401.
 */
function asExtension(request: Request): Request {
  if (request.headers.get("authorization")) return request;
  const headers = new Headers(request.headers);
  headers.set("authorization", "Bearer none");
  return new Request(request, { headers });
}
