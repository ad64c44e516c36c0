import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Checkbox, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";

import type { Unagreed } from "../catalog/pricing/find-below-cost.server.ts";
import { useT } from "../messages/use-t.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import type { Notice } from "./notice.tsx";

/** The notice if prices cannot be undone because the shop's currency has changed since. */
export const OTHER_CURRENCY: Notice = {
  tone: "warning",
  title: { code: "price-edits.other-currency" },
  text: { code: "price-edits.other-currency.help" },
};

/**
 * A button that undoes prices after confirmation. If some would be below cost, the dialog opens again and asks the
 * merchant to agree.
 */
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
  /** The prices below cost to which the merchant must agree; null if the newest answer has none. */
  unagreed: Unagreed | null;
  /** `agreed` is the version of the prices below cost to which the merchant has agreed; "" for none. */
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

/** The answer of the sync page's action to `UndoRun`. */
export type RunUndone = { notice: Notice | null; unagreed?: Unagreed & { runId: string } };

/** A button that undoes the prices of a sync run, on each page that shows the run. `prices` is their number. */
export function UndoRun({
  id,
  prices,
  fetcher,
}: {
  id: string;
  prices: number;
  fetcher: FetcherWithComponents<RunUndone>;
}) {
  const t = useT();
  const unagreed = fetcher.data?.unagreed ?? null;
  return (
    <UndoPrices
      label={t("sync.runs.undo")}
      title={t("sync.runs.undo-title")}
      busy={fetcher.state !== "idle"}
      unagreed={unagreed?.runId === id ? unagreed : null}
      onConfirm={(agreed) => {
        fetcher.submit({ intent: "undo", runId: id, agreed }, { method: "post", action: "/app/sync" });
      }}
    >
      <Text as="p">{t("sync.runs.undo-help", { count: prices })}</Text>
    </UndoPrices>
  );
}
