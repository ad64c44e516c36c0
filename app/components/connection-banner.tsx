import { Banner } from "@shopify/polaris";

import { Moment } from "./moment.tsx";
import type { ShownState } from "./shown-state.ts";

/** Above a page that depends on the connection: what keeps it from working, and where that is mended. Else nothing. */
export function ConnectionBanner({ state }: { state: ShownState }) {
  if (state.kind === "needs-reconnecting") {
    return (
      <Banner
        tone="critical"
        title="This shop's key does not work any more"
        action={{ content: "Reconnect", url: "/app/settings" }}
      >
        <p>
          {"Since "}
          <Moment iso={state.since} />
          {
            ". Nothing is lost: orders wait, and your products stay as they are. All of it goes on once there is a key that works."
          }
        </p>
      </Banner>
    );
  }
  if (state.kind === "other-account") {
    return (
      <Banner
        tone="warning"
        title="This shop is connected to another account than before"
        action={{ content: "Decide", url: "/app/settings" }}
      >
        <p>Say whether the products you have are the same ones there. Until you do, orders for them wait.</p>
      </Banner>
    );
  }
  return null;
}
