import { BlockStack, Box, InlineStack, Text } from "@shopify/polaris";
import { useContext } from "react";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import { type Money, sum } from "../../lib/money.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import type { SendRow } from "./send-row.ts";

/** Sends orders after a preview of what that costs and brings. Disabled without any. */
export function SendButton({
  rows,
  label,
  accessibilityLabel,
  variant,
  busy,
  isPaused,
  send,
}: {
  rows: SendRow[];
  label: string;
  accessibilityLabel?: string;
  variant?: "primary";
  busy: boolean;
  isPaused: boolean;
  send: (rows: SendRow[]) => void;
}) {
  const t = useT();
  const { requestScope } = useScopeRequest();
  const confirm = async () => {
    // If the merchant declines, the action's notice says so.
    await requestScope(REQUESTING_SCOPE);
    send(rows);
  };
  return (
    <ConfirmButton
      label={label}
      look={{ ...(accessibilityLabel && { accessibilityLabel }), ...(variant && { variant }) }}
      title={t("to-send.confirm.title", { count: rows.length })}
      confirm={t("to-send.send")}
      keep={t("to-send.confirm.keep")}
      busy={busy || rows.length === 0}
      onConfirm={() => void confirm()}
    >
      <Preview rows={rows} isPaused={isPaused} />
    </ConfirmButton>
  );
}

function Preview({ rows, isPaused }: { rows: SendRow[]; isPaused: boolean }) {
  const t = useT();
  const known = rows.filter(({ profit }) => profit !== null);
  const unknown = rows.length - known.length;
  return (
    <BlockStack gap="300">
      <Text as="p">{t("to-send.confirm")}</Text>
      <Box background="bg-surface-secondary" padding="300" borderRadius="200">
        <BlockStack gap="100">
          <Total label={t("to-send.confirm.orders")}>
            {rows.map(({ orderName }) => orderName).join(", ")}
          </Total>
          <Total label={t("to-send.column.paid")}>
            <Sum amounts={known.map(({ paid }) => paid)} />
          </Total>
          <Total label={t("to-send.column.cost")}>
            <Sum amounts={known.map(({ cost }) => cost)} />
          </Total>
          <Total label={t("to-send.column.profit")} isStrong>
            <Sum amounts={known.map(({ profit }) => profit)} />
          </Total>
        </BlockStack>
      </Box>
      {unknown > 0 && <Text as="p">{t("to-send.confirm.excluded", { count: unknown })}</Text>}
      {isPaused && <Text as="p">{t("to-send.confirm.paused")}</Text>}
      <Text as="p" tone="subdued">
        {t("to-send.confirm.hint")}
      </Text>
      <Text as="p" tone="subdued">
        {t("to-send.confirm.permission")}
      </Text>
    </BlockStack>
  );
}

function Total({
  label,
  isStrong = false,
  children,
}: {
  label: string;
  isStrong?: boolean;
  children: React.ReactNode;
}) {
  const weight = isStrong ? "semibold" : "regular";
  return (
    <InlineStack align="space-between" gap="400" wrap={false}>
      <Text as="span" fontWeight={weight}>
        {label}
      </Text>
      <Text as="span" numeric alignment="end" fontWeight={weight} breakWord>
        {children}
      </Text>
    </InlineStack>
  );
}

/** The sum of amounts, one per currency. */
function Sum({ amounts }: { amounts: (Money | null)[] }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const known = amounts.filter((amount) => amount !== null);
  const sums = [...Map.groupBy(known, ({ currency }) => currency).values()].flatMap(
    (each) => sum(each) ?? [],
  );
  if (sums.length === 0) return t("to-send.unknown");
  return sums.map((each) => formatMoney(each, locale)).join(" + ");
}
