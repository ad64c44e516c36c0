/** @jsxImportSource preact */
import type { OrderShipment, Press, SupplierOrder } from "./read-order.ts";

/** A supplier order: its status, the reason, its shipments, and the buttons that need no more details. The app has the others. */
export function OneOrder({ order, press }: { order: SupplierOrder; press: (pressed: Press) => void }) {
  const { translate } = shopify.i18n;
  const { id, version, can, label, tone, message, supplierOrderId, shipments } = order;
  return (
    <s-stack gap="small">
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-badge tone={TONES.get(tone ?? "") ?? "neutral"}>{label}</s-badge>
        {supplierOrderId !== null && (
          <s-text color="subdued">{translate("number", { number: supplierOrderId })}</s-text>
        )}
      </s-stack>
      <s-paragraph>{message}</s-paragraph>
      {shipments.length > 0 && (
        <s-unordered-list>
          {shipments.map((shipment, index) => (
            <s-list-item key={index}>
              {shipment.carrier ?? translate("shipment")}: <TrackingNumber shipment={shipment} />
            </s-list-item>
          ))}
        </s-unordered-list>
      )}
      {can && version !== undefined && (can.retry || can.cancel !== null) && (
        <s-stack gap="small-200">
          {can.cancel !== null && <s-text color="subdued">{can.cancel}</s-text>}
          <s-stack direction="inline" gap="small">
            {can.retry && (
              <s-button
                onClick={() => {
                  press({ intent: "retry", id, version });
                }}
              >
                {translate("button.retry")}
              </s-button>
            )}
            {can.cancel !== null && (
              <s-button
                tone="critical"
                onClick={() => {
                  press({ intent: "cancel", id, version });
                }}
              >
                {translate("button.cancel")}
              </s-button>
            )}
          </s-stack>
        </s-stack>
      )}
      <s-link href={`app:app/orders/${id}`}>{translate("open")}</s-link>
    </s-stack>
  );
}

/** The supplier wrote the address: what is not the web's (`javascript:` among it) does not become a link. */
function TrackingNumber({ shipment: { number, url } }: { shipment: OrderShipment }) {
  const text = number ?? shopify.i18n.translate("noTracking");
  if (url === null || !/^https?:\/\//i.test(url)) return <>{text}</>;
  return (
    <s-link href={url} target="_blank">
      {text}
    </s-link>
  );
}

/** The app calls tones as its own pages do. */
const TONES = new Map<string, "info" | "success" | "caution" | "warning" | "critical">([
  ["info", "info"],
  ["success", "success"],
  ["attention", "caution"],
  ["warning", "warning"],
  ["critical", "critical"],
]);
