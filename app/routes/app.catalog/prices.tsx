import { useFetcher } from "@remix-run/react";
import { Modal, TextField } from "@shopify/polaris";
import { useState } from "react";

import { useT } from "../../messages/use-t.ts";

const HIGHEST = 1000;

/** How prices in the shop are made: the cost, with a markup. */
export function PricesModal({ markupPercent, onClose }: { markupPercent: number; onClose: () => void }) {
  const t = useT();
  const fetcher = useFetcher({ key: "prices" });
  const [markup, setMarkup] = useState(String(markupPercent));
  const fits = /^\d{1,4}$/.test(markup) && Number(markup) <= HIGHEST;
  return (
    <Modal
      open
      onClose={onClose}
      title={t("catalog.prices.title")}
      primaryAction={{
        content: t("catalog.prices.save"),
        disabled: !fits,
        onAction: () => {
          fetcher.submit({ intent: "prices", markup }, { method: "post" });
          onClose();
        },
      }}
      secondaryActions={[{ content: t("catalog.prices.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <TextField
          label={t("catalog.prices.markup")}
          type="number"
          min={0}
          max={HIGHEST}
          suffix="%"
          autoComplete="off"
          value={markup}
          onChange={setMarkup}
          error={fits ? undefined : t("catalog.prices.misfit", { highest: HIGHEST })}
          helpText={t("catalog.prices.help")}
        />
      </Modal.Section>
    </Modal>
  );
}
