import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";

import {
  type BrandingField,
  FIELD_NAMES,
  type FieldProblems,
  MAX_LENGTH,
} from "../../branding/branding-form.ts";
import { ColourField } from "./colour-field.tsx";
import { LogoField } from "./logo-field.tsx";
import type { Fields } from "./shown.ts";

/** The form's fields, in cards by what they are for. */
export function BrandingFields({
  fields,
  problems,
  onChange,
}: {
  fields: Fields;
  problems: FieldProblems;
  onChange: (field: BrandingField, value: string) => void;
}) {
  const field = (name: BrandingField) => ({
    label: FIELD_NAMES[name],
    name,
    value: fields[name],
    error: problems[name],
    onChange: (value: string) => {
      onChange(name, value);
    },
  });
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Your brand
          </Text>
          <FormLayout>
            <TextField
              {...field("brandName")}
              autoComplete="organization"
              maxLength={MAX_LENGTH.brandName}
              requiredIndicator
            />
            <LogoField {...field("logo")} />
            <ColourField {...field("primaryColor")} />
          </FormLayout>
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Packing slip
          </Text>
          <FormLayout>
            <TextField
              {...field("packingSlipMessage")}
              autoComplete="off"
              multiline={3}
              maxLength={MAX_LENGTH.packingSlipMessage}
              showCharacterCount
              helpText="A few words to whoever opens the parcel."
            />
            <TextField
              {...field("returnAddress")}
              autoComplete="street-address"
              multiline={4}
              maxLength={MAX_LENGTH.returnAddress}
              helpText="Where parcels go back to, as it is written on a label."
            />
          </FormLayout>
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Help for your customers
          </Text>
          <FormLayout>
            <FormLayout.Group>
              <TextField {...field("supportEmail")} type="email" autoComplete="email" />
              <TextField {...field("supportPhone")} type="tel" autoComplete="tel" />
            </FormLayout.Group>
          </FormLayout>
        </BlockStack>
      </Card>
    </BlockStack>
  );
}
