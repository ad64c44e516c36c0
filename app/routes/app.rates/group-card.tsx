import {
  BlockStack,
  Box,
  Button,
  Card,
  Checkbox,
  InlineGrid,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";

import { useT } from "../../messages/use-t.ts";
import { bases, type Basis } from "../../shipping/rates.ts";
import { type FormProblems, type GroupForm, MAX_STEPS } from "../../shipping/rates-form.ts";
import { CountryPicker } from "../../components/country-picker.tsx";
import type { NamedCountry } from "../../shop/countries.ts";

type GroupCardProps = {
  path: string;
  group: GroupForm;
  currency: string;
  countries: NamedCountry[];
  problems: FormProblems;
  onChange: (group: GroupForm) => void;
  /** Null if this is the only group, which the merchant cannot remove. */
  onRemove: (() => void) | null;
};

const INPUT = { autoComplete: "off", inputMode: "decimal" } as const;

export function GroupCard({
  path,
  group,
  currency,
  countries: named,
  problems,
  onChange,
  onRemove,
}: GroupCardProps) {
  const t = useT();
  const errorAt = (name: string) => {
    const problem = problems[`${path}.${name}`];
    return problem && t(problem);
  };
  const change = (changed: Partial<GroupForm>) => {
    onChange({ ...group, ...changed });
  };
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
          <Text as="h2" variant="headingMd" breakWord>
            {group.name === "" ? t("shipping.group.new") : group.name}
          </Text>
          {onRemove && (
            <Button
              icon={DeleteIcon}
              variant="tertiary"
              accessibilityLabel={t("shipping.group.remove", { name: group.name })}
              onClick={onRemove}
            />
          )}
        </InlineStack>
        <TextField
          label={t("shipping.group.name")}
          helpText={t("shipping.group.name.help")}
          name={`${path}.name`}
          value={group.name}
          error={errorAt("name")}
          autoComplete="off"
          onChange={(name) => {
            change({ name });
          }}
        />
        <BlockStack gap="200">
          <Checkbox
            label={t("shipping.group.rest")}
            checked={group.restOfWorld}
            error={group.restOfWorld ? errorAt("countries") : undefined}
            onChange={(restOfWorld) => {
              change({ restOfWorld });
            }}
          />
          {!group.restOfWorld && (
            <CountryPicker
              named={named}
              countries={group.countries}
              error={errorAt("countries")}
              onChange={(countries) => {
                change({ countries });
              }}
            />
          )}
        </BlockStack>
        <Select
          label={t("shipping.basis")}
          options={bases.map((basis) => ({ value: basis, label: t(`shipping.basis.${basis}`) }))}
          value={group.basis}
          onChange={(basis) => {
            change({ basis: basis as Basis });
          }}
        />
        <Steps path={path} group={group} currency={currency} errorAt={errorAt} change={change} />
        <TextField
          label={t("shipping.free-from")}
          helpText={t("shipping.free-from.help")}
          name={`${path}.freeFrom`}
          value={group.freeFrom}
          suffix={currency}
          error={errorAt("freeFrom")}
          {...INPUT}
          onChange={(freeFrom) => {
            change({ freeFrom });
          }}
        />
      </BlockStack>
    </Card>
  );
}

type StepsProps = {
  path: string;
  group: GroupForm;
  currency: string;
  errorAt: (name: string) => string | undefined;
  change: (changed: Partial<GroupForm>) => void;
};

function Steps({ path, group: { basis, steps }, currency, errorAt, change }: StepsProps) {
  const t = useT();
  const shown = basis === "flat" ? steps.slice(0, 1) : steps;
  const changeStep = (index: number, changed: Partial<GroupForm["steps"][number]>) => {
    change({ steps: steps.map((each, at) => (at === index ? { ...each, ...changed } : each)) });
  };
  const price = (index: number) => (
    <TextField
      label={t("shipping.price")}
      name={`${path}.steps.${String(index)}.price`}
      value={steps[index]?.price ?? ""}
      suffix={currency}
      error={errorAt(`steps.${String(index)}.price`)}
      {...INPUT}
      onChange={(typed) => {
        changeStep(index, { price: typed });
      }}
    />
  );
  if (basis === "flat") return price(0);
  const unit = basis === "weight" ? "kg" : currency;
  return (
    <BlockStack gap="300">
      {shown.map(({ from }, index) => (
        <Box key={index} borderWidth="025" borderColor="border" borderRadius="200" padding="300">
          <BlockStack gap="200">
            <InlineGrid columns={{ xs: 1, sm: 2 }} gap="200">
              <TextField
                label={t(`shipping.from.${basis}`)}
                name={`${path}.steps.${String(index)}.from`}
                value={index === 0 ? "0" : from}
                disabled={index === 0}
                suffix={unit}
                error={errorAt(`steps.${String(index)}.from`)}
                {...INPUT}
                onChange={(typed) => {
                  changeStep(index, { from: typed });
                }}
              />
              {price(index)}
            </InlineGrid>
            {index > 0 && (
              <InlineStack align="end">
                <Button
                  icon={DeleteIcon}
                  variant="tertiary"
                  accessibilityLabel={t("shipping.step.remove", { number: index + 1 })}
                  onClick={() => {
                    change({ steps: steps.filter((_, at) => at !== index) });
                  }}
                />
              </InlineStack>
            )}
          </BlockStack>
        </Box>
      ))}
      <InlineStack>
        <Button
          disabled={steps.length >= MAX_STEPS}
          onClick={() => {
            change({ steps: [...steps, { from: "", price: "" }] });
          }}
        >
          {t("shipping.step.add")}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
