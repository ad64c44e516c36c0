import { BlockStack, Select, TextField } from "@shopify/polaris";

import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import type { Assignment } from "../../orders/choices/choices-form.ts";
import { LONGEST_METHOD } from "../../orders/choices/shipping-method.ts";

/** Chooses the supplier's method for one of the shop's: from the supplier's list, or as typed if there is no list. */
export function MethodField({
  label,
  helpText,
  typed: { choice, method },
  offered,
  canBeOpen,
  problem,
  onChange,
}: {
  label: string;
  helpText?: string;
  typed: Assignment;
  offered: readonly string[] | "any";
  canBeOpen: boolean;
  problem: Message | undefined;
  onChange: (typed: Assignment) => void;
}) {
  const t = useT();
  const error = problem && t(problem);
  const isList = offered !== "any";
  const listed = isList ? [...new Set([...offered, ...(choice === "named" ? [method] : [])])] : [];
  const options = [
    ...(canBeOpen ? [{ label: t("methods.choice.open"), value: "open" }] : []),
    { label: t("methods.choice.none"), value: "none" },
    ...(isList
      ? listed.map((each) => ({ label: each, value: `=${each}` }))
      : [{ label: t("methods.choice.named"), value: "named" }]),
  ];
  return (
    <BlockStack gap="200">
      <Select
        label={label}
        {...(helpText !== undefined && { helpText })}
        options={options}
        value={isList && choice === "named" ? `=${method}` : choice}
        {...(isList && error !== undefined && { error })}
        onChange={(value) => {
          if (value === "open" || value === "none") onChange({ choice: value, method: "" });
          else onChange({ choice: "named", method: isList ? value.slice(1) : method });
        }}
      />
      {!isList && choice === "named" && (
        <TextField
          label={t("methods.named", { method: label })}
          value={method}
          maxLength={LONGEST_METHOD}
          autoComplete="off"
          {...(error !== undefined && { error })}
          onChange={(value) => {
            onChange({ choice, method: value });
          }}
        />
      )}
    </BlockStack>
  );
}
