import { useFetcher } from "@remix-run/react";
import { Modal, TextField } from "@shopify/polaris";
import { useState } from "react";

const HIGHEST = 1000;

/** What a product costs in the shop: the cost and a mark-up on top. */
export function PricesModal({ markupPercent, onClose }: { markupPercent: number; onClose: () => void }) {
  const fetcher = useFetcher({ key: "prices" });
  const [markup, setMarkup] = useState(String(markupPercent));
  const fits = /^\d{1,4}$/.test(markup) && Number(markup) <= HIGHEST;
  return (
    <Modal
      open
      onClose={onClose}
      title="Prices in your shop"
      primaryAction={{
        content: "Save",
        disabled: !fits,
        onAction: () => {
          fetcher.submit({ intent: "prices", markup }, { method: "post" });
          onClose();
        },
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <TextField
          label="Mark-up on your cost"
          type="number"
          min={0}
          max={HIGHEST}
          suffix="%"
          autoComplete="off"
          value={markup}
          onChange={setMarkup}
          error={fits ? undefined : `Enter a whole number from 0 to ${String(HIGHEST)}.`}
          helpText="It goes for products that you import from now on. With 50 %, what costs you €10.00 is sold for €15.00."
        />
      </Modal.Section>
    </Modal>
  );
}
