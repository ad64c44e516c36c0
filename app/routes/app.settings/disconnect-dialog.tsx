import { BlockStack, ChoiceList, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ProductsAfter } from "../../connection/products-after.ts";
import { useConnectionFetcher } from "./answer.ts";

const CHOICES: { value: ProductsAfter; label: string; helpText: string }[] = [
  {
    value: "zero-stock",
    label: "Set their stock to zero",
    helpText:
      "They stay in your shop, and customers cannot order what nobody would send. Connecting again sets their stock again.",
  },
  {
    value: "draft",
    label: "Turn them into drafts",
    helpText:
      "Customers no longer see them. They stay drafts when you connect again: publish them in Shopify then.",
  },
  {
    value: "keep",
    label: "Leave them as they are",
    helpText:
      "Customers can go on ordering them. Nothing is sent for such orders while you are disconnected: you fulfil or refund them yourself.",
  },
];

/** Asks whether the shop is really to be disconnected, and what becomes of its products. */
export function DisconnectDialog({
  open,
  onClose,
  keyName,
}: {
  open: boolean;
  onClose: () => void;
  keyName: string;
}) {
  const fetcher = useConnectionFetcher();
  const [products, setProducts] = useState<ProductsAfter>("zero-stock");
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Disconnect this shop?"
      primaryAction={{
        content: "Disconnect",
        destructive: true,
        onAction: () => {
          onClose();
          fetcher.submit({ intent: "disconnect", products }, { method: "post" });
        },
      }}
      secondaryActions={[{ content: "Stay connected", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          <Text as="p" breakWord>
            {`Stockbridge forgets its key at once and stops working with the supplier for this shop. The key itself stays on the supplier until you delete it there: it is named “${keyName}”. Your history and the links of your products are kept for when you connect again.`}
          </Text>
          <ChoiceList
            title="What becomes of the supplier's products in your shop?"
            choices={CHOICES}
            selected={[products]}
            onChange={([chosen]) => {
              setProducts(CHOICES.find(({ value }) => value === chosen)?.value ?? "zero-stock");
            }}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
