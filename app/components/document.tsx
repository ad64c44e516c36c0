import type { MetaFunction } from "@remix-run/node";
import { createContext, type ReactNode, useContext } from "react";

import { DEFAULT_LOCALE, type Locale, type Translate, translator } from "../messages/translate.ts";

/** Returns the language of the document. The root route's loader has chosen it. */
export function pageLocale(matches: { data: unknown }[]): Locale {
  const chosen = matches.map(({ data }) => (data as { locale?: Locale } | undefined)?.locale);
  return chosen.find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/** Returns a route's `meta` function, which sets the document's title in the page's language. */
export function pageTitle(title: (t: Translate) => string): MetaFunction {
  return ({ matches }) => [{ title: title(translator(pageLocale(matches))) }];
}

/**
 * The nonce of the response's scripts, which its Content-Security-Policy allows. Undefined in the browser, where the
 * scripts have run already.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** The `handle` of a route that people without access to the shop's admin may open, such as readers of its e-mails. */
export const FOR_STRANGERS = "for-strangers";

/** A page outside Shopify's admin, where Polaris is not loaded. */
export function OutsideAdmin({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <main
      style={{
        fontFamily: "system-ui,sans-serif",
        maxWidth: "32rem",
        margin: "20vh auto",
        padding: "0 1rem",
      }}
    >
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  );
}
