import { useBreakpoints } from "@shopify/polaris";
import { createContext, useContext } from "react";

/** True if a phone requested the page. */
export const PhoneContext = createContext(false);

/**
 * Returns true on a screen as narrow as a phone's. The server doesn't know the width, so for a phone it draws
 * the narrow page: otherwise the phone would draw the wide one first.
 */
export function useNarrow(): boolean {
  const isPhone = useContext(PhoneContext);
  return useBreakpoints({ defaults: { smDown: isPhone } }).smDown;
}

/** Returns true if a phone sent the request. Tablets, whose screens are wide, do not count. */
export function isFromPhone({ headers }: Request): boolean {
  if (headers.get("sec-ch-ua-mobile") === "?1") return true;
  const browser = headers.get("user-agent") ?? "";
  return /\bMobile\b/.test(browser) && !/iPad|Tablet/.test(browser);
}
