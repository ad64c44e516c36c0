import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useMatches,
  useLoaderData,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { AppProvider, Banner, Box, FooterHelp, Link as PolarisLink, Page } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import { boundary } from "@shopify/shopify-app-remix/server";
import { forwardRef, type ReactNode, useEffect, useMemo, useState } from "react";

import { pageLocale, useNonce } from "../components/document.tsx";
import type { Notice } from "../components/notice.tsx";
import { useAnswerFocus } from "../components/use-answer-focus.ts";
import { useClock } from "../components/use-clock.ts";
import { isFromPhone, PhoneContext } from "../components/use-narrow.ts";
import { useSingleTaps } from "../components/use-single-taps.ts";
import { findOutage } from "../connection/supplier-outage.server.ts";
import { env } from "../lib/env.server.ts";
import { readInShop } from "../lib/database/db.server.ts";
import { markScripts } from "../lib/http/document-policy.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { writtenLanguage } from "../messages/all-languages.server.ts";
import type { Clock } from "../messages/describe-moment.ts";
import { languages } from "../messages/languages.ts";
import { useTranslator } from "../messages/load-texts.ts";
import { DEFAULT_LOCALE, type Translate } from "../messages/translate.ts";
import { ClockContext, LocaleContext, TranslateContext, useT } from "../messages/use-t.ts";
import { restoreAccess } from "../installation/restore-access.server.ts";
import { findRestored } from "../shop/auth/access-store.server.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";
import { storedFacts, timeZoneOf } from "../shop/shop-facts.server.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: polarisStyles }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { isBack, ...known } = await readInShop(shop, async (tx, now) => ({
    isBack: await findRestored(tx, shop),
    stored: await storedFacts(tx, shop),
    now,
  }));
  // Opening the app gives us a new access token, so work that waited for access continues.
  if (isBack) await restoreAccess({ shop });
  return {
    numbers: writtenLanguage(request),
    // Uses the database's clock, because events carry its times.
    clock: { timeZone: await timeZoneOf(shop, known), now: known.now.toISOString() },
    downSince: await findOutage(),
    support: env.SUPPORT_EMAIL ?? null,
    isPhone: isFromPhone(request),
  };
}

export default function App() {
  const { downSince, clock, support, isPhone, ...loaded } = useLoaderData<typeof loader>();
  // Keeps the number format of the first request, which came with the browser's country. Later requests carry only
  // the admin's language, which App Bridge writes into them.
  const [{ numbers }] = useState(loaded);
  useAnswerFocus();
  usePolarisRepairs();
  useSingleTaps();
  return (
    <Frame known numbers={numbers} clock={clock} isPhone={isPhone}>
      {downSince !== null && <Outage since={downSince} />}
      <Outlet />
      {support !== null && <Support address={support} />}
    </Frame>
  );
}

/**
 * Repairs two of Polaris's components. A browser announces a box as half checked only if its `indeterminate` is set, which Polaris
 * leaves out. A keyboard can scroll a table that is wider than the screen only if the table can have the focus.
 */
function usePolarisRepairs(): void {
  useEffect(() => {
    const repair = () => {
      for (const box of document.querySelectorAll<HTMLInputElement>("input[aria-checked]"))
        box.indeterminate = box.getAttribute("aria-checked") === "mixed";
      for (const table of document.querySelectorAll<HTMLElement>(".Polaris-DataTable__ScrollContainer"))
        table.tabIndex = table.scrollWidth > table.clientWidth ? 0 : -1;
    };
    const observer = new MutationObserver(repair);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-checked"] });
    addEventListener("resize", repair);
    repair();
    return () => {
      observer.disconnect();
      removeEventListener("resize", repair);
    };
  }, []);
}

/** Shows an outage on every page. The merchant has nothing to do. */
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

/** Links to Stockbridge's support below every page, because messages mention it. */
function Support({ address }: { address: string }) {
  const t = useT();
  return (
    <FooterHelp>
      {t("support.help")}{" "}
      <PolarisLink url={`mailto:${address}`} target="_top">
        {t("support.write", { address })}
      </PolarisLink>
    </FooterHelp>
  );
}

