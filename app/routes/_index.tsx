import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { OutsideAdmin, pageTitle } from "../components/document.tsx";
import { localeOf, translator } from "../messages/translate.ts";

export const meta = pageTitle((t) => t("home.title"));

/** Redirects Shopify, which opens the app's address with the shop in its query. All others are visitors. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("shop")) throw redirect(`/app?${searchParams.toString()}`);
  return { locale: localeOf(request) };
}

export default function Visitor() {
  const t = translator(useLoaderData<typeof loader>().locale);
  return <OutsideAdmin title={t("home.title")} text={t("page.outside-admin")} />;
}
