import type { LoaderFunctionArgs } from "@remix-run/node";

import { authenticate } from "../shop/auth/shopify.server.ts";

/** Answers old links with an error page inside the app's frame. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  throw new Response(null, { status: 404 });
}

/** Remix renders a page's error within its frame only for routes that have a component. */
export default function Nowhere() {
  return null;
}
