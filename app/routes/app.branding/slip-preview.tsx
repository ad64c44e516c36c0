import { BlockStack, Box, Card, InlineStack, Text } from "@shopify/polaris";

import { COLOR } from "../../branding/branding-form.ts";
import { useT } from "../../messages/use-t.ts";
import type { Fields } from "./shown-branding.ts";

/** Previews the head and foot of a packing slip. Only the supplier knows the print layout. */
export function SlipPreview({ fields }: { fields: Fields }) {
  const t = useT();
  const { brandName, logo, primaryColor, packingSlipMessage, returnAddress, supportEmail, supportPhone } =
    fields;
  const color = COLOR.test(primaryColor) ? primaryColor : "#303030";
  const contact = [supportEmail, supportPhone].filter((each) => each.trim() !== "").join(" · ");
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("branding.preview.title")}
        </Text>
        <Box borderWidth="025" borderColor="border" borderRadius="200" overflowX="hidden">
          <div style={{ height: 6, background: color }} />
          <Box padding="400">
            <BlockStack gap="300">
              <InlineStack gap="300" blockAlign="center" wrap={false}>
                {logo !== "" && <img src={logo} alt="" style={{ maxHeight: 48, maxWidth: 96 }} />}
                <Text as="p" variant="headingLg" breakWord>
                  {brandName.trim() || t("branding.preview.brand")}
                </Text>
              </InlineStack>
              <Text as="p" tone="subdued" variant="bodySm">
                {t("branding.preview.slip")}
              </Text>
              {packingSlipMessage.trim() !== "" && <Lines text={packingSlipMessage} />}
              {returnAddress.trim() !== "" && (
                <BlockStack gap="050">
                  <Text as="p" variant="bodySm" tone="subdued">
                    {t("branding.preview.returns")}
                  </Text>
                  <Lines text={returnAddress} />
                </BlockStack>
              )}
              {contact !== "" && (
                <Text as="p" variant="bodySm" breakWord>
                  {t("branding.preview.contact", { contact })}
                </Text>
              )}
            </BlockStack>
          </Box>
        </Box>
        <Text as="p" tone="subdued" variant="bodySm">
          {t("branding.preview.note")}
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
