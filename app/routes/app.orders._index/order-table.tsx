import { useNavigate, useNavigation } from "@remix-run/react";
import { BlockStack, Box, IndexTable, InlineStack, Link, Text, useBreakpoints } from "@shopify/polaris";
import { useContext } from "react";

import { Moment } from "../../components/moment.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { Row } from "./row.ts";
import { StatusBadge } from "./status-badge.tsx";

/** The orders, each with a link to its page. */
export function OrderTable({
  rows,
  newer,
  older,
}: {
  rows: Row[];
  /** Cursors of the adjacent pages; null if there is none. */
  newer: string | null;
  older: string | null;
}) {
  const t = useT();
  const navigate = useNavigate();
  const narrow = useBreakpoints().smDown;
  const loading = useNavigation().state === "loading";
  return (
    <IndexTable
      resourceName={{ singular: t("orders.one"), plural: t("orders.many") }}
      itemCount={rows.length}
      selectable={false}
      loading={loading}
      condensed={narrow}
      headings={[
        { title: t("orders.column.order") },
        { title: t("orders.column.status") },
        { title: t("orders.column.why") },
        { title: t("orders.column.ordered") },
        { title: t("orders.column.cost"), alignment: "end" },
      ]}
      {...((newer !== null || older !== null) && {
        pagination: {
          hasPrevious: newer !== null && !loading,
          hasNext: older !== null && !loading,
          accessibilityLabel: t("orders.pages"),
          previousTooltip: t("orders.pages.newer"),
          nextTooltip: t("orders.pages.older"),
          onPrevious: () => {
            navigate(newer ?? "?");
          },
          onNext: () => {
            navigate(older ?? "?");
          },
        },
      })}
    >
      {rows.map((row, index) => (
        <IndexTable.Row key={row.id} id={row.id} position={index}>
          {narrow ? <NarrowRow row={row} /> : <WideRow row={row} />}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

function WideRow({ row }: { row: Row }) {
  const t = useT();
  return (
    <>
      <IndexTable.Cell>
        <BlockStack>
          <Name row={row} />
          <Requested row={row} />
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <StatusBadge label={row.label} tone={row.tone} />
      </IndexTable.Cell>
      <IndexTable.Cell>{row.why && t(row.why)}</IndexTable.Cell>
      <IndexTable.Cell>
        {row.placedAt !== null && <Moment iso={row.placedAt} month="medium" />}
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          <Cost row={row} />
        </Text>
      </IndexTable.Cell>
    </>
  );
}

/** On a phone a row is a small card without horizontal scrolling. */
function NarrowRow({ row }: { row: Row }) {
  const t = useT();
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="100">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Name row={row} />
          <StatusBadge label={row.label} tone={row.tone} />
        </InlineStack>
        {row.why && (
          <Text as="span" breakWord>
            {t(row.why)}
          </Text>
        )}
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Requested row={row} />
          <Text as="span" numeric>
            <Cost row={row} />
          </Text>
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

function Name({ row }: { row: Row }) {
  return (
    <Link dataPrimaryLink url={`/app/orders/${row.id}`} removeUnderline>
      <Text as="span" fontWeight="semibold">
        {row.orderName}
      </Text>
    </Link>
  );
}

function Requested({ row }: { row: Row }) {
  const t = useT();
  return (
    <Text as="span" tone="subdued" variant="bodySm">
      {t("orders.requested", { at: row.requestedAt })}
    </Text>
  );
}

function Cost({ row: { cost } }: { row: Row }) {
  const locale = useContext(LocaleContext);
  return cost === null ? null : formatMoney(cost, locale);
}
