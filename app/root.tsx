import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";

import { OutsideAdmin } from "./components/outside-admin.tsx";
import { pageLocale } from "./components/page-locale.ts";
import { DEFAULT_LOCALE, translator } from "./messages/translate.ts";

export const links: LinksFunction = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }];

export default function Root() {
  return <Outlet />;
}

/** For what is not inside the admin: a mistyped address, or an error before a page could be shown. */
export function ErrorBoundary() {
  const t = translator(DEFAULT_LOCALE);
  return <OutsideAdmin title={t("page.outside-admin.title")} text={t("page.outside-admin")} />;
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={pageLocale(useMatches())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
