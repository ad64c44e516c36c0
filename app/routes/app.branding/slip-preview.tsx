import { BlockStack, Box, Card, InlineStack, Text } from "@shopify/polaris";

import type { Fields } from "./shown.ts";

/** The head and foot of a packing slip as the fields make it. How the supplier lays it out is its own affair. */
export function SlipPreview({ fields }: { fields: Fields }) {
  const { brandName, logo, primaryColor, packingSlipMessage, returnAddress, supportEmail, supportPhone } =
    fields;
  const colour = /^#[\da-f]{6}$/i.test(primaryColor) ? primaryColor : "#303030";
  const contact = [supportEmail, supportPhone].filter((each) => each.trim() !== "").join(" · ");
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Preview
        </Text>
        <Box borderWidth="025" borderColor="border" borderRadius="200" overflowX="hidden">
          <div style={{ height: 6, background: colour }} />
          <Box padding="400">
            <BlockStack gap="300">
              <InlineStack gap="300" blockAlign="center" wrap={false}>
                {logo !== "" && <img src={logo} alt="" style={{ maxHeight: 48, maxWidth: 96 }} />}
                <Text as="p" variant="headingLg" breakWord>
                  {brandName.trim() || "Your brand"}
                </Text>
              </InlineStack>
              <Text as="p" tone="subdued" variant="bodySm">
                Packing slip · Order #1001
              </Text>
              {packingSlipMessage.trim() !== "" && <Lines text={packingSlipMessage} />}
              {returnAddress.trim() !== "" && (
                <BlockStack gap="050">
                  <Text as="p" variant="bodySm" tone="subdued">
                    Returns to
                  </Text>
                  <Lines text={returnAddress} />
                </BlockStack>
              )}
              {contact !== "" && (
                <Text as="p" variant="bodySm" breakWord>
                  {`Questions? ${contact}`}
                </Text>
              )}
            </BlockStack>
          </Box>
        </Box>
        <Text as="p" tone="subdued" variant="bodySm">
          How it is laid out in print is the supplier&apos;s own affair.
        </Text>
      </BlockStack>
    </Card>
  );
}

function Lines({ text }: { text: string }) {
  return (
    <div style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      <Text as="p">{text}</Text>
    </div>
  );
}
