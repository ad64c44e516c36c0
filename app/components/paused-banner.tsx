import { Banner } from "@shopify/polaris";

/** Why orders wait, where somebody has paused them. */
export function PausedBanner({ paused }: { paused: "no" | "shop" | "all" }) {
  if (paused === "all") {
    return (
      <Banner tone="info" title="Ordering is paused for all shops">
        <p>Whoever runs Stockbridge for you has paused it. Orders wait and go on when they resume it.</p>
      </Banner>
    );
  }
  if (paused === "shop") {
    return (
      <Banner
        tone="warning"
        title="Ordering is paused"
        action={{ content: "Open the settings", url: "/app/settings" }}
      >
        <p>You paused it. Orders wait until you resume it on the settings page; none is lost.</p>
      </Banner>
    );
  }
  return null;
}

/** Who has paused ordering, if anybody has. */
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
