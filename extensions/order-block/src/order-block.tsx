/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";

import { OneOrder } from "./one-order.tsx";
import { readOrder, type Reply } from "./read-order.ts";

type Reading = { kind: "loading" } | { kind: "failed" } | { kind: "read"; reply: Reply };

/** Shows the supplier's part of the open order. */
export function OrderBlock() {
  const { translate } = shopify.i18n;
  const orderId = shopify.data.selected[0]?.id ?? "";
  const [reading, setReading] = useState<Reading>({ kind: "loading" });
  const [retries, setRetries] = useState(0);
  const language = translate("language");
  useEffect(() => {
    readOrder(orderId, language).then(
      (reply) => {
        setReading({ kind: "read", reply });
      },
      () => {
        setReading({ kind: "failed" });
      },
    );
  }, [orderId, language, retries]);
  const retry = () => {
    setReading({ kind: "loading" });
    setRetries(retries + 1);
  };
  return (
    <s-admin-block heading={translate("heading")} collapsedSummary={summary(reading)}>
      {reading.kind === "loading" && <s-spinner accessibilityLabel={translate("loading")} />}
      {reading.kind === "failed" && (
        <s-banner tone="warning" heading={translate("failed.heading")}>
          <s-stack gap="small" alignItems="start">
            <s-paragraph>{translate("failed.text")}</s-paragraph>
            <s-button onClick={retry}>{translate("failed.retry")}</s-button>
          </s-stack>
        </s-banner>
      )}
      {reading.kind === "read" && <Standing reply={reading.reply} />}
    </s-admin-block>
  );
}

function Standing({ reply: { connected, unrequested, orders } }: { reply: Reply }) {
  const { translate } = shopify.i18n;
  return (
    <s-stack gap="base">
      {!connected && (
        <s-paragraph>
          {translate("notConnected.text")}{" "}
          <s-link href="app:app/settings">{translate("notConnected.connect")}</s-link>
        </s-paragraph>
      )}
      {unrequested && <s-paragraph>{translate("unrequested")}</s-paragraph>}
      {connected && !unrequested && orders.length === 0 && (
        <s-paragraph color="subdued">{translate("nothing")}</s-paragraph>
      )}
      {orders.map((order, index) => (
        <s-stack key={order.id} gap="base">
          {index > 0 && <s-divider />}
          <OneOrder order={order} />
        </s-stack>
      ))}
    </s-stack>
  );
}

/** Returns the line that stands for the block while it is folded. */
function summary(reading: Reading): string {
  return reading.kind === "read" ? reading.reply.orders.map(({ label }) => label).join(", ") : "";
}
