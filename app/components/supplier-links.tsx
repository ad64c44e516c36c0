import { InlineStack, Link } from "@shopify/polaris";

import type { Supplier } from "../lib/env.server.ts";
import { useT } from "../messages/use-t.ts";

/** The supplier's logo, if there is one. The name stands beside it, so the image has no alternative text. */
export function SupplierLogo({ supplier: { logo } }: { supplier: Supplier }) {
  return logo === null ? null : <img src={logo} alt="" height={28} />;
}

/** Links to the supplier's own pages, as far as the operator has set them. */
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
