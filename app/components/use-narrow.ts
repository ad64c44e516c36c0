import { useBreakpoints } from "@shopify/polaris";
import { createContext, useContext } from "react";

/** True if a phone requested the page. */
export const PhoneContext = createContext(false);

/**
 * Returns true on a screen as narrow as a phone's. The server doesn't know the width, so it renders the narrow page
 * for every phone. Otherwise a phone would first show the wide page.
 */
export function useNarrow(): boolean {
  const isPhone = useContext(PhoneContext);
  return useBreakpoints({ defaults: { smDown: isPhone } }).smDown;
}

/** Returns true if a phone sent the request. Tablets have wide screens, so they do not count. */
export function isFromPhone({ headers }: Request): boolean {
  if (headers.get("sec-ch-ua-mobile") === "?1") return true;
  const browser = headers.get("user-agent") ?? "";
  return /\bMobile\b/.test(browser) && !/iPad|Tablet/.test(browser);
}
