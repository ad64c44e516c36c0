import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { useEffect, useMemo } from "react";

import { useT } from "../../messages/use-t.ts";
import type { LoadedRules } from "../../orders/rules/load-rules.server.ts";
import { type Previewed, previewRules } from "../../orders/rules/preview-rules.ts";
import { readRulesForm, type RulesForm } from "../../orders/rules/rules-form.ts";
import type { NamedCountry } from "../../shop/countries.ts";
import type { loader as forecastLoader } from "../app.forecast.ts";

/** The loader's data for the form. */
export type ShownRules = Extract<LoadedRules, { kind: "rules" }> & { countries: NamedCountry[] };

/** Shows what the typed rules would have done with the last orders. */
export function PreviewCard({ form, loaded }: { form: RulesForm; loaded: ShownRules }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("rules.preview.title")}
        </Text>
        <div aria-live="polite">
          <Preview form={form} loaded={loaded} />
        </div>
      </BlockStack>
    </Card>
  );
}

function Preview({ form, loaded }: { form: RulesForm; loaded: ShownRules }) {
  const t = useT();
  const { orders, currency, timeZone, now } = loaded;
  const { load, data: forecast } = useFetcher<typeof forecastLoader>();
  useEffect(() => {
    load("/app/forecast");
  }, [load]);
  const held = forecast?.kind === "forecast" ? forecast.held : undefined;
  const previewed = useMemo(() => {
    const read = readRulesForm(form, currency);
    if (!read.ok || !Array.isArray(orders)) return null;
    const past = orders.map((order) => ({ ...order, processedAt: new Date(order.processedAt) }));
    return previewRules(read.rules, past, { now: new Date(now), timeZone, ...(held && { held }) });
  }, [form, currency, orders, now, timeZone, held]);
  if (!Array.isArray(orders))
    return <Text as="p">{t("rules.preview.unreadable", { why: orders.problem })}</Text>;
  if (previewed === null)
    return (
      <Text as="p" tone="subdued">
        {t("rules.preview.problems")}
      </Text>
    );
  if (previewed.length === 0)
    return (
      <Text as="p" tone="subdued">
        {t("rules.preview.none")}
      </Text>
    );
  const sent = previewed.filter(({ kind }) => kind === "sent").length;
  return (
    <BlockStack gap="300">
      <Text as="p" fontWeight="semibold">
        {t("rules.preview.summary", { count: previewed.length, sent, kept: previewed.length - sent })}
      </Text>
      <Text as="p" tone="subdued">
        {t("rules.preview.hint")}
      </Text>
      {forecast === undefined && <Text as="p">{t("rules.preview.checking")}</Text>}
      {forecast?.kind === "failed" && (
        <Text as="p">{t("rules.preview.unchecked", { why: forecast.problem })}</Text>
      )}
      <BlockStack as="ul" gap="200">
        {previewed.map((each) => (
          <li key={each.id}>
            <PreviewedOrder order={each} />
          </li>
        ))}
      </BlockStack>
    </BlockStack>
  );
}

function PreviewedOrder({ order }: { order: Previewed }) {
  const t = useT();
  const { name, kind, at, why } = order;
  return (
    <BlockStack gap="050">
      <InlineStack gap="200" blockAlign="center">
        <Link url={`/app/orders?${new URLSearchParams({ query: name }).toString()}`} removeUnderline>
          {name}
        </Link>
        {kind === "sent" ? (
          <Badge tone="success">{t("rules.preview.sent")}</Badge>
        ) : kind === "kept" ? (
          <Badge tone="attention">{t("rules.preview.kept")}</Badge>
        ) : (
          <Badge tone="warning">{t("rules.preview.held")}</Badge>
        )}
      </InlineStack>
      {why !== null && (
        <Text as="span" variant="bodySm" tone="subdued" breakWord>
          {t(why)}
        </Text>
      )}
      {kind === "held" && (
        <Text as="span" variant="bodySm" tone="subdued" breakWord>
          {t(order.message)}
        </Text>
      )}
      {kind === "sent" && why !== null && (
        <Text as="span" variant="bodySm" tone="subdued">
          {t("rules.preview.sent-at", { at: at.toISOString() })}
        </Text>
      )}
    </BlockStack>
  );
}
