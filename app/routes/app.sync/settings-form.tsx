import type { FetcherWithComponents } from "@remix-run/react";
import {
  BlockStack,
  Button,
  Card,
  Checkbox,
  FormLayout,
  InlineStack,
  Select,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";

import {
  type Discontinued,
  discontinuedChoices,
  MAX_APPROVE_ABOVE,
  MAX_BUFFER,
  type SyncSettings,
} from "../../catalog/links/sync-settings.ts";
import { useT } from "../../messages/use-t.ts";

type Props = {
  settings: SyncSettings;
  fetcher: FetcherWithComponents<{ misfits?: ("buffer" | "approveAbove")[] } | undefined>;
};

/** Settings of the sync: the fields that follow the supplier, and the limits for approval. */
export function SettingsForm({ settings, fetcher }: Props) {
  const t = useT();
  const [price, setPrice] = useState(settings.price);
  const [stock, setStock] = useState(settings.stock);
  const [availability, setAvailability] = useState(settings.availability);
  const [discontinued, setDiscontinued] = useState<Discontinued>(settings.discontinued);
  const [buffer, setBuffer] = useState(String(settings.buffer));
  const [approveAbove, setApproveAbove] = useState(String(settings.approveAbove ?? ""));
  const misfits = fetcher.state === "idle" ? (fetcher.data?.misfits ?? []) : [];
  const word = (on: boolean) => (on ? "on" : "off");
  return (
    <Card>
      <BlockStack gap="400">
        <FormLayout>
          <Checkbox
            label={t("sync.settings.price")}
            helpText={t("sync.settings.price.help")}
            checked={price}
            onChange={setPrice}
          />
          <TextField
            label={t("sync.settings.approve-above")}
            helpText={t("sync.settings.approve-above.help")}
            value={approveAbove}
            onChange={setApproveAbove}
            suffix="%"
            inputMode="numeric"
            autoComplete="off"
            disabled={!price}
            error={
              misfits.includes("approveAbove")
                ? t("sync.settings.misfit", { highest: MAX_APPROVE_ABOVE })
                : undefined
            }
          />
          <Checkbox
            label={t("sync.settings.stock")}
            helpText={t("sync.settings.stock.help")}
            checked={stock}
            onChange={setStock}
          />
          <TextField
            label={t("sync.settings.buffer")}
            helpText={t("sync.settings.buffer.help")}
            value={buffer}
            onChange={setBuffer}
            inputMode="numeric"
            autoComplete="off"
            disabled={!stock}
            error={
              misfits.includes("buffer") ? t("sync.settings.misfit", { highest: MAX_BUFFER }) : undefined
            }
          />
          <Checkbox
            label={t("sync.settings.availability")}
            helpText={t("sync.settings.availability.help")}
            checked={availability}
            onChange={setAvailability}
          />
          <Select
            label={t("sync.settings.discontinued")}
            options={discontinuedChoices.map((value) => ({ value, label: t(`sync.discontinued.${value}`) }))}
            value={discontinued}
            onChange={(value) => {
              setDiscontinued(value as Discontinued);
            }}
            disabled={!availability}
          />
        </FormLayout>
        <InlineStack align="end">
          <Button
            variant="primary"
            loading={fetcher.formData?.get("intent") === "settings"}
            onClick={() => {
              const boxes = { price: word(price), stock: word(stock), availability: word(availability) };
              fetcher.submit(
                { intent: "settings", ...boxes, discontinued, buffer, approveAbove },
                { method: "post" },
              );
            }}
          >
            {t("sync.settings.save")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
