import { BlockStack, ChoiceList, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import { type OffSale, offSaleChoices } from "../catalog/links/off-sale-choices.ts";
import { useT } from "../messages/use-t.ts";
import type { Notice } from "./notice.tsx";

/** Asks the merchant how products go off sale. */
export function StopSelling({
  open,
  onClose,
  onConfirm,
}: {
  open: boolean;
  onClose: () => void;
  onConfirm: (how: OffSale) => void;
}) {
  const t = useT();
  const [how, setHow] = useState<OffSale>("draft");
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("sell.stop.title")}
      primaryAction={{
        content: t("sell.stop"),
        destructive: true,
        onAction: () => {
          onClose();
          onConfirm(how);
        },
      }}
      secondaryActions={[{ content: t("action.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{t("sell.stop.help")}</Text>
          <ChoiceList
            title={t("sell.how")}
            choices={offSaleChoices.map((value) => ({
              value,
              label: t(`sell.how.${value}`),
              helpText: t(`sell.how.${value}.help`),
            }))}
            selected={[how]}
            onChange={([chosen]) => {
              setHow(chosen === "zero" ? "zero" : "draft");
            }}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** Returns the notice after stopping or resuming the sale of products. */
export function saleNotice(
  intent: "stop-selling" | "resume-selling",
  { count, skipped }: { count: number; skipped: number },
): Notice {
  const text = skipped > 0 ? ({ code: "sell.skipped", count: skipped } as const) : undefined;
  if (count > 0)
    return {
      tone: skipped > 0 ? "warning" : "success",
      title: { code: intent === "stop-selling" ? "sell.stopped" : "sell.resumed", count },
      ...(text && { text }),
    };
  return {
    tone: "info",
    title: { code: "sell.nothing" },
    text: text ?? { code: intent === "stop-selling" ? "sell.nothing.help" : "sell.nothing-off-sale" },
  };
}
