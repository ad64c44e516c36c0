import { BlockStack, Button, DropZone, InlineError, InlineStack, Labelled, Text } from "@shopify/polaris";
import { useState } from "react";

import { readLogo } from "../../branding/logo.ts";

/** A picture from the merchant's computer, kept as a data URI. A file that does not do is told at once. */
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
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = readLogo(new Uint8Array(await file.arrayBuffer()));
    setProblem(read.kind === "problem" ? read.problem : undefined);
    if (read.kind === "logo") onChange(read.dataUri);
  };
  const said = problem ?? error;
  return (
    <Labelled id={name} label={label} helpText="PNG, JPEG or SVG, up to 200 KB.">
      <BlockStack gap="200">
        {value === "" ? (
          <DropZone
            id={name}
            accept="image/png,image/jpeg,image/svg+xml"
            type="image"
            allowMultiple={false}
            variableHeight
            onDrop={(files) => void take(files[0])}
          >
            <DropZone.FileUpload actionTitle="Choose a file" />
          </DropZone>
        ) : (
          <InlineStack gap="400" blockAlign="center">
            <img src={value} alt="Your logo" style={{ maxHeight: 64, maxWidth: 200 }} />
            <Button
              onClick={() => {
                setProblem(undefined);
                onChange("");
              }}
            >
              Remove logo
            </Button>
          </InlineStack>
        )}
        {said !== undefined && (
          <Text as="span" tone="critical">
            <InlineError message={said} fieldID={name} />
          </Text>
        )}
      </BlockStack>
    </Labelled>
  );
}
