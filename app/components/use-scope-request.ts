import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";

/**
 * Requests an optional scope of `shopify.app.toml` from the merchant, in a dialog of the admin. Shopify shows
 * no dialog for a scope that is granted already.
 */
export function useScopeRequest() {
  const shopify = useAppBridge();
  const [declined, setDeclined] = useState(false);
  const requestScope = async (scope: string): Promise<boolean> => {
    const { result } = await shopify.scopes.request([scope]);
    const granted = result === "granted-all";
    setDeclined(!granted);
    return granted;
  };
  return { requestScope, declined };
}
