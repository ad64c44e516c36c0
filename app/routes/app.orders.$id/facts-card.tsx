import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import { useContext } from "react";

import { Fact } from "../../components/fact.tsx";
import { Moment } from "../../components/moment.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { ShownOrder } from "./shown.ts";

/** The order's identifiers and amounts, in the shop and at the supplier. */
export function FactsCard({ order }: { order: ShownOrder }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const { supplierOrderId, earlierNumber, reference, cost, placedAt, branding, adminUrl, orderName } = order;
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
          {cost !== null && <Fact label={t("orders.cost")}>{formatMoney(cost, locale)}</Fact>}
          {branding !== null && (
            <Fact label={t("branding.title")}>
              {branding.version === null
                ? t("orders.branding.none")
                : t("orders.branding", { version: branding.version })}
            </Fact>
          )}
        </dl>
      </BlockStack>
    </Card>
  );
}
