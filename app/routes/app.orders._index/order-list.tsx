import { Form, useNavigate } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Icon,
  IndexTable,
  InlineStack,
  Link,
  Text,
  TextField,
  useBreakpoints,
} from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useContext, useState } from "react";

import { Moment } from "../../components/moment.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { OrderGroup } from "../../orders/states/order-group.ts";
import type { ListedOrder } from "../../orders/views/list-orders.server.ts";
import { type OrderStatus, statusOf } from "../../orders/views/order-status.ts";
import { type AdjacentPages, usePages } from "./use-pages.ts";

/** The search in the page's address. */
export type Wanted = { show: OrderGroup | "all" | "to-send"; query: string };

/** Returns the address of the list, at its beginning or beside an order. */
export function addressOf({ show, query }: Wanted, place: Record<string, string> = {}): string {
  const filled = Object.entries({ show: show === "all" ? "" : show, query, ...place });
  return `?${new URLSearchParams(filled.filter(([, value]) => value !== "")).toString()}`;
}

/** Returns an order's row, with ISO times. */
export function toRow(order: ListedOrder) {
  const { id, orderName, requestedAt, placedAt, cost } = order;
  const { label, tone, why } = statusOf(order);
  return {
    id,
    orderName,
    label,
    tone,
    why,
    cost,
    requestedAt: requestedAt.toISOString(),
    placedAt: placedAt?.toISOString() ?? null,
  };
}

type Row = ReturnType<typeof toRow>;

/** Searches orders. The address holds the search. */
export function Search({ wanted }: { wanted: Wanted }) {
  const t = useT();
  const navigate = useNavigate();
  const [query, setQuery] = useState(wanted.query);
  const search = (words: string) => {
    navigate(addressOf({ ...wanted, query: words.trim() }));
  };
  return (
    <Box padding="300">
      <Form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search(query);
        }}
      >
        <TextField
          label={t("orders.search")}
          labelHidden
          placeholder={t("orders.search.placeholder")}
          prefix={<Icon source={SearchIcon} />}
          autoComplete="off"
          maxLength={100}
          value={query}
          onChange={setQuery}
          connectedRight={<Button submit>{t("orders.search.submit")}</Button>}
          clearButton
          onClearButtonClick={() => {
            setQuery("");
            search("");
          }}
        />
      </Form>
    </Box>
  );
}

/** Explains an empty list. */
export function NoOrders({ wanted: { show, query } }: { wanted: Wanted }) {
  const t = useT();
  return query === "" ? (
    <Nothing title={t(`orders.empty.${show}.title`)} description={t(`orders.empty.${show}`)} />
  ) : (
    <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.query", { query, show })} />
  );
}

/** The orders, each with a link to its page. */
export function OrderTable({ rows, ...adjacent }: { rows: Row[] } & AdjacentPages) {
  const t = useT();
  const narrow = useBreakpoints().smDown;
  const pages = usePages(adjacent);
  return (
    <IndexTable
      resourceName={{ singular: t("orders.one"), plural: t("orders.many") }}
      itemCount={rows.length}
      selectable={false}
      condensed={narrow}
      headings={[
        { title: t("orders.column.order") },
        { title: t("orders.column.status") },
        { title: t("orders.column.why") },
        { title: t("orders.column.ordered") },
        { title: t("orders.column.cost"), alignment: "end" },
      ]}
      {...pages}
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
        {row.placedAt !== null && <Moment iso={row.placedAt} form="medium" />}
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

function StatusBadge({ label, tone }: Pick<OrderStatus, "label" | "tone">) {
  const t = useT();
  return <Badge {...(tone !== null && { tone })}>{t(label)}</Badge>;
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
      <Moment iso={row.requestedAt} form="medium">
        {(at) => t("orders.requested", { at })}
      </Moment>
    </Text>
  );
}

function Cost({ row: { cost } }: { row: Row }) {
  const locale = useContext(LocaleContext);
  return cost === null ? null : formatMoney(cost, locale);
}

function Nothing({ title, description }: { title: string; description: string }) {
  return (
    <Box padding="800">
      <BlockStack gap="200" inlineAlign="center">
        <Text as="h2" variant="headingMd" alignment="center">
          {title}
        </Text>
        <Text as="p" tone="subdued" alignment="center" breakWord>
          {description}
        </Text>
      </BlockStack>
    </Box>
  );
}
