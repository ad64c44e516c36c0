import { redirect } from "@remix-run/node";

/**
 * Redirects visitors without a shop, whom Shopify's package sends here. This app has no form for a shop's
 * address.
 */
export function loader() {
  return redirect("/");
}
