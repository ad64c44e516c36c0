import { Modal, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

type Given = { open: boolean; onClose: () => void; onCancel: () => void };

export function CancelDialog({ open, onClose, onCancel }: Given) {
  const t = useT();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("imports.cancel.title")}
      primaryAction={{ content: t("imports.cancel"), destructive: true, onAction: onCancel }}
      secondaryActions={[{ content: t("imports.cancel.keep"), onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">{t("imports.cancel.text")}</Text>
      </Modal.Section>
    </Modal>
  );
}
