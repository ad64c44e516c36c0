import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { BlockStack, Card, FormLayout, Layout, Page, Text, TextField } from "@shopify/polaris";
import { useState } from "react";

import { OLD_AFTER_DAYS } from "../../catalog/pricing/exchange-rate.ts";
import type { FormProblems, PriceForm, RateForm } from "../../catalog/pricing/price-form.ts";
import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { useT } from "../../messages/use-t.ts";
import { CostsCard } from "./costs-card.tsx";
import { ApplyCard, PreviewCard, usePreview } from "./preview-card.tsx";
import { CategoryRules, RuleCard } from "./rule-card.tsx";
import type { Answer, ShownPrices } from "./shown-prices.ts";

export function PricesEditor({ loaded }: { loaded: ShownPrices }) {
  // Keeps the fetchers outside of `Editor`, which remounts with each new version of the stored values. Remix drops a
  // fetcher's answer when no mounted component uses the fetcher.
  const saving = useFetcher<Answer>();
  const applying = useFetcher<Answer>();
  // The server may write numbers in another form than the merchant, so the form resets after each save.
  const version = useTypedVersion(loaded.savedAt ?? "first", {
    isStale: saving.data?.kind === "saved" && saving.data.notice?.title.code === "prices.stale.title",
  });
  return <Editor key={version} loaded={loaded} saving={saving} applying={applying} />;
}

type Fetcher = FetcherWithComponents<Answer>;

function Editor({ loaded, saving, applying }: { loaded: ShownPrices; saving: Fetcher; applying: Fetcher }) {
  const t = useT();
  const { form: stored, savedAt, language, shopCurrency: currency } = loaded;
  const [form, setForm] = useState(stored);
  const [previewed, setPreviewed] = useState<{ category: string | null; cost: string }>({
    category: null,
    cost: "",
  });
  const preview = usePreview({ form, language, ...previewed });
  const typed = JSON.stringify(form);
  const dirty = typed !== JSON.stringify(stored);
  const [sent, setSent] = useState<string | null>(null);
  const answer = saving.state === "idle" ? saving.data : undefined;
  const refused =
    answer?.kind === "saved" && Object.keys(answer.problems).length > 0 ? answer.problems : null;
  // After a failed save, shows its problems until the merchant edits the form. From then on, shows the preview's
  // problems, which may briefly be those of an older form.
  const problems =
    refused === null
      ? complete(preview?.problems ?? {})
      : typed === sent
        ? refused
        : (preview?.problems ?? refused);
  const change = (changed: Partial<PriceForm>) => {
    setForm((before) => ({ ...before, ...changed }));
  };
  // Stands first on the page if there is something to apply.
  const apply = <ApplyCard loaded={loaded} dirty={dirty} applying={applying} />;
  return (
    <Page
      title={t("prices.title")}
      subtitle={t("prices.subtitle")}
      backAction={{ content: t("prices.catalog"), url: "/app/catalog" }}
    >
      <EditorSaveBar
        id="prices-save-bar"
        isOpen={dirty}
        isSaving={saving.state !== "idle"}
        onSave={() => {
          const rules = { form: typed, language, savedAt: savedAt ?? "" };
          setSent(typed);
          saving.submit({ intent: "save", ...rules }, { method: "post" });
        }}
        onDiscard={() => {
          setForm(stored);
        }}
      />
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Notices loaded={loaded} dirty={dirty} answers={[saving, applying]} />
            <RuleCard
              title={t("prices.default.title")}
              help={t("prices.default.help")}
              path="default"
              rule={form.default}
              currency={currency}
              problems={problems}
              onChange={(rule) => {
                change({ default: rule });
              }}
            />
            <CategoryRules
              rules={form.categories}
              addable={[...loaded.categories, ...stored.categories.map(({ category }) => category)]}
              usual={form.default}
              currency={currency}
              problems={problems}
              onChange={(categories) => {
                change({ categories });
              }}
            />
            <CostsCard
              costs={form.costs}
              currency={currency}
              taxesIncluded={loaded.taxesIncluded}
              recentShipping={loaded.recentShipping}
              problems={problems}
              onChange={(costs) => {
                change({ costs });
              }}
            />
            {form.rates.length > 0 && (
              <RatesCard
                rates={form.rates}
                problems={problems}
                today={loaded.today}
                onChange={(rates) => {
                  change({ rates });
                }}
              />
            )}
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            {loaded.followers > 0 && apply}
            <PreviewCard
              preview={preview}
              categories={form.categories.map(({ category }) => category)}
              previewed={previewed}
              onChange={setPreviewed}
              currency={currency}
            />
            {loaded.followers === 0 && apply}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

const UNFINISHED = ["number.missing", "prices.problem.range-open", "prices.problem.no-ranges"];

/** Leaves out problems of unfinished fields, because the merchant may still be typing. */
function complete(problems: FormProblems): FormProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, { code }]) => !UNFINISHED.includes(code)));
}

