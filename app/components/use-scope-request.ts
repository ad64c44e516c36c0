import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";

/**
 * Asks the merchant for optional scopes of `shopify.app.toml`, in one dialog of the admin. Shopify shows no dialog if
 * the scopes are granted already.
 */
export function useScopeRequest() {
  const shopify = useAppBridge();
  const [declined, setDeclined] = useState(false);
  const requestScope = async (...scopes: string[]): Promise<boolean> => {
    const { result } = await shopify.scopes.request(scopes);
    const granted = result === "granted-all";
    setDeclined(!granted);
    return granted;
  };
  return { requestScope, declined };
}
