import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import type { ReactNode } from "react";

export const links: LinksFunction = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }];

export default function Root() {
  return <Outlet />;
}

/** For whatever is not inside the admin: a mistyped address, or an error before a page could be shown. */
export function ErrorBoundary() {
  return (
    <main
      style={{
        fontFamily: "system-ui, sans-serif",
        maxWidth: "32rem",
        margin: "20vh auto",
        padding: "0 1rem",
      }}
    >
      <h1>There is nothing here</h1>
      <p>Stockbridge works inside your Shopify admin. Open it there, under Apps.</p>
    </main>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
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
