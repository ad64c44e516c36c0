import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, Card, Checkbox, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";

import type { Paused } from "../../components/banners/paused-banner.tsx";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import { useT } from "../../messages/use-t.ts";
import { COUNTED_AT_MOST } from "../../orders/states/order-group.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import { useConnectionFetcher } from "./answers.ts";

/** The card's settings, with ISO times. */
type ShownSettings = {
  automaticOrderingSince: string | null;
  pausedAt: string | null;
  sendsParts: boolean;
  paused: Paused;
  /** Number of paid orders that wait to be sent. */
  toSend: number;
};

/** Pauses ordering, and switches automatic ordering and sending parts. */
export function OrderingCard({ settings }: { settings: ShownSettings }) {
  return (
    <Card>
      <BlockStack gap="500">
        <Pause settings={settings} />
        <AutomaticOrdering since={settings.automaticOrderingSince} toSend={settings.toSend} />
        <Parts isOn={settings.sendsParts} />
      </BlockStack>
    </Card>
  );
}

/** Pauses and resumes ordering for the merchant. Also shows a pause that support or unclear replies have caused. */
function Pause({ settings: { pausedAt, paused } }: { settings: ShownSettings }) {
  const t = useT();
  const fetcher = useConnectionFetcher();
  const intent = pausedAt === null ? "pause-ordering" : "resume-ordering";
  return (
    <BlockStack gap="300">
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="h2" variant="headingMd">
          {t("ordering.title")}
        </Text>
        {paused === "no" ? (
          <Badge tone="success">{t("ordering.state.on")}</Badge>
        ) : (
          <Badge tone="attention">{t("ordering.state.paused")}</Badge>
        )}
      </InlineStack>
      {(paused === "all" || paused === "by-support") && (
        <Banner tone="info">
          <p>{t(paused === "all" ? "ordering.paused-for-all" : "ordering.paused-by-support")}</p>
        </Banner>
      )}
      {(paused === "by-doubts" || paused === "by-doubts-for-all") && (
        <Banner tone="warning">
          <p>
            {paused === "by-doubts"
              ? t("ordering.doubtful", { needAttention: 0 })
              : t("ordering.doubtful-for-all")}
          </p>
        </Banner>
      )}
      <div aria-live="polite">
        {pausedAt !== null && <Text as="p">{t("ordering.paused.since", { at: pausedAt })}</Text>}
        {paused === "no" && <Text as="p">{t("ordering.on")}</Text>}
      </div>
      <InlineStack align="end">
        <Button
          loading={fetcher.formData?.get("intent") === intent}
          onClick={() => {
            fetcher.submit({ intent, ...(pausedAt !== null && { pausedAt }) }, { method: "post" });
          }}
        >
          {t(pausedAt === null ? "ordering.pause" : "ordering.resume")}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function AutomaticOrdering({ since, toSend }: { since: string | null; toSend: number }) {
  const t = useT();
  const fetcher = useFetcher();
  const { checked, change, declined } = useSwitch(since !== null, (to) => {
    fetcher.submit({ intent: "automatic-ordering", to }, { method: "post" });
  });
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {t("ordering.automatic.title")}
      </Text>
      <Checkbox
        label={t("ordering.automatic")}
        checked={checked}
        onChange={(on) => void change(on)}
        helpText={t("ordering.automatic.help")}
        {...(declined && { error: t("ordering.automatic.declined") })}
      />
      {since !== null && (
        <Text as="p" tone="subdued">
          {t("ordering.automatic.since", { at: since })}
        </Text>
      )}
      <InlineStack>
        <Link url="/app/rules">{t("ordering.automatic.rules")}</Link>
      </InlineStack>
      {since !== null && toSend > 0 && (
        <Banner
          tone="info"
          action={{ content: t("ordering.automatic.waiting.action"), url: "/app/orders?show=to-send" }}
        >
          <p>
            {toSend > COUNTED_AT_MOST
              ? t("ordering.automatic.waiting.more", { count: COUNTED_AT_MOST })
              : t("ordering.automatic.waiting", { count: toSend })}
          </p>
        </Banner>
      )}
    </BlockStack>
  );
}

function Parts({ isOn }: { isOn: boolean }) {
  const t = useT();
  const fetcher = useFetcher();
  const { checked, change, declined } = useSwitch(isOn, (to) => {
    fetcher.submit({ intent: "parts", to }, { method: "post" });
  });
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {t("ordering.parts.title")}
      </Text>
      <Checkbox
        label={t("ordering.parts")}
        checked={checked}
        onChange={(on) => void change(on)}
        helpText={t("ordering.parts.help")}
        {...(declined && { error: t("ordering.automatic.declined") })}
      />
    </BlockStack>
  );
}

/**
 * Holds the state of a checkbox that needs the permission to request fulfillment. The box follows the stored setting.
 */
function useSwitch(isOn: boolean, submit: (to: "on" | "off") => void) {
  const { requestScope, declined } = useScopeRequest();
  const [checked, setChecked] = useState(isOn);
  const [known, setKnown] = useState(isOn);
  if (known !== isOn) {
    setKnown(isOn);
    setChecked(isOn);
  }
  const change = async (on: boolean) => {
    if (on && !(await requestScope(REQUESTING_SCOPE))) return;
    setChecked(on);
    submit(on ? "on" : "off");
  };
  return { checked, change, declined };
}
