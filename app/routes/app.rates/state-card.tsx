import { Badge, Banner, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useT } from "../../messages/use-t.ts";
import type { RatesState } from "../../shipping/load-rates.server.ts";

type StateCardProps = { state: RatesState; busy: boolean; onRetry: () => void; onRemove: () => void };

/** How far the rates are in the shop, and how to go on or to remove them. */
export function StateCard({ state, busy, onRetry, onRemove }: StateCardProps) {
  const t = useT();
  const { kind, problem, inProfile, ownStock, waiting } = state;
  if (kind === "none") return null;
  const isDeleted = problem?.code === "shipping.problem.deleted";
  const isWithoutService = problem?.code === "shipping.problem.service-gone";
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("shipping.state.title")}
          </Text>
          <Badge tone={kind === "live" ? "success" : "attention"}>{t(`shipping.state.${kind}`)}</Badge>
        </InlineStack>
        {problem && (
          <Banner tone="critical">
            <p>{t(problem)}</p>
          </Banner>
        )}
        <div aria-live="polite">
          <BlockStack gap="100">
            <Text as="p">{t("shipping.state.in-profile", { count: inProfile })}</Text>
            {waiting > 0 && <Text as="p">{t("shipping.state.waiting", { count: waiting })}</Text>}
            {ownStock > 0 && <Text as="p">{t("shipping.state.own-stock", { count: ownStock })}</Text>}
          </BlockStack>
        </div>
        {kind !== "removing" && (
          <InlineStack gap="200">
            {isWithoutService && (
              <Button variant="primary" url="/app">
                {t("shipping.open-home")}
              </Button>
            )}
            {problem && !isDeleted && !isWithoutService && (
              <Button variant="primary" disabled={busy} onClick={onRetry}>
                {problem.code === "shipping.problem.scope" ? t("shipping.allow") : t("shipping.retry")}
              </Button>
            )}
            <ConfirmButton
              label={t("shipping.remove")}
              title={t("shipping.remove.title")}
              confirm={t("shipping.remove")}
              keep={t("action.cancel")}
              destructive
              busy={busy}
              onConfirm={onRemove}
            >
              <Text as="p">{t("shipping.remove.help")}</Text>
            </ConfirmButton>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}
