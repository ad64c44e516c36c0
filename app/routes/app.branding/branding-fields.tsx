import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";
import type { ReactNode } from "react";

import { type BrandingField, type FieldProblems, MAX_LENGTH } from "../../branding/branding-form.ts";
import { useT } from "../../messages/use-t.ts";
import { ColorField } from "./color-field.tsx";
import { LogoField } from "./logo-field.tsx";
import type { Fields } from "./shown-branding.ts";

/** The form's fields, in cards by purpose. */
export function BrandingFields({
  fields,
  problems,
  onChange,
}: {
  fields: Fields;
  problems: FieldProblems;
  onChange: (field: BrandingField, value: string) => void;
}) {
  const t = useT();
  const field = (name: BrandingField) => ({
    label: t(`branding.field.${name}`),
    name,
    value: fields[name],
    error: problems[name] && t(problems[name]),
    onChange: (value: string) => {
      onChange(name, value);
    },
  });
  return (
    <BlockStack gap="400">
      <FieldCard title={t("branding.card.brand")}>
        <TextField
          {...field("brandName")}
          autoComplete="organization"
          maxLength={MAX_LENGTH.brandName}
          requiredIndicator
        />
        <LogoField {...field("logo")} />
        <ColorField {...field("primaryColor")} />
      </FieldCard>
      <FieldCard title={t("branding.card.slip")}>
        <TextField
          {...field("packingSlipMessage")}
          autoComplete="off"
          multiline={3}
          maxLength={MAX_LENGTH.packingSlipMessage}
          showCharacterCount
          helpText={t("branding.help.packingSlipMessage")}
        />
        <TextField
          {...field("returnAddress")}
          autoComplete="street-address"
          multiline={4}
          maxLength={MAX_LENGTH.returnAddress}
          helpText={t("branding.help.returnAddress")}
        />
      </FieldCard>
      <FieldCard title={t("branding.card.support")}>
        <FormLayout.Group>
          <TextField {...field("supportEmail")} type="email" autoComplete="email" />
          <TextField {...field("supportPhone")} type="tel" autoComplete="tel" />
        </FormLayout.Group>
      </FieldCard>
    </BlockStack>
  );
}

function FieldCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        <FormLayout>{children}</FormLayout>
      </BlockStack>
    </Card>
  );
}
