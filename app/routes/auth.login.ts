import { redirect } from "@remix-run/node";

/**
 * Redirects to the start page. Shopify's package sends visitors without a shop here, and this app has no form for a
 * shop's address.
 */
export function loader() {
  return redirect("/");
}
