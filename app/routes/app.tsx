import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { Banner, Box, Page } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import { AppProvider } from "@shopify/shopify-app-remix/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { type ReactNode, useState } from "react";

import { findOutage } from "../connection/supplier-outage.server.ts";
import { env } from "../lib/env.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { DEFAULT_LOCALE, localeOf, type Locale } from "../messages/translate.ts";
import { LocaleContext } from "../messages/use-t.ts";
import { authenticate } from "../shopify.server.ts";
import { restoreAccess } from "../wiring/events/access-restored.server.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: polarisStyles }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  // Opening the app brings a new token, so what waited for access continues.
  await restoreAccess({ shop: shopDomain.parse(session.shop) });
  return {
    apiKey: env.SHOPIFY_API_KEY,
    locale: localeOf(request),
    downSince: await findOutage(new Date()),
  };
}

export default function App() {
  const { apiKey, downSince, ...loaded } = useLoaderData<typeof loader>();
  // The admin names its language when it opens the frame, and not in the requests that follow.
  const [locale] = useState(loaded.locale);
  return (
    <Frame apiKey={apiKey} locale={locale}>
      {downSince !== null && <Outage since={downSince} />}
      <Outlet />
    </Frame>
  );
}

/** The same on every page: it concerns them all, and nobody has to do anything. */
function Outage({ since }: { since: string }) {
  return (
    <Box padding={{ xs: "400", md: "600" }} paddingBlockEnd="0">
      <Banner tone="warning" title="The wholesale supplier does not answer just now">
        <p>
          Since <time dateTime={since}>{`${since.slice(11, 16)} UTC`}</time> it has answered none of the
          shops. Your orders wait and nothing is lost: Stockbridge goes on by itself as soon as it is back.
        </p>
      </Banner>
    </Box>
  );
}

/**
 * The Shopify package throws small pages that reload the frame with a new session token; everything else is an error.
 * (Its own boundary recognises them by the name of a class, which minified builds change.)
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("routes/app");
  if (
    isRouteErrorResponse(error) &&
    typeof error.data === "string" &&
    error.data.trimStart().startsWith("<script")
  ) {
    return <div dangerouslySetInnerHTML={{ __html: error.data }} />;
  }
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Frame apiKey={data?.apiKey} locale={data?.locale ?? DEFAULT_LOCALE}>
      <Page>
        {notFound ? (
          <Banner tone="warning" title="There is no such page">
            <p>Choose a page from the menu.</p>
          </Banner>
        ) : (
          <Banner tone="critical" title="Something went wrong on our side">
            <p>
              Nothing that you had saved is lost. Reload the page. If this stays, tell whoever runs
              Stockbridge for you.
            </p>
          </Banner>
        )}
      </Page>
    </Frame>
  );
}

/** Without these the frame could not be reloaded with a new session token. */
export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What stands around every page. Without an API key, before the shop has proved who it is, there is no menu. */
function Frame({
  apiKey,
  locale,
  children,
}: {
  apiKey: string | undefined;
  locale: Locale;
  children: ReactNode;
}) {
  return (
    <LocaleContext.Provider value={locale}>
      <AppProvider isEmbeddedApp={apiKey !== undefined} apiKey={apiKey ?? ""}>
        {apiKey !== undefined && (
          <NavMenu>
            <Link to="/app" rel="home">
              Home
            </Link>
            <Link to="/app/catalog">Catalogue</Link>
            <Link to="/app/orders">Orders</Link>
            <Link to="/app/branding">Branding</Link>
            <Link to="/app/activity">Activity</Link>
            <Link to="/app/settings">Settings</Link>
          </NavMenu>
        )}
        {children}
      </AppProvider>
    </LocaleContext.Provider>
  );
}
