import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { SaveBar } from "@shopify/app-bridge-react";
import { BlockStack, Layout, Page } from "@shopify/polaris";
import { useState } from "react";

import type { FormProblems, PriceForm } from "../../catalog/pricing/price-form.ts";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { useT } from "../../messages/use-t.ts";
import { ApplyCard } from "./apply-card.tsx";
import { CategoryRules } from "./category-rules.tsx";
import { Notices } from "./notices.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { RatesCard } from "./rates-card.tsx";
import { RuleCard } from "./rule-card.tsx";
import type { Answer, ShownPrices } from "./shown-prices.ts";
import { usePreview } from "./use-preview.ts";

export function PricesEditor({ loaded }: { loaded: ShownPrices }) {
  // Here, because a fetcher forgets its answer once no component uses it.
  const saving = useFetcher<Answer>();
  const applying = useFetcher<Answer>();
  // Stored values may be formatted differently from the typed ones, so the form resets after each save.
  const version = useTypedVersion(loaded.savedAt ?? "first", {
    isStale: saving.data?.kind === "saved" && saving.data.notice?.title.code === "prices.stale.title",
  });
  return <Editor key={version} {...{ loaded, saving, applying }} />;
}

type Fetcher = FetcherWithComponents<Answer>;

function Editor({ loaded, saving, applying }: { loaded: ShownPrices; saving: Fetcher; applying: Fetcher }) {
  const t = useT();
  const { form: stored, savedAt, language, shopCurrency: currency } = loaded;
  const [form, setForm] = useState(stored);
  const [looked, setLooked] = useState<{ category: string | null; cost: string }>({
    category: null,
    cost: "",
  });
  const preview = usePreview({ form, language, ...looked });
  const dirty = JSON.stringify(form) !== JSON.stringify(stored);
  const answer = saving.state === "idle" ? saving.data : undefined;
  const refused = answer?.kind === "saved" && Object.keys(answer.problems).length > 0;
  const problems = refused ? (preview?.problems ?? answer.problems) : complete(preview?.problems ?? {});
  const change = (changed: Partial<PriceForm>) => {
    setForm((before) => ({ ...before, ...changed }));
  };
  // First on the page if there is something to apply.
  const apply = <ApplyCard loaded={loaded} dirty={dirty} applying={applying} />;
  return (
    <Page
      title={t("prices.title")}
      subtitle={t("prices.subtitle")}
      backAction={{ content: t("prices.catalog"), url: "/app/catalog" }}
    >
      <SaveBar id="prices-save-bar" open={dirty}>
        <button
          variant="primary"
          {...(saving.state !== "idle" && { loading: "" })}
          onClick={() => {
            const rules = { form: JSON.stringify(form), language, savedAt: savedAt ?? "" };
            saving.submit({ intent: "save", ...rules }, { method: "post" });
          }}
        >
          {t("prices.save")}
        </button>
        <button
          onClick={() => {
            setForm(stored);
          }}
        >
          {t("prices.discard")}
        </button>
      </SaveBar>
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Notices loaded={loaded} dirty={dirty} answers={[saving, applying]} />
            <RuleCard
              title={t("prices.default.title")}
              help={t("prices.default.help")}
              path="default"
              rule={form.default}
              {...{ currency, problems }}
              onChange={(rule) => {
                change({ default: rule });
              }}
            />
            <CategoryRules
              rules={form.categories}
              addable={[...loaded.categories, ...stored.categories.map(({ category }) => category)]}
              usual={form.default}
              {...{ currency, problems }}
              onChange={(categories) => {
                change({ categories });
              }}
            />
            {form.rates.length > 0 && (
              <RatesCard
                rates={form.rates}
                {...{ problems, today: loaded.today }}
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
              looked={looked}
              onLook={setLooked}
              {...{ currency }}
            />
            {loaded.followers === 0 && apply}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

const UNFINISHED = ["number.missing", "prices.problem.range-open", "prices.problem.no-ranges"];

/** Leaves out problems of empty fields, because the merchant may still be typing. */
function complete(problems: FormProblems): FormProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, { code }]) => !UNFINISHED.includes(code)));
}
