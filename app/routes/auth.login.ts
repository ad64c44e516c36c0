import { redirect } from "@remix-run/node";

/** Where Shopify's package sends whoever comes without a shop. Nobody types a shop's address here. */
export function loader() {
  return redirect("/");
}
