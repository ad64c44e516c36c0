import { useSubmit } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { PriceChoice } from "../../catalog/matching/confirm-matches.server.ts";
import { useT } from "../../messages/use-t.ts";
import { PriceSelect } from "./price-select.tsx";

/** Links all at once that there is only one way to link. */
export function ClearCard({ count, busy }: { count: number; busy: boolean }) {
  const t = useT();
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const [price, setPrice] = useState<PriceChoice>("keep");
  const close = () => {
    setOpen(false);
  };
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p">{t("links.clear", { count })}</Text>
        <Button
          variant="primary"
          disabled={busy}
          onClick={() => {
            setOpen(true);
          }}
        >
          {t("links.clear.confirm", { count })}
        </Button>
      </InlineStack>
      <Modal
        open={open}
        onClose={close}
        title={t("links.clear.confirm.title", { count })}
        primaryAction={{
          content: t("links.clear.confirm", { count }),
          onAction: () => {
            close();
            submit({ intent: "confirm-clear", price }, { method: "post" });
          },
        }}
        secondaryActions={[{ content: t("action.cancel"), onAction: close }]}
      >
        <Modal.Section>
          <BlockStack gap="400">
            <Text as="p">{t("links.effect")}</Text>
            <PriceSelect value={price} onChange={setPrice} />
          </BlockStack>
        </Modal.Section>
      </Modal>
    </Card>
  );
}
