import { BlockStack, Text } from "@shopify/polaris";

import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import type { BulkAction } from "../../orders/bulk/picked-order.ts";
import type { OrderListRow } from "./order-row.ts";
import { Totals } from "./preview.tsx";

/** Lists what a button would do to each checked order. */
export function PressPreview({
  action,
  rows,
  oneByOne,
  others,
}: {
  action: BulkAction;
  rows: OrderListRow[];
  /** Number of checked orders that are left out, because the merchant sends each of them on its own page. */
  oneByOne: number;
  /** Number of checked orders that this button cannot act on for other reasons. */
  others: number;
}) {
  const t = useT();
  return (
    <BlockStack gap="300">
      <Text as="p">{t(`bulk.confirm.${action}.text`, { count: rows.length })}</Text>
      {action === "approve" && <Totals rows={rows} paid={t("orders.column.paid")} />}
      <BlockStack as="ul" gap="100">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <Text as="span" breakWord>
              {t("bulk.confirm.order", { order: row.orderName, effect: effectOf(action, row) })}
            </Text>
          </li>
        ))}
      </BlockStack>
      {rows.length > SHOWN && <Text as="p">{t("bulk.confirm.more", { count: rows.length - SHOWN })}</Text>}
      {oneByOne > 0 && <Text as="p">{t("bulk.confirm.one-by-one", { count: oneByOne })}</Text>}
      {others > 0 && (
        <Text as="p" tone="subdued">
          {t("bulk.confirm.others", { count: others })}
        </Text>
      )}
    </BlockStack>
  );
}

/** Maximum number of orders in the preview. Its totals and the results cover all orders. */
const SHOWN = 50;

function effectOf(action: BulkAction, { can, label, why }: OrderListRow): Message {
  if (action === "cancel" && can.cancel !== null) return can.cancel;
  if (action === "approve" && can.orderAnyway !== null)
    return { code: "bulk.effect.costs", lines: can.orderAnyway.lines };
  return why ?? label;
}
