import { redirect } from "@remix-run/node";

/** Shopify's package sends visitors without a shop here. Nobody types a shop's address in this app. */
export function loader() {
  return redirect("/");
}
