import { useSubmit } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Button,
  Card,
  EmptyState,
  InlineStack,
  Link,
  Modal,
  Text,
  Thumbnail,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { useState } from "react";

import type { LinkedProduct } from "../../catalog/matching/list-matches.server.ts";
import { ListPages } from "../../components/list-pages.tsx";
import { webAddress } from "../../lib/http/web-address.ts";
import { useT } from "../../messages/use-t.ts";
import { adminProductUrl } from "../../shop/ids.ts";

type Page = { show: "linked"; rows: LinkedProduct[]; after: string | null; before: string | null };

export function LinkedList({ page: { show, rows, after, before }, busy }: { page: Page; busy: boolean }) {
  const t = useT();
  const submit = useSubmit();
  const [leaving, setLeaving] = useState<LinkedProduct | null>(null);
  const close = () => {
    setLeaving(null);
  };
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState heading={t("links.none-linked")} image="">
          <p>{t("links.none-linked.help")}</p>
        </EmptyState>
      </Card>
    );
  return (
    <BlockStack gap="400">
      <Card padding="0">
        {rows.map((row, index) => (
          <Box
            key={row.id}
            padding="300"
            {...(index > 0 && { borderBlockStartWidth: "025", borderColor: "border" })}
          >
            <InlineStack gap="300" blockAlign="center" align="space-between">
              <InlineStack gap="300" wrap={false} blockAlign="center">
                <div style={{ flex: "none" }}>
                  <Thumbnail source={webAddress(row.image) ?? ImageIcon} alt="" size="small" />
                </div>
                <BlockStack gap="050">
                  <Text as="p" fontWeight="medium" breakWord>
                    {row.name}
                  </Text>
                  <Text as="p" variant="bodySm" tone="subdued">
                    {t("links.linked-variants", { linked: row.linked, variants: row.variants })}
                  </Text>
                </BlockStack>
              </InlineStack>
              <InlineStack gap="300" blockAlign="center">
                <Link
                  url={adminProductUrl(row.shopProductId)}
                  target="_blank"
                  accessibilityLabel={t("action.about", {
                    action: t("links.open-in-shop"),
                    subject: row.name,
                  })}
                >
                  {t("links.open-in-shop")}
                </Link>
                <Button
                  disabled={busy}
                  accessibilityLabel={t("action.about", { action: t("links.unlink"), subject: row.name })}
                  onClick={() => {
                    setLeaving(row);
                  }}
                >
                  {t("links.unlink")}
                </Button>
              </InlineStack>
            </InlineStack>
          </Box>
        ))}
      </Card>
      <ListPages params={{ show }} after={after} before={before} />
      <Modal
        open={leaving !== null}
        onClose={close}
        title={t("links.unlink.title", { product: leaving?.name ?? "" })}
        primaryAction={{
          content: t("links.unlink"),
          destructive: true,
          onAction: () => {
            close();
            submit({ intent: "unlink", id: leaving?.id ?? "" }, { method: "post" });
          },
        }}
        secondaryActions={[{ content: t("action.cancel"), onAction: close }]}
      >
        <Modal.Section>
          <BlockStack gap="200">
            <Text as="p">{t("links.unlink.effect")}</Text>
            <Text as="p">{t("links.unlink.stock")}</Text>
          </BlockStack>
        </Modal.Section>
      </Modal>
    </BlockStack>
  );
}
