import { BlockStack, Box, InlineStack, Button, Link, Text } from "@shopify/polaris";

import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useT } from "../../messages/use-t.ts";
import { Nothing } from "./order-list.tsx";
import type { OrderListRow } from "./order-row.ts";
import { OrderTable } from "./order-table.tsx";

/** The orders that Shopify has found. */
export type FoundOrders = {
  rows: OrderListRow[];
  /** Number of orders that wait to be sent. */
  waiting: number;
  /** True if Shopify has more than it was asked for. */
  hasMore: boolean;
};

/** Orders of the customer that the merchant has searched for. Nothing here says whom. */
export function CustomerOrders({
  answered: { notice, found },
  atMost,
  again,
  close,
}: {
  answered: { notice: Notice | null; found?: FoundOrders };
  atMost: number;
  /** Searches again. */
  again: () => void;
  close: () => void;
}) {
  const t = useT();
  return (
    <>
      <Box paddingInline="300" paddingBlockEnd="300">
        <BlockStack gap="200">
          {notice && <NoticeBanner notice={notice} />}
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="p" tone="subdued">
              {t("orders.customer.intro")}
            </Text>
            <Button onClick={close}>{t("orders.customer.close")}</Button>
          </InlineStack>
          {found?.hasMore && <Text as="p">{t("orders.customer.more")}</Text>}
          {found !== undefined && found.waiting > 0 && (
            <Link url="/app/orders?show=to-send">
              {t("orders.customer.waiting", { count: found.waiting })}
            </Link>
          )}
        </BlockStack>
      </Box>
      {found?.rows.length === 0 && (
        <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.customer")} />
      )}
      {found !== undefined && found.rows.length > 0 && (
        <OrderTable rows={found.rows} atMost={atMost} newer={null} older={null} onPressed={again} />
      )}
    </>
  );
}
