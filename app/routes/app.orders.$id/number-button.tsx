import { BlockStack, Text, TextField } from "@shopify/polaris";
import { type RefObject, useState } from "react";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useT } from "../../messages/use-t.ts";

/** A button that asks for the supplier's order number before it acts. */
export function NumberButton({
  label,
  keep,
  text,
  busy,
  page,
  onConfirm,
}: {
  label: string;
  keep: string;
  /** The consequences of a wrong number. */
  text: string;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  onConfirm: (number: string) => void;
}) {
  const t = useT();
  const [number, setNumber] = useState("");
  return (
    <ConfirmButton
      label={label}
      title={t("orders.doubt.ordered.title")}
      confirm={label}
      keep={keep}
      busy={busy}
      page={page}
      ready={number.trim() !== ""}
      onConfirm={() => {
        onConfirm(number);
      }}
    >
      <BlockStack gap="400">
        <TextField
          label={t("orders.supplier-number")}
          autoComplete="off"
          maxLength={100}
          value={number}
          onChange={setNumber}
        />
        <Text as="p">{text}</Text>
      </BlockStack>
    </ConfirmButton>
  );
}
