import { useNavigate, useNavigation } from "@remix-run/react";
import { BlockStack, Box, IndexTable, InlineStack, Link, Text, useBreakpoints } from "@shopify/polaris";

import type { Row } from "./row.ts";
import { StateBadge } from "./state-badge.tsx";

/** The orders; each leads to its own page. */
export function OrderTable({
  rows,
  newer,
  older,
}: {
  rows: Row[];
  /** Where the pages beside this one are; null where there is none. */
  newer: string | null;
  older: string | null;
}) {
  const navigate = useNavigate();
  const narrow = useBreakpoints().smDown;
  const loading = useNavigation().state === "loading";
  return (
    <IndexTable
      resourceName={{ singular: "order", plural: "orders" }}
      itemCount={rows.length}
      selectable={false}
      loading={loading}
      condensed={narrow}
      headings={[
        { title: "Order" },
        { title: "State" },
        { title: "Why" },
        { title: "Ordered" },
        { title: "Cost", alignment: "end" },
      ]}
      {...((newer !== null || older !== null) && {
        pagination: {
          hasPrevious: newer !== null && !loading,
          hasNext: older !== null && !loading,
          accessibilityLabel: "Pages of orders",
          previousTooltip: "Newer",
          nextTooltip: "Older",
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
  return (
    <>
      <IndexTable.Cell>
        <BlockStack>
          <Name row={row} />
          <Requested row={row} />
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <StateBadge label={row.label} tone={row.tone} />
      </IndexTable.Cell>
      <IndexTable.Cell>{row.why}</IndexTable.Cell>
      <IndexTable.Cell>{row.placed}</IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {row.cost}
        </Text>
      </IndexTable.Cell>
    </>
  );
}

/** On a phone a row is a small card, with nothing behind a sideways scroll. */
function NarrowRow({ row }: { row: Row }) {
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="100">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Name row={row} />
          <StateBadge label={row.label} tone={row.tone} />
        </InlineStack>
        {row.why !== "" && (
          <Text as="span" breakWord>
            {row.why}
          </Text>
        )}
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Requested row={row} />
          <Text as="span" numeric>
            {row.cost}
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
  return (
    <Text as="span" tone="subdued" variant="bodySm">
      {`Requested ${row.requested}`}
    </Text>
  );
}
