import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useMatches } from "@remix-run/react";

import { OutsideAdmin, pageLocale, pageTitle } from "../components/document.tsx";
import { translator } from "../messages/translate.ts";

export const meta = pageTitle((t) => t("home.title"));

/**
 * Redirects requests from Shopify into the app. Shopify opens this address with the shop in the query; a visitor's
 * request has no shop.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("shop")) throw redirect(`/app?${searchParams.toString()}`);
  return null;
}

export default function Visitor() {
  const t = translator(pageLocale(useMatches()));
  return <OutsideAdmin title={t("home.title")} text={t("page.outside-admin")} />;
}
