import {
  type FetcherWithComponents,
  useFetcher,
  useNavigate,
  useNavigation,
  useSearchParams,
} from "@remix-run/react";
import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  Checkbox,
  Divider,
  InlineGrid,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useContext, useState } from "react";

import type { PlannedPrice } from "../../catalog/price-edits/plan-price-edit.server.ts";
import type { MissingCosts } from "../../catalog/pricing/pricing.ts";
import { type ChangeKind, changeKinds, isPercent } from "../../catalog/price-edits/price-change.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { MarginHint, marginText, ProductLink } from "../../components/product.tsx";
import type { Unagreed } from "../../catalog/pricing/find-below-cost.server.ts";
import { formatMoney } from "../../messages/format-money.ts";
import type { Message } from "../../messages/message.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";

export type ShownPlan = {
  chosen: { kind: ChangeKind; typed: string };
  problem: Message | null;
  isPlanned: boolean;
  rows: PlannedPrice[];
  currency: string;
  leftOut: number;
  missing: MissingCosts;
  seen: string;
  changing: number;
  belowCost: number;
  count: number;
};

/** If the answer has `unagreed`, no price was set: the merchant must first agree to prices below cost. */
export type PriceEditAnswer = { notice?: Notice; unagreed?: { belowCost: number } };
export type UndoAnswer = { notice?: Notice; unagreed?: Unagreed };

/** Lets the merchant choose how prices change, and shows a preview before they are set. The URL holds the choice. */
export function PriceEditForm({ plan }: { plan: ShownPlan }) {
  const t = useT();
  const navigate = useNavigate();
  const isLoading = useNavigation().state === "loading";
  const [searchParams] = useSearchParams();
  const [kind, setKind] = useState(plan.chosen.kind);
  const [typed, setTyped] = useState(plan.chosen.typed);
  const fetcher = useFetcher<PriceEditAnswer>();
  const notice = fetcher.state === "idle" ? fetcher.data?.notice : null;
  if (plan.count === 0)
    return (
      <Banner tone="warning" title={t("price-edits.none-in-shop.title")}>
        <p>{t("price-edits.none-in-shop")}</p>
      </Banner>
    );
  return (
    <>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const params = new URLSearchParams(searchParams);
            params.set("by", kind);
            params.set("value", typed);
            navigate(`?${params.toString()}`, { preventScrollReset: true });
          }}
        >
          <BlockStack gap="300">
            <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
              <Select
                label={t("price-edits.how")}
                options={changeKinds.map((value) => ({ value, label: t(`price-edits.by.${value}`) }))}
                value={kind}
                onChange={(value) => {
                  setKind(changeKinds.find((each) => each === value) ?? kind);
                }}
              />
              <TextField
                label={t(kind === "fixed" ? "price-edits.amount" : "price-edits.value")}
                helpText={kind === "fixed" ? undefined : t("price-edits.value.help")}
                autoComplete="off"
                maxLength={40}
                suffix={isPercent(kind) ? "%" : plan.currency}
                value={typed}
                onChange={setTyped}
                error={plan.problem === null ? undefined : t(plan.problem)}
              />
            </InlineGrid>
            <Text as="p" tone="subdued" variant="bodySm">
              {t("price-edits.rounding", { currency: plan.currency })}
            </Text>
            <InlineStack>
              <Button submit loading={isLoading}>
                {t("price-edits.preview")}
              </Button>
            </InlineStack>
          </BlockStack>
        </form>
      </Card>
      {notice && <NoticeBanner notice={notice} />}
      <Preview key={plan.seen} plan={plan} fetcher={fetcher} />
    </>
  );
}

