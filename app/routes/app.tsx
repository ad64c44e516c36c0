import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Link, Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { Banner, BlockStack, Page, Text } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import { AppProvider } from "@shopify/shopify-app-remix/react";
import { boundary } from "@shopify/shopify-app-remix/server";

import { env } from "../lib/env.server.ts";
import { authenticate } from "../shopify.server.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: polarisStyles }];

export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  return { apiKey: env.SHOPIFY_API_KEY };
}

export default function Frame() {
  const { apiKey } = useLoaderData<typeof loader>();
  return (
    <AppProvider isEmbeddedApp apiKey={apiKey}>
      <NavMenu>
        <Link to="/app" rel="home">
          Home
        </Link>
        <Link to="/app/catalog">Catalogue</Link>
        <Link to="/app/settings">Settings</Link>
      </NavMenu>
      <Outlet />
    </AppProvider>
  );
}

/**
 * The Shopify package throws small pages that reload the frame with a new session token; everything else is an error.
 * (Its own boundary recognises them by the name of a class, which minified builds change.)
 */
export function ErrorBoundary() {
  const error = useRouteError();
  if (
    isRouteErrorResponse(error) &&
    typeof error.data === "string" &&
    error.data.trimStart().startsWith("<script")
  ) {
    return <div dangerouslySetInnerHTML={{ __html: error.data }} />;
  }
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <AppProvider isEmbeddedApp={false} apiKey="">
      <Page>
        <Banner
          tone="critical"
          title={notFound ? "There is no such page" : "Something went wrong on our side"}
        >
          <BlockStack gap="200">
            <Text as="p">
              {notFound
                ? "Choose a page from the menu."
                : "Nothing of what you had saved is lost. Reload the page; if this stays, tell whoever runs Stockbridge for you."}
            </Text>
          </BlockStack>
        </Banner>
      </Page>
    </AppProvider>
  );
}

/** Without these the frame could not be reloaded with a new session token. */
export const headers: HeadersFunction = (args) => boundary.headers(args);
