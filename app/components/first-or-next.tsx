import { Box, Button, InlineStack } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";

type Props = {
  isFirst: boolean;
  /** The cursor of the next page; null if there is none. */
  next: string | null;
  onPage: (cursor: string | null) => void;
};

/** Shows buttons to the first and the next page of a list. Renders nothing if there is only one page. */
export function FirstOrNext({ isFirst, next, onPage }: Props) {
  const t = useT();
  if (next === null && isFirst) return null;
  const button = (label: string, { disabled, to }: { disabled: boolean; to: string | null }) => (
    <Button
      disabled={disabled}
      onClick={() => {
        onPage(to);
      }}
    >
      {label}
    </Button>
  );
  return (
    <Box padding="300" borderBlockStartWidth="025" borderColor="border">
      <InlineStack align="center" gap="200">
        {button(t("imports.first-page"), { disabled: isFirst, to: null })}
        {button(t("imports.next-page"), { disabled: next === null, to: next })}
      </InlineStack>
    </Box>
  );
}
