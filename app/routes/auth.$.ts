import type { LoaderFunctionArgs } from "@remix-run/node";

import { authenticate } from "../shop/auth/shopify.server.ts";

/** Handles Shopify's own paths under /auth (getting a session token, leaving the frame). */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  return null;
}
