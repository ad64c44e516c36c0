import { Badge, Banner, BlockStack, Button, Card, Divider, InlineStack, Link, Text } from "@shopify/polaris";
import { useContext } from "react";

import { Fact } from "../../components/fact.tsx";
import { Moment } from "../../components/moment.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { ShownOrder, ShownShipment } from "./shown.ts";

export function LinesCard({ order: { lines, itemsAre, adminUrl } }: { order: ShownOrder }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t(
            itemsAre === "ordered"
              ? "orders.items"
              : itemsAre === "to-order"
                ? "orders.items.held"
                : "to-send.column.items",
          )}
        </Text>
        {lines.length === 0 ? (
          <Text as="p" tone="subdued">
            {`${t("orders.items.none")} `}
            <Link url={adminUrl}>{t("orders.items.see")}</Link>
          </Text>
        ) : (
          <BlockStack gap="300" as="ul">
            {lines.map(({ title, sku, quantity }, index) => (
              <li key={index}>
                <BlockStack>
                  <Text as="span" breakWord>
                    {t("orders.item", { quantity, title })}
                  </Text>
                  <Text as="span" tone="subdued" variant="bodySm" breakWord>
                    {sku}
                  </Text>
                </BlockStack>
              </li>
            ))}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}

/** Lists the packages, each with the state of its fulfillment in the shop. */
export function ShipmentsCard({
  shipments,
  busy,
  showAgain,
}: {
  shipments: ShownShipment[];
  busy: boolean;
  showAgain: (id: string) => void;
}) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("shipments.title")}
        </Text>
        <BlockStack gap="300" as="ul">
          {shipments.map((shipment, index) => (
            <li key={shipment.id}>
              <BlockStack gap="300">
                {index > 0 && <Divider />}
                <ShipmentLines shipment={shipment} />
                {shipment.state === "failed" && (
                  <InlineStack>
                    <Button
                      disabled={busy}
                      onClick={() => {
                        showAgain(shipment.id);
                      }}
                    >
                      {t("orders.button.show-shipment")}
                    </Button>
                  </InlineStack>
                )}
              </BlockStack>
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

/** Lists the order's numbers, dates and amounts, in the shop and at the supplier. */
export function FactsCard({ order }: { order: ShownOrder }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const { supplierOrderId, earlierNumber, reference, cost, expected, placedAt, expectedShipAt, branding } =
    order;
  const { adminUrl, orderName, earned, chargedAnyway } = order;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("orders.details")}
        </Text>
        <dl style={{ display: "grid", gap: "var(--p-space-300)", margin: 0 }}>
          <Fact label={t("orders.in-shopify")}>
            <Link url={adminUrl}>{t("orders.name", { order: orderName })}</Link>
          </Fact>
          <Fact label={t("orders.supplier-number")}>
            {supplierOrderId ?? t("orders.supplier-number.none")}
          </Fact>
          {earlierNumber !== null && <Fact label={t("orders.supplier-number.earlier")}>{earlierNumber}</Fact>}
          {reference !== null && <Fact label={t("orders.reference")}>{reference}</Fact>}
          {placedAt !== null && (
            <Fact label={t("orders.column.ordered")}>
              <Moment iso={placedAt} />
            </Fact>
          )}
          {expectedShipAt !== null && (
            <Fact label={t("orders.expected-to-ship")}>{t("orders.on-day", { at: expectedShipAt })}</Fact>
          )}
          {cost !== null && <Fact label={t("orders.charge")}>{formatMoney(cost, locale)}</Fact>}
          {chargedAnyway !== null && (
            <Fact label={t("orders.charge")}>{formatMoney(chargedAnyway, locale)}</Fact>
          )}
          {expected !== null && <ExpectedFacts expected={expected} whenHeld={order.shippingWhenHeld} />}
          {earned !== null && expected === null && <EarnedFacts earned={earned} />}
          {branding !== null && (
            <Fact label={t("branding.title")}>
              {branding.version === null ? (
                t("orders.branding.none")
              ) : (
                <Link url={`/app/branding?version=${branding.version}`}>
                  {t("orders.branding", { version: branding.version })}
                </Link>
              )}
            </Fact>
          )}
        </dl>
        {chargedAnyway !== null && (
          <Text as="p" tone="subdued" variant="bodySm">
            {t("orders.charge.anyway")}
          </Text>
        )}
        {earned && expected === null && (
          <Text as="p" tone="subdued" variant="bodySm">
            {t("orders.earned.hint")}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

/**
 * Lists the expected amounts of an order that waits, like the list of orders to send.
 *
 * If the order is held, the text of its reason names a shipping charge. `whenHeld` is that charge if another one is
 * expected now, and null otherwise.
 */
function ExpectedFacts({
  expected,
  whenHeld,
}: {
  expected: NonNullable<ShownOrder["expected"]>;
  whenHeld: ShownOrder["shippingWhenHeld"];
}) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const facts = [
    { label: t("orders.column.paid"), amount: expected.paid },
    { label: t("to-send.column.cost"), amount: expected.cost },
    ...(whenHeld === null ? [] : [{ label: t("orders.shipping.when-held"), amount: whenHeld }]),
    {
      label: t(whenHeld === null ? "to-send.column.shipping" : "orders.shipping.now"),
      amount: expected.shipping,
    },
    {
      label: t(expected.shipping === null ? "to-send.column.profit.no-shipping" : "to-send.column.profit"),
      amount: expected.profit,
    },
  ];
  return facts.map(({ label, amount }) => (
    <Fact key={label} label={label}>
      {amount === null ? t("to-send.unknown") : formatMoney(amount, locale)}
    </Fact>
  ));
}

/** Lists what a placed order earned, as recorded when it was placed. The amounts add up to the profit. */
function EarnedFacts({ earned }: { earned: NonNullable<ShownOrder["earned"]> }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const facts = [
    { label: t("profit.items-paid"), amount: earned.itemsPaid },
    { label: t("profit.shipping-paid"), amount: earned.shippingPaid },
    ...(earned.refunded === null ? [] : [{ label: t("profit.refunded"), amount: earned.refunded }]),
    { label: t("profit.revenue"), amount: earned.paid },
    { label: t("profit.cost"), amount: earned.itemsCost },
    { label: t("profit.shipping-cost"), amount: earned.shippingCost },
    { label: t("profit.profit"), amount: earned.profit },
  ];
  return (
    <>
      {facts.map(({ label, amount }) => (
        <Fact key={label} label={label}>
          {amount === null ? t("to-send.unknown") : formatMoney(amount, locale)}
        </Fact>
      ))}
      {earned.rate !== null && (
        <Fact label={t("orders.earned.rate")}>
          {t("orders.earned.rate-of", { ...earned.rate, date: earned.rate.date ?? "" })}
        </Fact>
      )}
    </>
  );
}

const TONES = { due: "info", shown: "success", failed: "critical" } as const;

function ShipmentLines({ shipment }: { shipment: ShownShipment }) {
  const t = useT();
  const { carrier, trackingNumber, trackingUrl, shippedAt, latest, problem, lines, state } = shipment;
  const name = [carrier, trackingNumber].filter(Boolean).join(" ");
  const items = lines.map(({ title, supplierVariantId, quantity }) =>
    t("orders.item", { quantity, title: title ?? t("orders.item.unknown", { id: supplierVariantId }) }),
  );
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="h3" variant="headingSm" breakWord>
          {trackingUrl === null ? (
            name || t("orders.shipment.unnumbered")
          ) : (
            <Link url={trackingUrl} target="_blank">
              {name || t("orders.shipment.track")}
            </Link>
          )}
        </Text>
        <Badge tone={TONES[state]}>{t(`orders.shipment.${state}`)}</Badge>
      </InlineStack>
      {shippedAt !== null && (
        <Text as="p" tone="subdued" variant="bodySm">
          {t("orders.shipment.shipped", { at: shippedAt })}
        </Text>
      )}
      {latest !== null && (
        <Text as="p" tone="subdued" variant="bodySm">
          {t(`orders.shipment.${latest}`)}
        </Text>
      )}
      {items.length > 0 && (
        <Text as="p" breakWord>
          {items.join(", ")}
        </Text>
      )}
      {problem !== null && (
        <Banner tone={state === "failed" ? "critical" : "warning"}>
          <p>{t(problem)}</p>
        </Banner>
      )}
    </BlockStack>
  );
}
