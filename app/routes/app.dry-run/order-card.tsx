import {
  Badge,
  type BadgeProps,
  BlockStack,
  Card,
  DataTable,
  Divider,
  InlineStack,
  Link,
  Text,
} from "@shopify/polaris";
import { useContext } from "react";

import type { Money } from "../../lib/money.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { TriedOrder } from "../../orders/dry-run.server.ts";
import type { TriedLine, TriedPart } from "../../orders/dry-run-part.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";

/** Shows what Stockbridge would do with each part and each line of an order. */
export function OrderCard({ order: { id, name, parts, nothing } }: { order: TriedOrder }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {name}
        </Text>
        <InlineStack>
          <Link
            url={adminOrderUrl(id)}
            target="_top"
            accessibilityLabel={t("action.about", { action: t("to-send.in-shopify"), subject: name })}
          >
            {t("to-send.in-shopify")}
          </Link>
        </InlineStack>
        {nothing && (
          <Text as="p" tone="subdued">
            {t(nothing)}
          </Text>
        )}
        {parts.map((part, index) => (
          <BlockStack key={part.fulfillmentOrderId} gap="300">
            {index > 0 && <Divider />}
            <Part part={part} />
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}

const TONES: Record<TriedPart["decision"], BadgeProps["tone"]> = {
  place: "success",
  part: "attention",
  hold: "warning",
  wait: "attention",
  cancel: undefined,
  nothing: undefined,
  known: "info",
};

function Part({ part }: { part: TriedPart }) {
  const t = useT();
  const { decision, message, request, orderId, lines } = part;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="center">
        <Badge {...(TONES[decision] && { tone: TONES[decision] })}>{t(`dry-run.decision.${decision}`)}</Badge>
        {orderId !== null && <Link url={`/app/orders/${orderId}`}>{t("dry-run.open")}</Link>}
      </InlineStack>
      {request && <Text as="p">{t(request)}</Text>}
      <Text as="p" breakWord>
        {t(message)}
      </Text>
      {lines.length > 0 && <Lines part={part} />}
    </BlockStack>
  );
}

function Lines({ part: { lines, decision, cost, paid } }: { part: TriedPart }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const amount = (money: Money | null) =>
    money === null ? t("to-send.unknown") : formatMoney(money, locale);
  return (
    <BlockStack gap="100">
      <DataTable
        // Hides the table's scroll buttons, because Polaris labels them in English only.
        hideScrollIndicator
        columnContentTypes={["text", "text", "text", "numeric", "numeric"]}
        headings={[
          t("dry-run.column.item"),
          t("dry-run.column.sku"),
          t("dry-run.column.decision"),
          t("dry-run.column.paid"),
          t("dry-run.column.cost"),
        ]}
        rows={lines.map((line) => [
          t("to-send.item", { quantity: line.quantity, title: line.title }),
          line.sku ?? t("to-send.unknown"),
          decisionOn(line, decision),
          amount(line.paid),
          amount(line.cost),
        ])}
        {...(lines.length > 1 && {
          totals: ["", "", "", amount(paid), amount(cost)],
          totalsName: { singular: t("dry-run.total"), plural: t("dry-run.total") },
        })}
        increasedTableDensity
      />
      <Text as="p" tone="subdued" variant="bodySm">
        {t("dry-run.money.hint")}
      </Text>
    </BlockStack>
  );

  function decisionOn({ problem }: TriedLine, of: TriedPart["decision"]): string {
    if (of === "place") return t("dry-run.line.place");
    if (problem !== null && (of === "part" || of === "hold" || of === "wait")) return t(problem);
    if (of === "part") return t("dry-run.line.place");
    if (of === "known") return t("dry-run.decision.known");
    return of === "hold" || of === "wait" ? t("dry-run.line.rest") : t("dry-run.line.none");
  }
}
