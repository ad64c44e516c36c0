import { BlockStack, Card, Checkbox, ChoiceList, Select, Text, TextField } from "@shopify/polaris";
import type { ReactNode } from "react";

import { CountryPicker } from "../../components/country-picker.tsx";
import { useT } from "../../messages/use-t.ts";
import { delayChoices, type FormProblems, type RulesForm } from "../../orders/rules/rules-form.ts";
import type { NamedCountry } from "../../shop/countries.ts";

type CardProps = {
  form: RulesForm;
  currency: string;
  problems: FormProblems;
  change: (changed: Partial<RulesForm>) => void;
};

/** When a paid order goes out. */
export function WhenCard({ form, problems, change, timeZone }: CardProps & { timeZone: string | null }) {
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

/** Which orders wait for the merchant. */
export function HoldCard({ form, currency, problems, change, named }: CardProps & { named: NamedCountry[] }) {
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

/** How much goes out per day. */
export function LimitsCard({ form, currency, problems, change }: CardProps) {
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