function Preview({ plan, fetcher }: { plan: ShownPlan; fetcher: FetcherWithComponents<PriceEditAnswer> }) {
  const { isPlanned, rows, currency, leftOut, missing, seen, changing, count } = plan;
  const t = useT();
  const [except, setExcept] = useState<string[]>([]);
  const [agreed, setAgreed] = useState(false);
  const left = rows.filter(({ id, price }) => price !== null && except.includes(id));
  const toSet = changing - left.length;
  const belowCost = plan.belowCost - left.filter((row) => row.belowCost).length;
  return (
    <Card>
      <BlockStack gap="300">
        {isPlanned && (
          <Text as="p" fontWeight="medium">
            {t("price-edits.summary", { count: toSet, kept: count - toSet })}
          </Text>
        )}
        {leftOut > 0 && (
          <Text as="p" tone="subdued">
            {t("price-edits.left-out", { count: leftOut })}
          </Text>
        )}
        <MarginHint missing={missing} />
        <BlockStack as="ul" gap="300">
          {rows.map((row) => (
            <li key={row.id}>
              <BlockStack gap="300">
                <PlannedRow
                  row={row}
                  currency={currency}
                  missing={missing}
                  isPlanned={isPlanned}
                  isOn={!except.includes(row.id)}
                  onToggle={(isOn) => {
                    setExcept(isOn ? except.filter((id) => id !== row.id) : [...except, row.id]);
                  }}
                />
                <Divider />
              </BlockStack>
            </li>
          ))}
        </BlockStack>
        {count > rows.length && (
          <Text as="p" tone="subdued">
            {t("price-edits.more", { count: count - rows.length })}
          </Text>
        )}
        {isPlanned && belowCost > 0 && (
          <Checkbox
            label={t("price-edits.below-cost.agree", { count: belowCost })}
            checked={agreed}
            onChange={setAgreed}
            error={fetcher.data?.unagreed && !agreed ? t("price-edits.below-cost.missing") : undefined}
          />
        )}
        {isPlanned && (
          <>
            <Text as="p">{t("price-edits.own")}</Text>
            <InlineStack>
              <Button
                variant="primary"
                disabled={toSet === 0}
                loading={fetcher.state !== "idle"}
                onClick={() => {
                  const form = { intent: "set", seen, except: JSON.stringify(except) };
                  fetcher.submit({ ...form, belowCost: agreed ? "on" : "off" }, { method: "post" });
                }}
              >
                {t("price-edits.set", { count: toSet })}
              </Button>
            </InlineStack>
          </>
        )}
      </BlockStack>
    </Card>
  );
}

type RowProps = {
  row: PlannedPrice;
  currency: string;
  missing: MissingCosts;
  isPlanned: boolean;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
};

/** A variant with its cost, present and new price, margin, and a warning below cost. */
function PlannedRow({ row, currency, missing, isPlanned, isOn, onToggle }: RowProps) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const { supplierProductId, product, variant, present, price, kept, cost, margin, belowCost } = row;
  const name = variant === null ? product : t("price-edits.variant", { product, variant });
  const shown = (amount: string | null) =>
    amount === null ? t("price-edits.unknown") : formatMoney({ amount, currency }, locale);
  return (
    <InlineGrid
      columns={{ xs: 1, sm: isPlanned ? "2fr 1fr 1fr 1fr 1fr" : "2fr 1fr 1fr 1fr" }}
      gap="200"
      alignItems="center"
    >
      <InlineStack gap="200" wrap={false} blockAlign="center">
        {price !== null && (
          <Checkbox
            label={t("price-edits.include", { name })}
            labelHidden
            checked={isOn}
            onChange={onToggle}
          />
        )}
        <BlockStack>
          <ProductLink id={supplierProductId} name={product} />
          {variant !== null && (
            <Text as="span" tone="subdued" variant="bodySm" breakWord>
              {variant}
            </Text>
          )}
        </BlockStack>
      </InlineStack>
      <Text as="p">{t("price-edits.cost-is", { cost: shown(cost) })}</Text>
      <Text as="p">{t("price-edits.old-is", { price: shown(present) })}</Text>
      {isPlanned && (
        <Text as="p" fontWeight={price === null ? "regular" : "medium"}>
          {kept === null ? t("price-edits.new-is", { price: shown(price) }) : t(`price-edits.kept.${kept}`)}
        </Text>
      )}
      <InlineStack gap="200" blockAlign="center">
        {margin !== null && (
          <Text as="span" tone={belowCost ? "critical" : "subdued"}>
            {marginText({ margin }, { missing, t }).margin}
          </Text>
        )}
        {belowCost && <Badge tone="critical">{t("price-edits.below-cost")}</Badge>}
      </InlineStack>
    </InlineGrid>
  );
}
