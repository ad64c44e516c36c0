import { Banner } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

/** Explains why orders wait while ordering is paused, with a link to orders that need attention. */
export function PausedBanner({ paused, needAttention }: { paused: Paused; needAttention: number }) {
  const t = useT();
  if (paused === "all") {
    return (
      <Banner tone="info" title={t("ordering.paused-for-all.title")}>
        <p>{t("ordering.paused-for-all")}</p>
      </Banner>
    );
  }
  if (paused === "by-support") {
    return (
      <Banner tone="info" title={t("ordering.paused-by-support.title")}>
        <p>{t("ordering.paused-by-support")}</p>
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
  if (paused === "by-doubts" || paused === "by-doubts-for-all") {
    return (
      <Banner
        tone="warning"
        title={t("ordering.doubtful.title")}
        {...(needAttention > 0 && {
          action: { content: t("ordering.doubtful.action"), url: "/app/orders?show=needs-attention" },
        })}
      >
        <p>
          {paused === "by-doubts"
            ? t("ordering.doubtful", { needAttention })
            : t("ordering.doubtful-for-all")}
        </p>
      </Banner>
    );
  }
  return null;
}

export type Paused = "no" | "shop" | "by-support" | "all" | "by-doubts" | "by-doubts-for-all";

/** Returns which pause to show: by the merchant, by support or after unclear replies, for this shop or for all. */
export function pausedBy({
  pausedAt,
  isPausedBySupport,
  isPausedForAll,
  doubtPause,
}: {
  pausedAt: Date | null;
  isPausedBySupport: boolean;
  isPausedForAll: boolean;
  doubtPause: { forAll: boolean } | null;
}): Paused {
  if (isPausedForAll) return "all";
  if (isPausedBySupport) return "by-support";
  if (pausedAt !== null) return "shop";
  if (doubtPause === null) return "no";
  return doubtPause.forAll ? "by-doubts-for-all" : "by-doubts";
}
