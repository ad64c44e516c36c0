import type { LoaderFunctionArgs } from "@remix-run/node";

import { authenticate } from "../shopify.server.ts";

/** Shopify's own paths under /auth (asking for a session token, leaving the frame). */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  return null;
}
