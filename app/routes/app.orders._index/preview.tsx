import { BlockStack, Box, InlineStack, Modal, Text } from "@shopify/polaris";
import { type ReactNode, useContext, useEffect, useRef, useState } from "react";

import { type Money, sum } from "../../lib/money.ts";
import type { Figures } from "../../orders/states/order-to-send.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";

/**
 * Holds the state of the dialog that opens before a button acts on orders. The table holds this state, because React
 * mounts a new button, without state, when the table changes its layout.
 */
export function useQuestion<Question>() {
  const [question, setQuestion] = useState<Question | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  // Returns the keyboard's focus to the button once the dialog is gone. Results get it after that.
  useEffect(() => {
    if (question === null) opener.current?.focus();
  }, [question]);
  return {
    question,
    ask: (next: Question) => {
      opener.current = document.activeElement as HTMLElement | null;
      setQuestion(next);
    },
    close: () => {
      setQuestion(null);
    },
  };
}

/** The dialog that previews a button's effect, on the orders as they were when it was pressed. */
export function PreviewDialog({
  title,
  confirm,
  keep,
  destructive = false,
  ready = true,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** Labels of the dialog's two buttons. */
  confirm: string;
  keep: string;
  destructive?: boolean;
  /** False while the merchant still has to fill in something. */
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      primaryAction={{
        content: confirm,
        destructive,
        disabled: !ready,
        onAction: () => {
          onClose();
          onConfirm();
        },
      }}
      secondaryActions={[{ content: keep, onAction: onClose }]}
    >
      <Modal.Section>{children}</Modal.Section>
    </Modal>
  );
}

type Amounts = Figures & { orderName: string };

/**
 * Shows sums over the orders. The sums leave out orders without a known profit, and the dialog counts these. `paid`
 * is the label of the customers' prices.
 */
export function Totals({ rows, paid }: { rows: Amounts[]; paid: string }) {
  const t = useT();
  const known = rows.filter(({ profit }) => profit !== null);
  const unknown = rows.length - known.length;
  const withoutShipping = known.filter(({ shipping }) => shipping === null).length;
  return (
    <>
      <Box background="bg-surface-secondary" padding="300" borderRadius="200">
        <BlockStack gap="100">
          <Total label={t("to-send.confirm.orders", { count: rows.length })}>
            {rows.map(({ orderName }) => orderName).join(", ")}
          </Total>
          <Total label={paid}>
            <Sum amounts={known.map((row) => row.paid)} />
          </Total>
          <Total label={t("to-send.column.cost")}>
            <Sum amounts={known.map(({ cost }) => cost)} />
          </Total>
          <Total label={t("to-send.confirm.shipping")}>
            <Sum amounts={known.map(({ shipping }) => shipping)} />
          </Total>
          <Total
            label={
              withoutShipping > 0
                ? t("to-send.confirm.before-shipping", { count: withoutShipping })
                : t("to-send.column.profit")
            }
            isStrong
          >
            <Sum amounts={known.map(({ profit }) => profit)} />
          </Total>
        </BlockStack>
      </Box>
      {unknown > 0 && <Text as="p">{t("to-send.confirm.excluded", { count: unknown })}</Text>}
    </>
  );
}

function Total({
  label,
  isStrong = false,
  children,
}: {
  label: string;
  isStrong?: boolean;
  children: ReactNode;
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

/** Shows one sum per currency. */
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
