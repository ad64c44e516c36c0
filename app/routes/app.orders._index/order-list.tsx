import { BlockStack, Box, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

import { useT } from "../../messages/use-t.ts";
import { COUNTED_AT_MOST, type OrderGroup } from "../../orders/states/order-group.ts";
import {
  countLimits,
  isByAmount,
  type OrderFilter,
  type OrderSort,
} from "../../orders/views/order-filter.ts";

/** The search in the page's URL. */
export type Wanted = {
  show: OrderGroup | "all" | "to-send";
  query: string;
  filter: OrderFilter;
  sort: OrderSort;
};

/** Returns the URL of the list's first page, or of the page that begins beside the order in `place`. */
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

/**
 * Explains an empty list. `toSend` is the number of orders to send, which filtered lists and lists sorted by an
 * amount do not contain.
 */
export function NoOrders({
  wanted: { show, query, filter, sort },
  toSend,
}: {
  wanted: Wanted;
  toSend: number;
}) {
  const t = useT();
  const waiting = show === "all" && toSend > 0 && <WaitingElsewhere count={toSend} />;
  if (show !== "to-send" && countLimits(filter) > 0)
    return (
      <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.filter")}>
        {waiting}
      </Nothing>
    );
  if (waiting && query === "" && isByAmount(sort))
    return (
      <Nothing title={t("orders.empty.by-amount.title")} description={t("orders.empty.by-amount")}>
        {waiting}
      </Nothing>
    );
  return query === "" ? (
    <Nothing title={t(`orders.empty.${show}.title`)} description={t(`orders.empty.${show}`)} />
  ) : (
    <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.query", { query, show })} />
  );
}

function WaitingElsewhere({ count }: { count: number }) {
  const t = useT();
  return (
    <Link url="?show=to-send">
      {count > COUNTED_AT_MOST
        ? t("home.to-send.label.more", { count: COUNTED_AT_MOST })
        : t("home.to-send.label", { count })}
    </Link>
  );
}

export function Nothing({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children?: ReactNode;
}) {
  return (
    <Box padding="800">
      <BlockStack gap="200" inlineAlign="center">
        <Text as="h2" variant="headingMd" alignment="center">
          {title}
        </Text>
        <Text as="p" tone="subdued" alignment="center" breakWord>
          {description}
        </Text>
        {children}
      </BlockStack>
    </Box>
  );
}
