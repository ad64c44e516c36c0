import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Checkbox, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";

import type { Unagreed } from "../catalog/pricing/find-below-cost.server.ts";
import { useT } from "../messages/use-t.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import type { Notice } from "./notice.tsx";

/** The answer to an undo of prices in another currency than the shop's present one. */
export const OTHER_CURRENCY: Notice = {
  tone: "warning",
  title: { code: "price-edits.other-currency" },
  text: { code: "price-edits.other-currency.help" },
};

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
  /** The newest answer if it asks for agreement to prices below cost; otherwise null. */
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

/** The answer of the page of syncs to `UndoRun`. */
export type RunUndone = { notice: Notice | null; unagreed?: Unagreed & { runId: string } };

/** Undoes the prices that a run has set, on each page that shows the run. `prices`: the number of these prices. */
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
