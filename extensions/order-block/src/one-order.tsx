/** @jsxImportSource preact */
import { AskButton } from "../../shared/ask-button.tsx";
import type { OrderShipment, Press, SupplierOrder } from "./read-order.ts";

/**
 * Shows a supplier order: status, reason, items, amounts and shipments. It has only the buttons that need no further
 * input; the app has all of them.
 */
export function OneOrder({ order, press }: { order: SupplierOrder; press: (pressed: Press) => void }) {
  const { translate } = shopify.i18n;
  const { id, label, tone, message, supplierOrderId, items = [], amounts = [], shipments } = order;
  return (
    <s-stack gap="small">
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-badge tone={TONES.get(tone ?? "") ?? "neutral"}>{label}</s-badge>
        {supplierOrderId !== null && (
          <s-text color="subdued">{translate("number", { number: supplierOrderId })}</s-text>
        )}
      </s-stack>
      <s-paragraph>{message}</s-paragraph>
      {items.length > 0 && (
        <s-unordered-list>
          {items.map((item, index) => (
            <s-list-item key={index}>{item}</s-list-item>
          ))}
        </s-unordered-list>
      )}
      {amounts.length > 0 && (
        <s-stack direction="inline" gap="base">
          {amounts.map(({ label: of, amount }) => (
            <s-text key={of}>{translate("amount", { of, amount })}</s-text>
          ))}
        </s-stack>
      )}
      {shipments.length > 0 && (
        <s-unordered-list>
          {shipments.map((shipment, index) => (
            <s-list-item key={index}>
              {shipment.carrier ?? translate("shipment")}: <TrackingNumber shipment={shipment} />
            </s-list-item>
          ))}
        </s-unordered-list>
      )}
      <Buttons order={order} press={press} />
      <s-link href={`app:app/orders/${id}`}>{translate("open")}</s-link>
    </s-stack>
  );
}

function Buttons({
  order: { id, version, can },
  press,
}: {
  order: SupplierOrder;
  press: (pressed: Press) => void;
}) {
  const { translate } = shopify.i18n;
  if (!can || version === undefined) return null;
  const { retry, cancel, cancelLabel = null, approve = null } = can;
  if (!retry && cancel === null && approve === null) return null;
  return (
    <s-stack direction="inline" gap="small">
      {approve !== null && (
        <AskButton
          label={approve.button}
          keep={translate("button.keep")}
          question={approve.question}
          onConfirm={() => {
            press({ intent: "approve", id, version, ...approve.seen });
          }}
        />
      )}
      {retry && (
        <s-button
          onClick={() => {
            press({ intent: "retry", id, version });
          }}
        >
          {translate("button.retry")}
        </s-button>
      )}
      {cancel !== null && (
        <AskButton
          label={cancelLabel ?? translate("button.cancel")}
          keep={translate("button.keep")}
          question={[cancel]}
          tone="critical"
          onConfirm={() => {
            press({ intent: "cancel", id, version });
          }}
        />
      )}
    </s-stack>
  );
}

/**
 * Shows a tracking number, as a link only if its URL begins with http or https. The URL comes from the supplier, and
 * could be a `javascript:` URL.
 */
function TrackingNumber({ shipment: { number, url } }: { shipment: OrderShipment }) {
  const text = number ?? shopify.i18n.translate("noTracking");
  if (url === null || !/^https?:\/\//i.test(url)) return <>{text}</>;
  return (
    <s-link href={url} target="_blank">
      {text}
    </s-link>
  );
}

/** Maps the app's names of tones to the tones of Shopify's badge. */
const TONES = new Map<string, "info" | "success" | "caution" | "warning" | "critical">([
  ["info", "info"],
  ["success", "success"],
  ["attention", "caution"],
  ["warning", "warning"],
  ["critical", "critical"],
]);
