import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";

/**
 * Has Shopify ask the merchant for an optional scope of `shopify.app.toml`, in a dialog of the admin. A scope that is
 * granted already is not asked for again.
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
