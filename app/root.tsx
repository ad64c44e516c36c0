import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";

import { FOR_STRANGERS, OutsideAdmin, pageLocale, pageTitle, useNonce } from "./components/document.tsx";
import { env } from "./lib/env.server.ts";
import { localeOf, textFiles } from "./messages/all-languages.server.ts";
import { languagesFor } from "./messages/languages.ts";
import { textGate } from "./messages/load-texts.ts";
import { partsOfPage } from "./messages/parts.ts";
import { translator } from "./messages/translate.ts";

/** The title of pages that failed or do not exist. */
export const meta = pageTitle((t) => t("page.title"));

export const links: LinksFunction = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }];

export function loader({ request }: LoaderFunctionArgs) {
  const locale = localeOf(request);
  const languages = languagesFor(locale);
  return { apiKey: env.SHOPIFY_API_KEY, locale, languages, textFiles };
}

/**
 * Never reloads the root's data. It contains the language, which Shopify's admin sends only when it opens the frame.
 */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function Root() {
  return <Outlet />;
}

/** Shows a page for unknown addresses outside the admin, and for errors before a page could render. */
export function ErrorBoundary() {
  const t = translator(pageLocale(useMatches()));
  return <OutsideAdmin title={t("page.outside-admin.title")} text={t("page.outside-admin")} />;
}

/** URL of App Bridge. Shopify requires that an app loads App Bridge from there and does not bundle it. */
const APP_BRIDGE_URL = "https://cdn.shopify.com/shopifycloud/app-bridge.js";

/**
 * Renders the document. Shopify requires App Bridge as the first script in the head of every document, outside the
 * frame as well (shopify.dev, changelog of 2024-10-15).
 *
 * Outside the frame, App Bridge redirects to the admin of the shop that the URL names. The reader of an e-mail may
 * have no access to that admin, so the pages behind links in e-mails do not load App Bridge.
 */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const nonce = useNonce();
  const matches = useMatches();
  const isForStrangers = matches.some(({ handle }) => handle === FOR_STRANGERS);
  const texts = partsOfPage(matches);
  const gate = textGate(texts);
  if (gate) return gate;
  return (
    <html lang={pageLocale(matches)} data-texts={texts.join(" ")}>
      <head>
        <meta charSet="utf-8" />
        {!isForStrangers && <script src={APP_BRIDGE_URL} data-api-key={root?.apiKey} />}
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {texts
          .flatMap((name) => root?.textFiles[name] ?? [])
          .map((file) => (
            <link key={file} rel="modulepreload" href={file} />
          ))}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
