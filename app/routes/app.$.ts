import type { LoaderFunctionArgs } from "@remix-run/node";

import { authenticate } from "../shopify.server.ts";

/** Old links: inside the app's frame, and answered by its error page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  throw new Response(null, { status: 404 });
}

/** Remix renders a page's error within its frame only for routes that have a component. */
export default function Nowhere() {
  return null;
}
