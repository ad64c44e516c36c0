import { Button, InlineStack, Tag } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";

export type FilterChip = { name: string; label: string; remove: () => void };

/** Shows the chosen filters of a list, each with a button that removes it. Renders nothing without any. */
export function FilterChips({ chips, onClear }: { chips: FilterChip[]; onClear: () => void }) {
  const t = useT();
  if (chips.length === 0) return null;
  return (
    <InlineStack gap="300" blockAlign="center">
      {chips.map(({ name, label, remove }) => (
        <Tag key={name} onRemove={remove}>
          {label}
        </Tag>
      ))}
      <Button variant="plain" onClick={onClear}>
        {t("list.filters.clear")}
      </Button>
    </InlineStack>
  );
}
