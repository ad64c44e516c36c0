import type { LoaderFunctionArgs } from "@remix-run/node";

import { authenticate } from "../shop/auth/shopify.server.ts";

/** Serves the paths under /auth that Shopify's package needs to get a session token or to leave the frame. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  return null;
}