type NoticesProps = { loaded: ShownPrices; dirty: boolean; answers: FetcherWithComponents<Answer>[] };

/** Shows the answers to the last buttons, then problems that persist. */
function Notices({ loaded, dirty, answers }: NoticesProps) {
  const given = answers.flatMap(({ state, data }) => {
    const notice = state === "idle" && data && "notice" in data ? data.notice : null;
    // Hides "Saved" once the merchant has changed the form again.
    return notice && !(dirty && notice.tone === "success") ? [notice] : [];
  });
  const byTitle = new Map([...given, ...lasting(loaded)].map((notice) => [notice.title.code, notice]));
  return [...byTitle].map(([code, notice]) => <NoticeBanner key={code} notice={notice} />);
}

function lasting({ missingRates, oldRates, otherCurrency, shopCurrency }: ShownPrices): Notice[] {
  const notices: (Notice | false)[] = [
    otherCurrency !== null && {
      tone: "critical",
      title: { code: "prices.other-currency.title" },
      text: { code: "prices.other-currency", currency: otherCurrency, shopCurrency },
    },
    missingRates.length > 0 && {
      tone: "critical",
      title: { code: "prices.rates.missing.title" },
      text: { code: "prices.rates.missing", currencies: missingRates.join(", "), shopCurrency },
    },
    oldRates.length > 0 && {
      tone: "warning",
      title: { code: "prices.rates.old.title" },
      text: {
        code: "prices.rates.old",
        currencies: oldRates.map(({ from }) => from).join(", "),
        days: OLD_AFTER_DAYS,
      },
    },
  ];
  return notices.filter((notice) => notice !== false);
}

type RatesCardProps = {
  rates: RateForm[];
  problems: FormProblems;
  /** YYYY-MM-DD. */
  today: string;
  onChange: (rates: RateForm[]) => void;
};

/**
 * The form for exchange rates, each with its date. A rate is the value of one unit of the supplier's currency in the
 * shop's.
 */
function RatesCard({ rates, problems, today, onChange }: RatesCardProps) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {t("prices.rates.title")}
          </Text>
          <Text as="p" tone="subdued">
            {t("prices.rates.help")}
          </Text>
        </BlockStack>
        <FormLayout>
          {rates.map(({ from, to, rate, date }, index) => {
            const path = `rates.${String(index)}`;
            const change = (changed: Partial<RateForm>) => {
              onChange(rates.map((each, at) => (at === index ? { ...each, ...changed } : each)));
            };
            const field = (name: "rate" | "date") => {
              const problem = problems[`${path}.${name}`];
              return { name: `${path}.${name}`, error: problem && t(problem), autoComplete: "off" };
            };
            return (
              <FormLayout.Group key={`${from} ${to}`}>
                <TextField
                  {...field("rate")}
                  label={t("prices.rates.rate", { from, to })}
                  value={rate}
                  inputMode="decimal"
                  suffix={to}
                  // Sets the date to today, because a merchant usually types today's rate. The merchant can change
                  // the date.
                  onChange={(typed) => {
                    change({ rate: typed, date: today });
                  }}
                />
                <TextField
                  {...field("date")}
                  label={t("prices.rates.date")}
                  type="date"
                  value={date}
                  onChange={(typed) => {
                    change({ date: typed });
                  }}
                />
              </FormLayout.Group>
            );
          })}
        </FormLayout>
      </BlockStack>
    </Card>
  );
}
