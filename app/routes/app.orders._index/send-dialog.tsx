import { Banner, BlockStack, Checkbox, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";

import { sum } from "../../lib/money.ts";
import { useT } from "../../messages/use-t.ts";
import { PreviewDialog, Totals } from "./preview.tsx";
import type { SendRow } from "./order-row.ts";

/** The orders of the dialog. With `send-part`, only those items are sent that can be sent now. */
export type Question = { orders: SendRow[]; intent: "send" | "send-part" };

/**
 * Previews the sums of the orders to send. Orders that lose money are sent only if the merchant checks a box. If
 * orders are sent in part, items that lose money wait.
 */
export function SendDialog({
  question: { orders, intent },
  isPaused,
  mayRequest,
  onClose,
  onSend,
}: {
  question: Question;
  isPaused: boolean;
  mayRequest: boolean;
  onClose: () => void;
  onSend: (orders: SendRow[]) => void;
}) {
  const t = useT();
  const [withLosses, setWithLosses] = useState(false);
  const isPart = intent === "send-part";
  const blocked = orders.filter(({ problem }) => problem !== null);
  const losing = orders.filter(({ loss }) => loss !== null);
  const others = orders.filter((order) => !losing.includes(order));
  const sent = withLosses || isPart ? orders : others;
  // If orders are sent in part, the sums leave out orders that lose money, because we send only some of their items,
  // or none.
  const counted = isPart ? others : sent.length > 0 ? sent : orders;
  return (
    <PreviewDialog
      title={
        isPart
          ? t("to-send.confirm-part.title", { count: orders.length })
          : t("to-send.confirm.title", { count: counted.length })
      }
      confirm={t(isPart ? "to-send.send-part" : "to-send.send")}
      keep={t("to-send.confirm.keep")}
      ready={sent.length > 0}
      onClose={onClose}
      onConfirm={() => {
        onSend(sent);
      }}
    >
      <BlockStack gap="300">
        <Text as="p">{t("to-send.confirm")}</Text>
        {isPart && <Text as="p">{t("to-send.confirm-part")}</Text>}
        {counted.length > 0 && <Totals rows={counted} paid={t("to-send.column.paid")} />}
        {isPart && counted.length > 0 && <Text as="p">{t("to-send.confirm-part.totals")}</Text>}
        {isPart && losing.length > 0 && (
          <Text as="p" breakWord>
            {t("to-send.confirm-part.loss", { count: losing.length, orders: namesOf(losing) })}
          </Text>
        )}
        {!isPart && losing.length > 0 && (
          <Losses orders={losing} isAll={losing.length === orders.length}>
            <Checkbox
              label={t("to-send.confirm.with-loss", { count: losing.length })}
              checked={withLosses}
              onChange={setWithLosses}
            />
          </Losses>
        )}
        {!isPart && blocked.length > 0 && (
          <Text as="p" breakWord>
            {t("to-send.confirm.blocked", { count: blocked.length, orders: namesOf(blocked) })}
          </Text>
        )}
        {isPaused && <Text as="p">{t("to-send.confirm.paused")}</Text>}
        <Text as="p" tone="subdued">
          {t("to-send.confirm.hint")}
        </Text>
        {!mayRequest && (
          <Text as="p" tone="subdued">
            {t("to-send.confirm.permission")}
          </Text>
        )}
      </BlockStack>
    </PreviewDialog>
  );
}

/** Shows the number of orders that lose money, and their total loss. */
function Losses({ orders, isAll, children }: { orders: SendRow[]; isAll: boolean; children: ReactNode }) {
  const t = useT();
  const loss = sum(orders.flatMap((order) => order.loss ?? []));
  if (loss === null) return null;
  const count = orders.length;
  return (
    <Banner tone="warning">
      <BlockStack gap="200">
        <Text as="p" breakWord>
          {t("to-send.confirm.loss", { count, orders: namesOf(orders), loss })}
          {orders.some(({ shipping }) => shipping === null) && ` (${t("to-send.shipping.unknown")})`}
          {!isAll && ` ${t("to-send.confirm.loss.others", { count })}`}
        </Text>
        {children}
      </BlockStack>
    </Banner>
  );
}

function namesOf(orders: SendRow[]): string {
  return orders.map(({ orderName }) => orderName).join(", ");
}
