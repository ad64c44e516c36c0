import { BlockStack, Checkbox, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";

import { useT } from "../messages/use-t.ts";
import { ConfirmButton } from "./confirm-button.tsx";

/** The answer to a press that would bring so many prices below cost, which the merchant has not agreed to. `version`: which ones. */
export type Unagreed = { belowCost: number; version: string };

/** Undoes prices after confirmation. If that would bring some below cost, the dialog opens again and asks for agreement. */
export function UndoPrices({
  label,
  title,
  busy,
  unagreed,
  onConfirm,
  children,
}: {
  label: string;
  title: string;
  busy: boolean;
  /** The newest answer, if it is one. */
  unagreed: Unagreed | null;
  /** `agreed`: the version of the prices below cost that the merchant has agreed to; empty for none. */
  onConfirm: (agreed: string) => void;
  children: ReactNode;
}) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [answer, setAnswer] = useState(unagreed);
  if (answer !== unagreed) {
    setAnswer(unagreed);
    setAgreed(false);
    setOpen(unagreed !== null);
  }
  return (
    <ConfirmButton
      label={label}
      look={{ size: "slim" }}
      title={title}
      confirm={label}
      keep={t("action.cancel")}
      destructive
      busy={busy}
      ready={unagreed === null || agreed}
      control={{ isOpen, setOpen }}
      onConfirm={() => {
        onConfirm(agreed && unagreed ? unagreed.version : "");
      }}
    >
      <BlockStack gap="300">
        {children}
        {unagreed && (
          <>
            <Text as="p" tone="critical">
              {t("price-edits.undo.below-cost", { count: unagreed.belowCost })}
            </Text>
            <Checkbox
              label={t("price-edits.below-cost.agree", { count: unagreed.belowCost })}
              checked={agreed}
              onChange={setAgreed}
            />
          </>
        )}
      </BlockStack>
    </ConfirmButton>
  );
}
