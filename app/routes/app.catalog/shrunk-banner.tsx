import { useFetcher } from "@remix-run/react";
import { Banner } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

type Shrunk = { vanished: number; listed: number };

/** Asks the merchant if products are really gone, because so many are missing from the supplier's list. */
export function ShrunkBanner({ shrunk }: { shrunk: Shrunk }) {
  const t = useT();
  const fetcher = useFetcher();
  const answer = (intent: "confirm-shrunk" | "keep-catalog") => () => {
    fetcher.submit({ intent, vanished: shrunk.vanished }, { method: "post" });
  };
  const loading = fetcher.state !== "idle";
  return (
    <Banner
      tone="warning"
      title={t("catalog.shrunk.title", shrunk)}
      action={{
        content: t("catalog.shrunk.keep"),
        loading,
        onAction: answer("keep-catalog"),
      }}
      secondaryAction={{
        content: t("catalog.shrunk.confirm"),
        onAction: answer("confirm-shrunk"),
      }}
    >
      <p>{t("catalog.shrunk")}</p>
    </Banner>
  );
}
