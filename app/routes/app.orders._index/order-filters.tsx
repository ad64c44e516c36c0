import { Form, useNavigate } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Button,
  Collapsible,
  Icon,
  InlineGrid,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { FilterIcon, SearchIcon } from "@shopify/polaris-icons";
import { useContext, useState } from "react";

import { FilterChips } from "../../components/filter-chips.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import type { Translate } from "../../messages/translate.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { orderStates } from "../../orders/states/order-state.ts";
import type { ReasonCode } from "../../orders/reasons/reason.ts";
import { labelOf } from "../../orders/reasons/reason-words.ts";
import {
  countLimits,
  isByAmount,
  MAX_ORDER_QUERY,
  NO_FILTER,
  type OrderFilter,
  type OrderSort,
  orderSorts,
} from "../../orders/views/order-filter.ts";
import { labelOfState } from "../../orders/views/order-status.ts";
import { countryName, namedCountries } from "../../shop/countries.ts";
import { addressOf, type Wanted } from "./order-list.tsx";

const FILTERS = "filters";

/**
 * Searches orders by contents or by customer, and filters and sorts them. The URL holds all choices except the
 * customer. The tab of orders to send has no filters, and shows the newest order first.
 */
export function OrderFilters({
  wanted,
  choices,
  findCustomer,
}: {
  wanted: Wanted;
  /** Reasons and countries that the shop's orders have; null on a tab without filters. */
  choices: { reasons: string[]; countries: string[] } | null;
  findCustomer: (term: string) => void;
}) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const navigate = useNavigate();
  const { filter, sort } = wanted;
  const [query, setQuery] = useState(wanted.query);
  const [by, setBy] = useState<"order" | "customer">("order");
  const narrow = useNarrow();
  const limits = countLimits(filter);
  const [open, setOpen] = useState(limits > 0);
  const go = (change: Partial<Wanted>) => {
    navigate(addressOf({ ...wanted, ...change }), { preventScrollReset: true });
  };
  const searchBy = (
    <Select
      label={t("orders.search.by")}
      labelHidden
      options={[
        { value: "order", label: t("orders.search.by.order") },
        { value: "customer", label: t("orders.search.by.customer") },
      ]}
      value={by}
      onChange={(value) => {
        setBy(value as typeof by);
      }}
    />
  );
  return (
    <Box padding="300">
      <Form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (by === "customer") findCustomer(query.trim());
          else go({ query: query.trim() });
        }}
      >
        <BlockStack gap="300">
          <InlineGrid columns={{ xs: 1, md: "1fr auto" }} gap="200">
            {narrow && searchBy}
            <TextField
              label={t("orders.search")}
              labelHidden
              placeholder={t(
                `orders.search.placeholder.${by === "order" && choices === null ? "to-send" : by}`,
              )}
              prefix={<Icon source={SearchIcon} />}
              autoComplete="off"
              maxLength={MAX_ORDER_QUERY}
              value={query}
              onChange={setQuery}
              // On a phone, `searchBy` beside the field would leave the field only a few letters wide.
              connectedLeft={narrow ? undefined : searchBy}
              connectedRight={<Button submit>{t("orders.search.submit")}</Button>}
              clearButton
              onClearButtonClick={() => {
                setQuery("");
                if (wanted.query !== "") go({ query: "" });
              }}
            />
            {choices !== null && (
              <InlineStack gap="200" wrap={false}>
                <Button
                  icon={FilterIcon}
                  ariaExpanded={open}
                  ariaControls={FILTERS}
                  onClick={() => {
                    setOpen(!open);
                  }}
                >
                  {limits > 0 ? t("orders.filters.chosen", { count: limits }) : t("orders.filters")}
                </Button>
                <Select
                  label={t("orders.sort")}
                  labelHidden
                  options={orderSorts.map((value) => ({ value, label: t(`orders.sort.${value}`) }))}
                  value={sort}
                  onChange={(value) => {
                    go({ sort: value as OrderSort });
                  }}
                />
              </InlineStack>
            )}
          </InlineGrid>
          {choices !== null && isByAmount(sort) && (
            <Text as="p" tone="subdued">
              {t("orders.sort.by-amount")}
            </Text>
          )}
          {choices !== null && (
            <Collapsible id={FILTERS} open={open}>
              <Limits
                filter={filter}
                reasons={choices.reasons}
                countries={choices.countries}
                choose={(change) => {
                  go({ filter: { ...filter, ...change } });
                }}
              />
            </Collapsible>
          )}
          {choices !== null && (
            <FilterChips
              chips={chosenOf(filter, { t, locale }).map(([name, label]) => ({
                name,
                label,
                remove: () => {
                  go({ filter: { ...filter, [name]: null } });
                },
              }))}
              onClear={() => {
                go({ filter: NO_FILTER });
              }}
            />
          )}
        </BlockStack>
      </Form>
    </Box>
  );
}

