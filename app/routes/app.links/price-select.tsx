import { Select } from "@shopify/polaris";

import type { PriceChoice } from "../../catalog/matching/confirm-matches.server.ts";
import { useT } from "../../messages/use-t.ts";

const CHOICES = ["keep", "follow"] as const satisfies PriceChoice[];

/** Chooses if the price stays the merchant's or follows the supplier. */
export function PriceSelect({
  value,
  onChange,
}: {
  value: PriceChoice;
  onChange: (choice: PriceChoice) => void;
}) {
  const t = useT();
  return (
    <Select
      label={t("links.price")}
      options={CHOICES.map((choice) => ({ label: t(`links.price.${choice}`), value: choice }))}
      value={value}
      onChange={(chosen) => {
        onChange(CHOICES.find((choice) => choice === chosen) ?? "keep");
      }}
    />
  );
}
