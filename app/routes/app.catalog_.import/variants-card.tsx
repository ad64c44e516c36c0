import { BlockStack, Card, ChoiceList } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import type { Preview } from "./preview.ts";

/** Lets the merchant choose variants of a single product. Variants in the shop stay there in any case. */
export function VariantsCard(given: {
  variants: Preview["variants"];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const t = useT();
  const { variants, chosen, onChange } = given;
  return (
    <Card>
      <BlockStack gap="200">
        <ChoiceList
          allowMultiple
          title={t("imports.variants.title")}
          choices={variants.map(({ id, name, stock, inShop }) => ({
            value: id,
            label: name,
            helpText: inShop ? t("imports.variants.in-shop", { stock }) : t("catalog.stock", { stock }),
          }))}
          selected={chosen}
          onChange={onChange}
        />
      </BlockStack>
    </Card>
  );
}
