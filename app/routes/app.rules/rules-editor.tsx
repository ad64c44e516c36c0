import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Layout,
  Page,
  Text,
  Card,
  Checkbox,
  ChoiceList,
  Select,
  TextField,
} from "@shopify/polaris";
import { useState, type ReactNode } from "react";

import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { AtEdge } from "../../components/at-edge.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { useT } from "../../messages/use-t.ts";
import { type FormProblems, type RulesForm, delayChoices } from "../../orders/rules/rules-form.ts";
import { PreviewCard, type ShownRules } from "./preview-card.tsx";
import { CountryPicker } from "../../components/country-picker.tsx";
import type { NamedCountry } from "../../shop/countries.ts";

export type Answer = { notice: Notice | null; problems: FormProblems };

export function RulesEditor({ loaded }: { loaded: ShownRules }) {
  // Keeps the fetcher outside of `Editor`, which remounts with each new version of the stored values. Remix drops a
  // fetcher's answer when no mounted component uses the fetcher.
  const fetcher = useFetcher<Answer>();
  const isStale = fetcher.data?.notice?.title.code === "rules.stale.title";
  const version = useTypedVersion(String(loaded.version), { isStale });
  return <Editor key={version} loaded={loaded} fetcher={fetcher} />;
}

function Editor({ loaded, fetcher }: { loaded: ShownRules; fetcher: FetcherWithComponents<Answer> }) {
  const t = useT();
  const [stored] = useState<RulesForm>(loaded.form);
  const [form, setForm] = useState(stored);
  const busy = fetcher.state !== "idle";
  const dirty = JSON.stringify(form) !== JSON.stringify(stored);
  const shared = {
    form,
    currency: loaded.currency,
    problems: busy ? {} : (fetcher.data?.problems ?? {}),
    change: (changed: Partial<RulesForm>) => {
      setForm((before) => ({ ...before, ...changed }));
    },
  };
  const save = () => {
    fetcher.submit(
      { intent: "save", form: JSON.stringify(form), version: loaded.version },
      { method: "post" },
    );
  };
  return (
    <Page
      title={t("rules.title")}
      subtitle={t("rules.subtitle")}
      backAction={{ content: t("orders.title"), url: "/app/orders" }}
      secondaryActions={[{ content: t("dry-run.title"), url: "/app/dry-run" }]}
    >
      <EditorSaveBar
        id="rules-save-bar"
        isOpen={dirty}
        isSaving={busy}
        onSave={save}
        onDiscard={() => {
          setForm(stored);
        }}
      />
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {!busy && fetcher.data?.notice && <NoticeBanner notice={fetcher.data.notice} />}
            {!loaded.isAutomatic && (
              <Banner tone="info" action={{ content: t("rules.off.action"), url: "/app/settings" }}>
                <p>{t("rules.off")}</p>
              </Banner>
            )}
            <AtEdge>
              <Text as="p" tone="subdued">
                {t("rules.intro")}
              </Text>
            </AtEdge>
            <WhenCard {...shared} timeZone={loaded.timeZone} />
            <HoldCard {...shared} named={loaded.countries} />
            <LimitsCard {...shared} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <PreviewCard form={form} loaded={loaded} />
        </Layout.Section>
      </Layout>
    </Page>
  );
}

type CardProps = {
  form: RulesForm;
  currency: string;
  problems: FormProblems;
  change: (changed: Partial<RulesForm>) => void;
};

/** Chooses when a paid order is sent. */
function WhenCard({ form, problems, change, timeZone }: CardProps & { timeZone: string | null }) {
  const t = useT();
  return (
    <RuleCard title={t("rules.when.title")}>
      <Checkbox
        label={t("rules.ask")}
        helpText={t("rules.ask.help")}
        checked={form.askForEach}
        onChange={(askForEach) => {
          change({ askForEach });
        }}
      />
      <Select
        label={t("rules.delay")}
        helpText={t("rules.delay.help")}
        options={delayChoices.map((value) => ({ value, label: t(`rules.delay.${value}`) }))}
        value={form.delay}
        disabled={form.askForEach}
        onChange={(value) => {
          change({ delay: delayChoices.find((each) => each === value) ?? "none" });
        }}
      />
      {form.delay === "daily" && (
        <TextField
          label={t("rules.time")}
          type="time"
          value={form.time}
          helpText={t("rules.time.help", { zone: timeZone ?? "UTC" })}
          error={problems.time && t(problems.time)}
          autoComplete="off"
          onChange={(time) => {
            change({ time });
          }}
        />
      )}
    </RuleCard>
  );
}

/** Chooses which orders wait for the merchant. */
function HoldCard({ form, currency, problems, change, named }: CardProps & { named: NamedCountry[] }) {
  const t = useT();
  const { countries } = form;
  const text = (field: "onlyTags" | "neverTags" | "holdAbove") => ({
    value: form[field],
    error: problems[field] && t(problems[field]),
    autoComplete: "off",
    onChange: (value: string) => {
      change({ [field]: value });
    },
  });
  return (
    <RuleCard title={t("rules.hold.title")}>
      <Text as="p" tone="subdued">
        {t("rules.hold.intro")}
      </Text>
      <TextField label={t("rules.never-tags")} helpText={t("rules.tags.help")} {...text("neverTags")} />
      <TextField label={t("rules.only-tags")} helpText={t("rules.only-tags.help")} {...text("onlyTags")} />
      <TextField
        label={t("rules.hold-above")}
        helpText={t("rules.hold-above.help")}
        suffix={currency}
        inputMode="decimal"
        {...text("holdAbove")}
      />
      <Select
        label={t("rules.risk")}
        helpText={t("rules.risk.help")}
        options={(["medium", "high", "off"] as const).map((value) => ({
          value,
          label: t(`rules.risk.hold-${value}`),
        }))}
        value={form.risk}
        onChange={(value) => {
          change({ risk: value as RulesForm["risk"] });
        }}
      />
      <ChoiceList
        title={t("rules.countries")}
        choices={(["all", "only", "except"] as const).map((value) => ({
          value,
          label: t(`rules.countries.${value}`),
        }))}
        selected={[countries.kind]}
        onChange={([kind]) => {
          change({ countries: { ...countries, kind: (kind ?? "all") as typeof countries.kind } });
        }}
      />
      {countries.kind !== "all" && (
        <CountryPicker
          named={named}
          countries={countries.codes}
          error={problems.countries && t(problems.countries)}
          onChange={(codes) => {
            change({ countries: { ...countries, codes } });
          }}
        />
      )}
      <Text as="p" tone="subdued">
        {t("rules.test-orders")}
      </Text>
    </RuleCard>
  );
}

/** Limits how much is sent per day. */
function LimitsCard({ form, currency, problems, change }: CardProps) {
  const t = useT();
  return (
    <RuleCard title={t("rules.limits.title")}>
      <TextField
        label={t("rules.orders-per-day")}
        value={form.ordersPerDay}
        error={problems.ordersPerDay && t(problems.ordersPerDay)}
        inputMode="numeric"
        autoComplete="off"
        onChange={(ordersPerDay) => {
          change({ ordersPerDay });
        }}
      />
      <TextField
        label={t("rules.money-per-day")}
        helpText={t("rules.limits.help")}
        value={form.moneyPerDay}
        error={problems.moneyPerDay && t(problems.moneyPerDay)}
        suffix={currency}
        inputMode="decimal"
        autoComplete="off"
        onChange={(moneyPerDay) => {
          change({ moneyPerDay });
        }}
      />
    </RuleCard>
  );
}

function RuleCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {children}
      </BlockStack>
    </Card>
  );
}
