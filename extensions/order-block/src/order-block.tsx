/** @jsxImportSource preact */
import { BlockFrame } from "../../shared/block-frame.tsx";
import { useBlock } from "../../shared/use-block.ts";
import { OneOrder } from "./one-order.tsx";
import { type Press, type Reply, toReply } from "./read-order.ts";

/** Shows the supplier orders of the open order. */
export function OrderBlock() {
  const { translate } = shopify.i18n;
  const orderId = shopify.data.selected[0]?.id ?? "";
  const locale = translate("language");
  const address = `/api/order-block?${new URLSearchParams({ order: orderId, locale }).toString()}`;
  const { reading, notice, retry, press } = useBlock(address, { toReply, failed: translate("failed.press") });
  const send = (pressed: Press) => {
    press(`/api/order-block?locale=${locale}`, pressed);
  };
  return (
    <BlockFrame
      reading={reading}
      notice={notice}
      retry={retry}
      summary={reading.kind === "read" ? reading.reply.orders.map(({ label }) => label).join(", ") : ""}
      translate={translate}
    >
      {reading.kind === "read" && (
        <Standing
          reply={reading.reply}
          press={send}
          sendAll={() => {
            send({ intent: "send", order: orderId });
          }}
        />
      )}
    </BlockFrame>
  );
}

function Standing({
  reply: { connected, unrequested, waits = null, orders },
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
          {waits !== null && <s-paragraph>{waits}</s-paragraph>}
          <s-button onClick={sendAll}>{translate("button.send")}</s-button>
        </s-stack>
      )}
      {!unrequested && waits !== null && <s-paragraph>{waits}</s-paragraph>}
      {connected && !unrequested && waits === null && orders.length === 0 && (
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
