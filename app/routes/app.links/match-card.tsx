import { useSubmit } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  ChoiceList,
  InlineGrid,
  InlineStack,
  Link,
  Select,
  Text,
  Thumbnail,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { type ReactNode, useContext, useState } from "react";

import type { PriceChoice } from "../../catalog/matching/confirm-matches.server.ts";
import { ProblemText } from "../../components/product.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { adminProductUrl } from "../../shop/ids.ts";
import type { Line, Row } from "./row.ts";

/** Maximum number of lines shown at first. Lines that need the merchant's choice are shown beyond this number. */
const MAX_LINES = 5;

/**
 * Shows a product of the supplier with its possible matches in the shop. The merchant links it to a match, or skips
 * it.
 */
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
  const shown = lines.filter((line, index) => index < MAX_LINES || line.chosen === null);
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
              accessibilityLabel={t("action.about", { action: t("links.confirm"), subject: name })}
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
              accessibilityLabel={t("action.about", { action: t("links.skip"), subject: name })}
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
              accessibilityLabel={t("action.about", { action: t("links.unskip"), subject: name })}
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

/** Lets the merchant choose between keeping the shop's price and following the supplier. */
export function PriceSelect({
  value,
  onChange,
}: {
  value: PriceChoice;
  onChange: (choice: PriceChoice) => void;
}) {
  const t = useT();
  return (
    <Select
      label={t("links.price")}
      options={CHOICES.map((choice) => ({ label: t(`links.price.${choice}`), value: choice }))}
      value={value}
      onChange={(chosen) => {
        onChange(CHOICES.find((choice) => choice === chosen) ?? "keep");
      }}
    />
  );
}

const CHOICES = ["keep", "follow"] as const satisfies PriceChoice[];

function StateBadge({ row: { state, clear, candidates } }: { row: Row }) {
  const t = useT();
  if (state === "linking") return <Badge tone="info">{t("links.linking")}</Badge>;
  if (state === "failed") return <Badge tone="critical">{t("links.failed")}</Badge>;
  if (candidates.length === 0) return null;
  if (clear) return <Badge tone="success">{t("links.only-match")}</Badge>;
  return <Badge tone="attention">{t(candidates.length > 1 ? "links.choose" : "links.needs-check")}</Badge>;
}

/** Returns the reasons why a candidate matches, without duplicates. */
function reasons({ lines }: Row["candidates"][number], t: ReturnType<typeof useT>): string {
  const all = lines.flatMap(({ choices }) => choices.flatMap(({ by }) => by));
  return [...new Set(all)].map((by) => t(`links.by.${by}`)).join(" · ");
}

const NONE = "none";

/** Shows a variant of the supplier beside its match in the shop, or beside its possible matches. */
function VariantLine({
  line,
  picked,
  onPick,
  currency,
  follows,
}: {
  line: Line;
  /** The shop's variant that the merchant picked; null for none, undefined before the merchant has picked. */
  picked: string | null | undefined;
  onPick: (shopVariantId: string | null) => void;
  currency: string;
  /** True if the price will follow the supplier. */
  follows: boolean;
}) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const { options, sku, barcode, cost, choices, chosen, newPrice } = line;
  const current = picked === undefined ? chosen : picked;
  const choice = choices.find(({ shopVariantId }) => shopVariantId === current);
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  const label = options.join(" / ") || t("links.whole-product");
  const priced = (price: string) =>
    t("links.your-price", {
      price: follows && newPrice !== null ? `${money(price)} → ${money(newPrice)}` : money(price),
    });
  return (
    <Box borderBlockStartWidth="025" borderColor="border" paddingBlockStart="300">
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="200">
        <BlockStack gap="050">
          <Text as="p" breakWord>
            {label}
          </Text>
          <Text as="p" variant="bodySm" tone="subdued" breakWord>
            {details(t, { sku, barcode, last: t("links.cost", { cost: formatMoney(cost, locale) }) })}
          </Text>
        </BlockStack>
        <BlockStack gap="100">
          {(chosen === null || choices.length > 1) && (
            <Select
              label={t("links.pick-variant", { variant: label })}
              labelHidden
              options={[
                { label: t("links.not-this"), value: NONE },
                ...choices.map(({ shopVariantId, options: own, sku: ownSku }) => ({
                  label: [own.join(" / ") || t("links.whole-product"), ownSku].filter(Boolean).join(" · "),
                  value: shopVariantId,
                })),
              ]}
              value={current ?? NONE}
              onChange={(value) => {
                onPick(value === NONE ? null : value);
              }}
            />
          )}
          {choice && (
            <>
              {choices.length === 1 && (
                <Text as="p" breakWord>
                  {choice.options.join(" / ") || t("links.whole-product")}
                </Text>
              )}
              <Text as="p" variant="bodySm" tone="subdued" breakWord>
                {details(t, { ...choice, last: priced(choice.price) })}
              </Text>
              <InlineStack gap="100">
                {choice.by.map((by) => (
                  <Badge key={by} tone={by === "title" ? "attention" : "success"}>
                    {t(`links.by.${by}`)}
                  </Badge>
                ))}
              </InlineStack>
            </>
          )}
        </BlockStack>
      </InlineGrid>
    </Box>
  );
}

function details(
  t: ReturnType<typeof useT>,
  { sku, barcode, last }: { sku: string | null; barcode: string | null; last: string },
): string {
  return [sku && t("links.sku", { sku }), barcode && t("links.barcode", { barcode }), last]
    .filter(Boolean)
    .join(" · ");
}

function SideBySide({ row, candidate }: { row: Row; candidate: Row["candidates"][number] }) {
  const t = useT();
  const { shopProductId, title, status } = candidate;
  return (
    <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
      <Side heading={t("links.at-supplier")} image={row.image} name={row.name} variants={row.variants} />
      <Side heading={t("links.in-shop")} image={candidate.image} name={title} variants={candidate.variants}>
        <InlineStack gap="200" blockAlign="center">
          {status === "DRAFT" && <Badge>{t("links.draft")}</Badge>}
          {status === "ARCHIVED" && <Badge>{t("links.archived")}</Badge>}
          <Link
            url={adminProductUrl(shopProductId)}
            target="_blank"
            accessibilityLabel={t("action.about", { action: t("links.open-in-shop"), subject: title })}
          >
            {t("links.open-in-shop")}
          </Link>
        </InlineStack>
      </Side>
    </InlineGrid>
  );
}

function Side({
  heading,
  image,
  name,
  variants,
  children,
}: {
  heading: string;
  image: string | null;
  name: string;
  variants: number;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <InlineStack gap="300" wrap={false} blockAlign="start">
      <div style={{ flex: "none" }}>
        <Thumbnail source={image ?? ImageIcon} alt="" size="medium" />
      </div>
      <BlockStack gap="050">
        <Text as="h3" variant="bodySm" tone="subdued">
          {heading}
        </Text>
        <Text as="p" fontWeight="medium" breakWord>
          {name}
        </Text>
        <Text as="p" variant="bodySm" tone="subdued">
          {t("links.variants", { count: variants })}
        </Text>
        {children}
      </BlockStack>
    </InlineStack>
  );
}