function Limits({
  filter,
  reasons,
  countries,
  choose,
}: {
  filter: OrderFilter;
  reasons: string[];
  countries: string[];
  choose: (change: Partial<OrderFilter>) => void;
}) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const labels = including(reasons, filter.reason).flatMap((code) => {
    const label = labelOf(code);
    return label === null ? [] : [{ value: code, label: t(label) }];
  });
  return (
    <BlockStack gap="300">
      <InlineGrid columns={{ xs: 1, sm: 2, lg: 5 }} gap="300">
        <Select
          label={t("orders.filter.state")}
          options={[
            { value: "", label: t("orders.filter.any") },
            ...orderStates.map((value) => ({ value, label: t(labelOfState(value)) })),
          ]}
          value={filter.state ?? ""}
          onChange={(state) => {
            choose({ state: (state || null) as OrderFilter["state"] });
          }}
        />
        <Select
          label={t("orders.column.why")}
          options={[
            { value: "", label: t("orders.filter.any") },
            ...labels.toSorted((one, other) => one.label.localeCompare(other.label)),
          ]}
          value={filter.reason ?? ""}
          onChange={(reason) => {
            choose({ reason: (reason || null) as ReasonCode | null });
          }}
        />
        <Select
          label={t("orders.filter.country")}
          options={[
            { value: "", label: t("orders.filter.any") },
            ...namedCountries(locale)
              .filter(({ code }) => countries.includes(code) || code === filter.country)
              .map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={filter.country ?? ""}
          onChange={(country) => {
            choose({ country: country || null });
          }}
        />
        {(["from", "until"] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={t(`orders.filter.${end}`)}
            autoComplete="off"
            value={filter[end] ?? ""}
            onChange={(day) => {
              choose({ [end]: day || null });
            }}
          />
        ))}
      </InlineGrid>
    </BlockStack>
  );
}

/** Returns the labels of the chosen filters by filter name. */
function chosenOf(
  { state, reason, country, from, until }: OrderFilter,
  { t, locale }: { t: Translate; locale: string },
): [keyof OrderFilter, string][] {
  const label = reason && labelOf(reason);
  const values = {
    state: [t("orders.filter.state"), state && t(labelOfState(state))],
    reason: [t("orders.column.why"), label && t(label)],
    country: [t("orders.filter.country"), country && countryName(country, locale)],
    from: [t("orders.filter.from"), from],
    until: [t("orders.filter.until"), until],
  } satisfies Record<keyof OrderFilter, [string, string | null]>;
  return Object.entries(values).flatMap(([key, [name, value]]) =>
    value ? [[key as keyof OrderFilter, t("list.filter", { name, value })]] : [],
  );
}

/** Adds the chosen value to the choices, because a URL may contain a value that no order has. */
function including(values: string[], chosen: string | null): string[] {
  return chosen === null || values.includes(chosen) ? values : [chosen, ...values];
}
