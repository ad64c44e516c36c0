import { InlineStack, Link } from "@shopify/polaris";

import type { Supplier } from "../lib/env.server.ts";
import { useT } from "../messages/use-t.ts";

/**
 * Shows the supplier's logo, if it has one. The alternative text is empty, because the supplier's name stands beside
 * it.
 */
export function SupplierLogo({ supplier: { logo } }: { supplier: Supplier }) {
  return logo === null ? null : <img src={logo} alt="" height={28} />;
}

/** Shows the links to the supplier's own pages that the operator has configured. */
export function SupplierLinks({ supplier: { account, keys, support } }: { supplier: Supplier }) {
  const t = useT();
  if (account === null && keys === null && support === null) return null;
  return (
    <InlineStack gap="400">
      {account !== null && (
        <Link url={account} target="_blank">
          {t("supplier.account")}
        </Link>
      )}
      {keys !== null && (
        <Link url={keys} target="_blank">
          {t("supplier.keys")}
        </Link>
      )}
      {support !== null && (
        <Link url={support} target="_blank">
          {t("supplier.support")}
        </Link>
      )}
    </InlineStack>
  );
}
