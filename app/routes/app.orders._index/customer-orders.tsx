import { BlockStack, Box, InlineStack, Button, Link, Text } from "@shopify/polaris";

import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useT } from "../../messages/use-t.ts";
import { Nothing } from "./order-list.tsx";
import type { OrderListRow, SendRow } from "./order-row.ts";
import { OrderTable } from "./order-table.tsx";
import { ToSendTable } from "./to-send.tsx";

export type FoundOrders = {
  rows: OrderListRow[];
  /** The found orders that wait to be sent. */
  toSend: SendRow[];
  /** True if Shopify found more orders than we read. */
  hasMore: boolean;
};

/** Lists the orders of a customer that the merchant has searched for. Never shows the typed name. */
export function CustomerOrders({
  answered: { notice, found },
  show,
  isPaused,
  mayRequest,
  atMost,
  again,
  close,
}: {
  answered: { notice: Notice | null; found?: FoundOrders };
  /** The open tab. Found orders that belong to the other tab appear as a link. */
  show: "to-send" | "orders";
  isPaused: boolean;
  mayRequest: boolean;
  atMost: number;
  /** Searches again. */
  again: () => void;
  close: () => void;
}) {
  const t = useT();
  const pressing = { atMost, onPressed: again };
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
          {show === "orders" && found !== undefined && found.toSend.length > 0 && (
            <Link url="/app/orders?show=to-send">
              {t("orders.customer.waiting", { count: found.toSend.length })}
            </Link>
          )}
          {show === "to-send" && found !== undefined && found.rows.length > 0 && (
            <Link url="/app/orders">{t("orders.customer.requested", { count: found.rows.length })}</Link>
          )}
        </BlockStack>
      </Box>
      {found !== undefined && (show === "orders" ? found.rows : found.toSend).length === 0 && (
        <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.customer")} />
      )}
      {show === "orders" && found !== undefined && found.rows.length > 0 && (
        <OrderTable rows={found.rows} newer={null} older={null} {...pressing} />
      )}
      {show === "to-send" && found !== undefined && found.toSend.length > 0 && (
        <ToSendTable
          rows={found.toSend}
          isPaused={isPaused}
          mayRequest={mayRequest}
          newer={null}
          older={null}
          {...pressing}
        />
      )}
    </>
  );
}
