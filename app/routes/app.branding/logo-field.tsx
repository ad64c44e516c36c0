import { BlockStack, Button, DropZone, InlineError, InlineStack, Labelled, Text } from "@shopify/polaris";
import { useState } from "react";

import { MAX_LOGO_BYTES, readLogo } from "../../branding/logo.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";

/** An image from the merchant's computer, stored as a data URI. Reports an unsuitable file at once. */
export function LogoField({
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
