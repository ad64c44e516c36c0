import { useSubmit } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, ChoiceList, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";

import type { PriceChoice } from "../../catalog/matching/confirm-matches.server.ts";
import { ProblemText } from "../../components/problem-text.tsx";
import { useT } from "../../messages/use-t.ts";
import { PriceSelect } from "./price-select.tsx";
import type { Row } from "./row.ts";
import { SideBySide } from "./side-by-side.tsx";
import { VariantLine } from "./variant-line.tsx";

/** Limit of lines shown at first. Lines that need the merchant's choice are always shown. */
const LINES_AT_MOST = 5;

/** A product of the supplier and its possible matches in the shop, to link or skip. */
export function MatchCard({
  row,
  currency,
  busy,
  connected,
}: {
  row: Row;
  currency: string;
  busy: boolean;
  connected: boolean;
}) {
  const t = useT();
  const submit = useSubmit();
  const { id, name, state, version, candidates, problem } = row;
  const [shopProductId, setShopProductId] = useState(candidates[0]?.shopProductId ?? "");
  const [picks, setPicks] = useState<Record<string, string | null>>({});
  const [price, setPrice] = useState<PriceChoice>("keep");
  const candidate = candidates.find((each) => each.shopProductId === shopProductId);
  const lines = candidate?.lines ?? [];
  const shown = lines.filter((line, index) => index < LINES_AT_MOST || line.chosen === null);
  const anyLinked = lines.some(({ supplierVariantId, chosen }) => picks[supplierVariantId] ?? chosen);
  const send = (intent: string, more: Record<string, string> = {}) => {
    submit({ intent, id, ...more }, { method: "post", preventScrollReset: true });
  };
  const canLink = ["open", "failed"].includes(state) && candidate !== undefined && connected;
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd" breakWord>
            {name}
          </Text>
          <StateBadge row={row} />
        </InlineStack>
        {problem && state === "failed" && <ProblemText problem={problem} tone="critical" />}
        {candidates.length === 0 && (
          <Text as="p">{t(state === "none" ? "links.left-by-import" : "links.nothing-like-it")}</Text>
        )}
        {candidates.length > 1 && (
          <ChoiceList
            title={t("links.in-shop-product")}
            choices={candidates.map((each) => ({
              value: each.shopProductId,
              label: each.title,
              helpText: reasons(each, t),
            }))}
            selected={[shopProductId]}
            onChange={([chosen]) => {
              setShopProductId(chosen ?? shopProductId);
              setPicks({});
            }}
          />
        )}
        {candidate && (
          <>
            <SideBySide row={row} candidate={candidate} />
            <BlockStack gap="300">
              {shown.map((line) => (
                <VariantLine
                  key={line.supplierVariantId}
                  line={line}
                  picked={picks[line.supplierVariantId]}
                  onPick={(shopVariantId) => {
                    setPicks({ ...picks, [line.supplierVariantId]: shopVariantId });
                  }}
                  currency={currency}
                  follows={price === "follow"}
                />
              ))}
              {lines.length > shown.length && (
                <Text as="p" tone="subdued">
                  {t("links.more-lines", { count: lines.length - shown.length })}
                </Text>
              )}
            </BlockStack>
          </>
        )}
        {canLink && (
          <>
            <PriceSelect value={price} onChange={setPrice} />
            <Text as="p" tone="subdued">
              {t("links.effect")}
            </Text>
          </>
        )}
        <InlineStack gap="200">
          {canLink && (
            <Button
              variant="primary"
              disabled={busy || !anyLinked}
              accessibilityLabel={t("links.confirm-product", { product: name })}
              onClick={() => {
                send("confirm", { version, shopProductId, picks: JSON.stringify(picks), price });
              }}
            >
              {t("links.confirm")}
            </Button>
          )}
          {["open", "failed"].includes(state) && candidate && (
            <Button
              disabled={busy}
              accessibilityLabel={t("links.skip-product", { product: name })}
              onClick={() => {
                send("skip");
              }}
            >
              {t("links.skip")}
            </Button>
          )}
          {state === "skipped" && (
            <Button
              disabled={busy}
              accessibilityLabel={t("links.unskip-product", { product: name })}
              onClick={() => {
                send("unskip");
              }}
            >
              {t("links.unskip")}
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

function StateBadge({ row: { state, clear, candidates } }: { row: Row }) {
  const t = useT();
  if (state === "linking") return <Badge tone="info">{t("links.linking")}</Badge>;
  if (state === "failed") return <Badge tone="critical">{t("links.failed")}</Badge>;
  if (candidates.length === 0) return null;
  if (clear) return <Badge tone="success">{t("links.only-match")}</Badge>;
  return <Badge tone="attention">{t(candidates.length > 1 ? "links.choose" : "links.needs-check")}</Badge>;
}

/** Returns each reason once, the strongest first. */
function reasons({ lines }: Row["candidates"][number], t: ReturnType<typeof useT>): string {
  const all = lines.flatMap(({ choices }) => choices.flatMap(({ by }) => by));
  return [...new Set(all)].map((by) => t(`links.by.${by}`)).join(" · ");
}
