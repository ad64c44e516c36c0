import { useSubmit } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";

import type { PriceChoice } from "../../catalog/matching/confirm-matches.server.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useT } from "../../messages/use-t.ts";
import { PriceSelect } from "./price-select.tsx";

/** Links all products at once that have only one possible match. */
export function ClearCard({ count, busy }: { count: number; busy: boolean }) {
  const t = useT();
  const submit = useSubmit();
  const [price, setPrice] = useState<PriceChoice>("keep");
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p">{t("links.clear", { count })}</Text>
        <ConfirmButton
          label={t("links.clear.confirm", { count })}
          look={{ variant: "primary" }}
          title={t("links.clear.confirm.title", { count })}
          confirm={t("links.clear.confirm", { count })}
          keep={t("action.cancel")}
          busy={busy}
          onConfirm={() => {
            submit({ intent: "confirm-clear", price }, { method: "post" });
          }}
        >
          <BlockStack gap="400">
            <Text as="p">{t("links.effect")}</Text>
            <PriceSelect value={price} onChange={setPrice} />
          </BlockStack>
        </ConfirmButton>
      </InlineStack>
    </Card>
  );
}
