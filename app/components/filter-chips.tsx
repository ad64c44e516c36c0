import { Box, Button, InlineStack, Tag } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";

type FilterChip = { name: string; label: string; remove: () => void };

/** Shows the chosen filters of a list, each with a button that removes it. Renders nothing if no filter is chosen. */
export function FilterChips({ chips, onClear }: { chips: FilterChip[]; onClear: () => void }) {
  const t = useT();
  if (chips.length === 0) return null;
  return (
    <InlineStack gap="200" blockAlign="center">
      {chips.map(({ name, label, remove }) => (
        <Tag key={name} onRemove={remove}>
          {label}
        </Tag>
      ))}
      {/* Keeps a distance from the last chip, so that a finger does not hit this button by mistake. */}
      <Box paddingInlineStart="200">
        <Button variant="plain" onClick={onClear}>
          {t("list.filters.clear")}
        </Button>
      </Box>
    </InlineStack>
  );
}
