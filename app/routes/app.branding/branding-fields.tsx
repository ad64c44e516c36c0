import {
  BlockStack,
  Button,
  Card,
  DropZone,
  FormLayout,
  InlineError,
  InlineStack,
  Labelled,
  Text,
  TextField,
} from "@shopify/polaris";
import { type ReactNode, useState } from "react";

import { type BrandingField, COLOR, type FieldProblems, MAX_LENGTH } from "../../branding/branding-form.ts";
import { MAX_LOGO_BYTES, readLogo } from "../../branding/logo.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import type { Fields } from "./shown-branding.ts";

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

/** A field for a color. The merchant types it, or picks it with the browser's color picker. */
function ColorField({
  onChange,
  value,
  ...rest
}: {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useT();
  return (
    <TextField
      {...rest}
      value={value}
      onChange={onChange}
      autoComplete="off"
      placeholder="#1a2b3c"
      connectedLeft={
        <input
          type="color"
          aria-label={t("branding.color.choose")}
          value={COLOR.test(value) ? value.toLowerCase() : "#ffffff"}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
          style={{ width: 40, height: 32, padding: 2, border: "1px solid #8a8a8a", borderRadius: 8 }}
        />
      }
    />
  );
}

/** A field for an image file. Stores the image as a data URI, and reports an unsuitable file at once. */
function LogoField({
  label,
  name,
  value,
  error,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useT();
  const [problem, setProblem] = useState<Message>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const logo = readLogo(new Uint8Array(await file.arrayBuffer()));
    setProblem(logo.kind === "problem" ? logo.problem : undefined);
    if (logo.kind === "logo") onChange(logo.dataUri);
  };
  const message = problem ? t(problem) : error;
  return (
    <Labelled
      id={name}
      label={label}
      helpText={t("branding.help.logo", { kilobytes: MAX_LOGO_BYTES / 1000 })}
    >
      <BlockStack gap="200">
        {value === "" ? (
          <DropZone
            id={name}
            accept="image/png,image/jpeg,image/svg+xml"
            type="image"
            allowMultiple={false}
            variableHeight
            onDrop={(files) => void read(files[0])}
          >
            <DropZone.FileUpload actionTitle={t("branding.logo.choose")} />
          </DropZone>
        ) : (
          <InlineStack gap="400" blockAlign="center">
            <img src={value} alt={t("branding.logo.alt")} style={{ maxHeight: 64, maxWidth: 200 }} />
            <Button
              onClick={() => {
                setProblem(undefined);
                onChange("");
              }}
            >
              {t("branding.logo.remove")}
            </Button>
          </InlineStack>
        )}
        {message !== undefined && (
          <Text as="span" tone="critical">
            <InlineError message={message} fieldID={name} />
          </Text>
        )}
      </BlockStack>
    </Labelled>
  );
}
