import { BlockStack, Box, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import type { OrderGroup } from "../../orders/states/order-group.ts";
import { countLimits, type OrderFilter, type OrderSort } from "../../orders/views/order-filter.ts";

/** The search in the page's address. */
export type Wanted = {
  show: OrderGroup | "all" | "to-send";
  query: string;
  filter: OrderFilter;
  sort: OrderSort;
};

/** Returns the address of the list, at its beginning or beside an order. */
export function addressOf({ show, query, filter, sort }: Wanted, place: Record<string, string> = {}): string {
  const filled = Object.entries({
    show: show === "all" ? "" : show,
    query,
    ...filter,
    sort: sort === "newest" ? "" : sort,
    ...place,
  }).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value]]));
  return `?${new URLSearchParams(filled).toString()}`;
}

/** Explains an empty list. */
export function NoOrders({ wanted: { show, query, filter } }: { wanted: Wanted }) {
  const t = useT();
  if (show !== "to-send" && countLimits(filter) > 0)
    return <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.filter")} />;
  return query === "" ? (
    <Nothing title={t(`orders.empty.${show}.title`)} description={t(`orders.empty.${show}`)} />
  ) : (
    <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.query", { query, show })} />
  );
}

export function Nothing({ title, description }: { title: string; description: string }) {
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
