/** @jsxImportSource preact */
import type { OrderShipment, SupplierOrder } from "./read-order.ts";

/** A supplier order: where it stands, why, and its shipments. What can be done about it is done in the app. */
export function OneOrder({ order }: { order: SupplierOrder }) {
  const { translate } = shopify.i18n;
  const { id, label, tone, message, supplierOrderId, shipments } = order;
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
