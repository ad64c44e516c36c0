import { Banner } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";

/** Why orders wait, where ordering is paused. */
export function PausedBanner({ paused }: { paused: "no" | "shop" | "all" }) {
  const t = useT();
  if (paused === "all") {
    return (
      <Banner tone="info" title={t("ordering.paused-for-all.title")}>
        <p>{t("ordering.paused-for-all")}</p>
      </Banner>
    );
  }
  if (paused === "shop") {
    return (
      <Banner
        tone="warning"
        title={t("ordering.paused.title")}
        action={{ content: t("ordering.paused.action"), url: "/app/settings" }}
      >
        <p>{t("ordering.paused")}</p>
      </Banner>
    );
  }
  return null;
}

/** For which shops ordering is paused. */
export function pausedBy({
  pausedAt,
  pausedForAll,
}: {
  pausedAt: Date | null;
  pausedForAll: boolean;
}): "no" | "shop" | "all" {
  if (pausedForAll) return "all";
  return pausedAt === null ? "no" : "shop";
}
