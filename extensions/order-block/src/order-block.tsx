/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";

import { OneOrder } from "./one-order.tsx";
import { press, type Press, readOrder, type Reply } from "./read-order.ts";

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
  const [notice, setNotice] = useState<string | null>(null);
  const send = (pressed: Press) => {
    setReading({ kind: "loading" });
    void press(pressed, language)
      .catch(() => translate("failed.press"))
      .then((said) => {
        setNotice(said);
        setRetries(retries + 1);
      });
  };
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
      {notice !== null && <s-banner tone="info">{notice}</s-banner>}
      {reading.kind === "read" && (
        <Standing
          reply={reading.reply}
          press={send}
          sendAll={() => {
            send({ intent: "send", order: orderId });
          }}
        />
      )}
    </s-admin-block>
  );
}

function Standing({
  reply: { connected, unrequested, orders },
  press,
  sendAll,
}: {
  reply: Reply;
  press: (pressed: Press) => void;
  sendAll: () => void;
}) {
  const { translate } = shopify.i18n;
  return (
    <s-stack gap="base">
      {!connected && (
        <s-paragraph>
          {translate("notConnected.text")}{" "}
          <s-link href="app:app/settings">{translate("notConnected.connect")}</s-link>
        </s-paragraph>
      )}
      {unrequested && (
        <s-stack gap="small" alignItems="start">
          <s-paragraph>{translate("unrequested")}</s-paragraph>
          <s-button onClick={sendAll}>{translate("button.send")}</s-button>
        </s-stack>
      )}
      {connected && !unrequested && orders.length === 0 && (
        <s-paragraph color="subdued">{translate("nothing")}</s-paragraph>
      )}
      {orders.map((order, index) => (
        <s-stack key={order.id} gap="base">
          {index > 0 && <s-divider />}
          <OneOrder order={order} press={press} />
        </s-stack>
      ))}
    </s-stack>
  );
}

/** Returns the line that stands for the block while it is folded. */
function summary(reading: Reading): string {
  return reading.kind === "read" ? reading.reply.orders.map(({ label }) => label).join(", ") : "";
}
