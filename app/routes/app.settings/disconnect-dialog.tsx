import { Banner, BlockStack, ChoiceList, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import { productsAfter, type ProductsAfter } from "../../connection/products-after.ts";
import { useT } from "../../messages/use-t.ts";
import { COUNTED_AT_MOST } from "../../orders/states/order-group.ts";
import { useConnectionFetcher } from "./use-connection-fetcher.ts";

/** Confirms the disconnection, and asks what to do with the shop's products. */
export function DisconnectDialog({
  open,
  onClose,
  keyName,
  ordersInProgress,
  ordersThatNeedAttention,
}: {
  open: boolean;
  onClose: () => void;
  keyName: string;
  ordersInProgress: number;
  ordersThatNeedAttention: number;
}) {
  const t = useT();
  const fetcher = useConnectionFetcher();
  const [products, setProducts] = useState<ProductsAfter>("zero-stock");
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("connection.disconnect.title")}
      primaryAction={{
        content: t("connection.disconnect"),
        destructive: true,
        onAction: () => {
          onClose();
          fetcher.submit({ intent: "disconnect", products }, { method: "post" });
        },
      }}
      secondaryActions={[{ content: t("connection.disconnect.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          <Text as="p" breakWord>
            {t("connection.disconnect.effect", { keyName })}
          </Text>
          {ordersInProgress > 0 && (
            <Banner tone="warning">
              <p>
                {ordersInProgress > COUNTED_AT_MOST
                  ? t("connection.disconnect.orders.more", { count: COUNTED_AT_MOST })
                  : t("connection.disconnect.orders", { count: ordersInProgress })}
              </p>
            </Banner>
          )}
          {ordersThatNeedAttention > 0 && (
            <Banner tone="warning">
              <p>
                {ordersThatNeedAttention > COUNTED_AT_MOST
                  ? t("connection.disconnect.attention.more", { count: COUNTED_AT_MOST })
                  : t("connection.disconnect.attention", { count: ordersThatNeedAttention })}
              </p>
            </Banner>
          )}
          <ChoiceList
            title={t("connection.disconnect.products")}
            choices={productsAfter.map((value) => ({
              value,
              label: t(`connection.disconnect.${value}`),
              helpText: t(`connection.disconnect.${value}.help`),
            }))}
            selected={[products]}
            onChange={([chosen]) => {
              setProducts(productsAfter.find((value) => value === chosen) ?? "zero-stock");
            }}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
