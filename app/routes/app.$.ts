import type { LoaderFunctionArgs } from "@remix-run/node";

import { authenticate } from "../shop/auth/shopify.server.ts";

/** Shows an error page inside the app's frame for unknown addresses, such as those of old links. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  throw new Response(null, { status: 404 });
}

/** Without a component, Remix would render the error outside the app's frame. */
export default function Nowhere() {
  return null;
}
