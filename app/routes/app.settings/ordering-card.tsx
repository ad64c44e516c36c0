import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, Card, Checkbox, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";

import type { OrderingSettings } from "../../orders/ordering-settings.server.ts";
import { Moment } from "../../components/moment.tsx";

/** The settings as their page shows them, with times as they travel. */
type ShownSettings = Omit<OrderingSettings, "automaticOrderingSince" | "pausedAt"> & {
  automaticOrderingSince: string | null;
  pausedAt: string | null;
};

/** Whether orders go out, and whether somebody looks at each of them first. */
export function OrderingCard({ settings }: { settings: ShownSettings }) {
  return (
    <Card>
      <BlockStack gap="500">
        <Pause settings={settings} />
        <AutoRequest since={settings.automaticOrderingSince} />
      </BlockStack>
    </Card>
  );
}

function Pause({ settings: { pausedAt, pausedForAll } }: { settings: ShownSettings }) {
  const fetcher = useFetcher();
  const paused = pausedAt !== null;
  return (
    <BlockStack gap="300">
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="h2" variant="headingMd">
          Orders
        </Text>
        {paused || pausedForAll ? (
          <Badge tone="attention">Ordering is paused</Badge>
        ) : (
          <Badge tone="success">Ordering is on</Badge>
        )}
      </InlineStack>
      {pausedForAll && (
        <Banner tone="info">
          <p>
            Whoever runs Stockbridge for you has paused ordering for all shops. Orders wait and go on when
            they resume it.
          </p>
        </Banner>
      )}
      <div aria-live="polite">
        {pausedAt === null ? (
          <Text as="p">What you request fulfilment for in Shopify is ordered at the supplier at once.</Text>
        ) : (
          <Text as="p">
            {"You paused ordering on "}
            <Moment iso={pausedAt} />
            {". Orders wait and none is lost. News of what was ordered before still comes in."}
          </Text>
        )}
      </div>
      <InlineStack align="end">
        <Button
          loading={fetcher.state !== "idle"}
          onClick={() => {
            fetcher.submit({ intent: paused ? "resume-ordering" : "pause-ordering" }, { method: "post" });
          }}
        >
          {paused ? "Resume ordering" : "Pause ordering"}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function AutoRequest({ since }: { since: string | null }) {
  const fetcher = useFetcher();
  const [checked, setChecked] = useState(since !== null);
  const [known, setKnown] = useState(since);
  if (known !== since) {
    setKnown(since);
    setChecked(since !== null);
  }
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        Without asking you
      </Text>
      <Checkbox
        label="Request fulfilment for every paid order"
        checked={checked}
        onChange={(on) => {
          setChecked(on);
          fetcher.submit({ intent: "automatic-ordering", to: on ? "on" : "off" }, { method: "post" });
        }}
        helpText="For orders with the supplier's products that are paid from now on. You give up your look at an order before it is bought; older orders are not touched."
      />
      {since !== null && (
        <Text as="p" tone="subdued">
          {"On since "}
          <Moment iso={since} />
        </Text>
      )}
    </BlockStack>
  );
}