/**
 * Renders errors. Shopify's package throws responses that reload the frame with a new session token, and this renders
 * them unchanged. The package's own boundary would miss them in minified builds, because it looks for a class name.
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
    <Frame known={data !== undefined} {...(data ?? UNKNOWN)}>
      <FailedPage notice={NOTICES[status] ?? FAILED} />
      {data?.support && <Support address={data.support} />}
    </Frame>
  );
}

function FailedPage({ notice }: { notice: Notice }) {
  const t = useT();
  return (
    <Page title={t(notice.title)}>
      <Banner tone={notice.tone}>{notice.text && <p>{t(notice.text)}</p>}</Banner>
    </Page>
  );
}

const NOTICES: Record<number, Notice> = {
  // `readForm` could not read the form.
  400: { tone: "warning", title: { code: "page.outdated.title" }, text: { code: "page.outdated" } },
  // `limitPresses` counted too many clicks.
  429: { tone: "warning", title: { code: "page.too-often.title" }, text: { code: "page.too-often" } },
  404: { tone: "warning", title: { code: "page.not-found.title" }, text: { code: "page.not-found" } },
};

const FAILED: Notice = {
  tone: "critical",
  title: { code: "page.failed.title" },
  text: { code: "page.failed" },
};

/** Sends Shopify's headers, without which the frame could not reload with a new session token. */
export const headers: HeadersFunction = (args) => boundary.headers(args);

type FrameProps = { known: boolean; numbers: string; clock: Clock; isPhone: boolean; children: ReactNode };

/** Values for a page that failed before the shop was known. */
const UNKNOWN = {
  numbers: DEFAULT_LOCALE,
  clock: { timeZone: null, now: new Date(0).toISOString() },
  isPhone: false,
};

/** The frame of every page. It has no menu until the shop is known. */
function Frame({ known, numbers, clock, isPhone, children }: FrameProps) {
  const locale = pageLocale(useMatches());
  const { timeZone } = clock;
  const translator = useTranslator();
  const t = useMemo(() => translator(locale, { numbers, timeZone }), [translator, locale, numbers, timeZone]);
  const polaris = useMemo(
    () => [locale, DEFAULT_LOCALE].map((tag) => languages[tag]?.polaris ?? {}),
    [locale],
  );
  useMenu();
  return (
    <Reading t={t} numbers={numbers} clock={useClock(clock)}>
      <AppProvider linkComponent={PageLink} i18n={polaris}>
        {known && (
          <NavMenu>
            <Link to="/app" rel="home">
              {t("home.menu")}
            </Link>
            <Link to="/app/catalog">{t("catalog.title")}</Link>
            <Link to="/app/orders">{t("orders.title")}</Link>
            <Link to="/app/profit">{t("profit.title")}</Link>
            <Link to="/app/rates">{t("shipping.title")}</Link>
            <Link to="/app/branding">{t("branding.title")}</Link>
            <Link to="/app/activity">{t("activity.title")}</Link>
            <Link to="/app/notifications">{t("notifications.title")}</Link>
            <Link to="/app/settings">{t("settings.title")}</Link>
          </NavMenu>
        )}
        <main>
          <PhoneContext.Provider value={isPhone}>{children}</PhoneContext.Provider>
        </main>
      </AppProvider>
    </Reading>
  );
}

/**
 * Opens the page that the merchant chooses in the admin's menu.
 *
 * This hook and `Frame` replace a provider of Shopify's package. That provider would load Polaris's English texts for
 * every language, and would load App Bridge in the body.
 */
function useMenu(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = ({ target }: Event) => {
      const href = target instanceof Element ? target.getAttribute("href") : null;
      if (href !== null) navigate(href);
    };
    addEventListener("shopify:navigate", open);
    return () => {
      removeEventListener("shopify:navigate", open);
    };
  }, [navigate]);
}

/** Renders Polaris's links with Remix's router. Only links that leave the app have a `target`. */
const PageLink = forwardRef<HTMLAnchorElement, { url: string }>(function PageLink({ url, ...props }, ref) {
  return <Link {...props} to={url} ref={ref} />;
});

type ReadingProps = { t: Translate; numbers: string; clock: Clock; children: ReactNode };

/** Provides the translator, the number format and the clock to all components below it. */
function Reading({ t, numbers, clock, children }: ReadingProps) {
  return (
    <TranslateContext.Provider value={t}>
      <LocaleContext.Provider value={numbers}>
        <ClockContext.Provider value={clock}>{children}</ClockContext.Provider>
      </LocaleContext.Provider>
    </TranslateContext.Provider>
  );
}
