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

import { useNonce } from "../components/document.tsx";
import { type Notice, NoticeBanner } from "../components/notice.tsx";
import { polarisWords } from "../messages/polaris-words.ts";
import { findOutage } from "../connection/supplier-outage.server.ts";
import { markScripts } from "../lib/http/document-policy.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { DEFAULT_LOCALE, type Locale, localeOf, translator } from "../messages/translate.ts";
import { LocaleContext, useT } from "../messages/use-t.ts";
import { restoreAccess } from "../installation/lost-access.server.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: polarisStyles }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  // Opening the app brings a new token, so work that waited for access continues.
  await restoreAccess({ shop: shopDomain.parse(session.shop) });
  return {
    locale: localeOf(request),
    downSince: await findOutage(),
  };
}

export default function App() {
  const { downSince, ...loaded } = useLoaderData<typeof loader>();
  // The admin passes its language when it opens the frame, and not in later requests.
  const [locale] = useState(loaded.locale);
  return (
    <Frame known locale={locale}>
      {downSince !== null && <Outage since={downSince} />}
      <Outlet />
    </Frame>
  );
}

/** An outage is shown on every page, because it concerns them all. The merchant has nothing to do. */
function Outage({ since }: { since: string }) {
  const t = useT();
  return (
    <Box padding={{ xs: "400", md: "600" }} paddingBlockEnd="0">
      <Banner tone="warning" title={t("outage.title")}>
        <p>{t("outage", { since })}</p>
      </Banner>
    </Box>
  );
}

/**
 * Renders errors. Shopify's package throws small pages that reload the frame with a new session token: these
 * are rendered as they are. (Its own boundary recognizes them by a class name, which minified builds change.)
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("routes/app");
  const nonce = useNonce();
  if (
    isRouteErrorResponse(error) &&
    typeof error.data === "string" &&
    error.data.trimStart().startsWith("<script")
  ) {
    return <div dangerouslySetInnerHTML={{ __html: markScripts(error.data, nonce) }} />;
  }
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <Frame known={data !== undefined} locale={data?.locale ?? DEFAULT_LOCALE}>
      <Page>
        <NoticeBanner notice={NOTICES[status] ?? FAILED} />
      </Page>
    </Frame>
  );
}

const NOTICES: Record<number, Notice> = {
  // A form that `readForm` could not read.
  400: { tone: "warning", title: { code: "page.outdated.title" }, text: { code: "page.outdated" } },
  // Buttons that `limitSupplierWork` counts.
  429: { tone: "warning", title: { code: "page.too-often.title" }, text: { code: "page.too-often" } },
  404: { tone: "warning", title: { code: "page.not-found.title" }, text: { code: "page.not-found" } },
};

const FAILED: Notice = {
  tone: "critical",
  title: { code: "page.failed.title" },
  text: { code: "page.failed" },
};

/** Without these headers the frame could not be reloaded with a new session token. */
export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The frame of every page. It has no menu before the shop is known. */
function Frame({ known, locale, children }: { known: boolean; locale: Locale; children: ReactNode }) {
  const t = translator(locale);
  return (
    <LocaleContext.Provider value={locale}>
      {/* App Bridge is in the document's head (app/root.tsx); this provider would put it into the body. */}
      <AppProvider isEmbeddedApp={false} apiKey="" i18n={polarisWords[locale]}>
        {known && (
          <NavMenu>
            <Link to="/app" rel="home">
              {t("home.menu")}
            </Link>
            <Link to="/app/catalog">{t("catalog.title")}</Link>
            <Link to="/app/orders">{t("orders.title")}</Link>
            <Link to="/app/rates">{t("shipping.title")}</Link>
            <Link to="/app/branding">{t("branding.title")}</Link>
            <Link to="/app/activity">{t("activity.title")}</Link>
            <Link to="/app/settings">{t("settings.title")}</Link>
          </NavMenu>
        )}
        {children}
      </AppProvider>
    </LocaleContext.Provider>
  );
}
