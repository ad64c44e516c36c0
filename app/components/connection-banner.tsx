import { Banner } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";
import type { ShownState } from "./shown-state.ts";

/** Shows why the connection does not work, and a link to fix it. Renders nothing if it works. */
export function ConnectionBanner({ state }: { state: ShownState }) {
  const t = useT();
  if (state.kind === "needs-reconnecting") {
    return (
      <Banner
        tone="critical"
        title={t("connection.banner.needs-reconnecting.title")}
        action={{ content: t("connection.banner.reconnect"), url: "/app/settings" }}
      >
        <p>{t("connection.banner.needs-reconnecting", { since: state.since })}</p>
      </Banner>
    );
  }
  if (state.kind === "other-account") {
    return (
      <Banner
        tone="warning"
        title={t("connection.other-account.title")}
        action={{ content: t("connection.banner.decide"), url: "/app/settings" }}
      >
        <p>{t("connection.banner.other-account")}</p>
      </Banner>
    );
  }
  return null;
}
