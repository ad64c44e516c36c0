import { Form, useNavigate } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Button,
  Checkbox,
  Collapsible,
  Icon,
  InlineGrid,
  InlineStack,
  Select,
  TextField,
} from "@shopify/polaris";
import { FilterIcon, SearchIcon } from "@shopify/polaris-icons";
import { useEffect, useState } from "react";

import {
  type ProductFilter,
  type ProductSort,
  SORTS,
  COST_LIMIT,
  MAX_QUERY,
  SHOWN,
  productParameters,
} from "../../catalog/search/product-filter.ts";
import { FilterChips } from "../../components/filter-chips.tsx";
import type { Translate } from "../../messages/translate.ts";
import { useT } from "../../messages/use-t.ts";

/**
 * Delay between the last typed letter and the search. A fast typist then triggers one search per word, and the
 * results still seem immediate.
 */
const TYPING_MS = 150;
const DAYS = [1, 7, 30, 90] as const;
const FILTERS = "filters";

type Props = { search: Search; categories: string[]; brands: string[] };

/** The search field, the filters and the sort order. The URL holds them, and the page loads by the URL. */
export function Filters({ search, categories, brands }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { filter, sort } = search;
  const [open, setOpen] = useState(false);
  const [field, setField] = useState({ text: search.typed, sent: search.typed, shown: search.typed });
  // The merchant went back or followed a link, so the field takes its text from the URL.
  if (field.shown !== search.typed) {
    const own = search.typed === field.sent;
    setField({ ...field, shown: search.typed, ...(!own && { text: search.typed, sent: search.typed }) });
  }
  const go = (change: { typed?: string; filter?: Partial<ProductFilter>; sort?: ProductSort }) => {
    const typed = change.typed ?? field.text;
    setField({ ...field, text: typed, sent: typed });
    // Replaces the history entry while the merchant types, so that "Back" leaves the search and does not undo one
    // letter.
    const replace = field.sent !== "" && typed !== "" && change.filter === undefined;
    navigate(addressOf({ filter: { ...filter, ...change.filter }, sort: change.sort ?? sort, typed }), {
      replace,
      preventScrollReset: true,
    });
  };
  useEffect(() => {
    if (field.text === field.sent) return undefined;
    const timer = setTimeout(() => {
      go({ typed: field.text });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
    };
  });
  const chips = chosenOf(filter, t).map(([name, label]) => ({
    name,
    label,
    remove: () => {
      go({ filter: { [name]: NONE[name] } });
    },
  }));
  return (
    <Box padding="300" borderBlockEndWidth="025" borderColor="border">
      <Form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          go({});
        }}
      >
        <BlockStack gap="300">
          <InlineGrid columns={{ xs: 1, md: "1fr auto" }} gap="200">
            <TextField
              label={t("catalog.search")}
              labelHidden
              placeholder={t("catalog.search-by")}
              prefix={<Icon source={SearchIcon} />}
              autoComplete="off"
              value={field.text}
              onChange={(text) => {
                setField({ ...field, text });
              }}
              helpText={search.cut ? t("catalog.search.cut", { limit: MAX_QUERY }) : undefined}
              clearButton
              onClearButtonClick={() => {
                go({ typed: "" });
              }}
            />
            <InlineStack gap="200" wrap={false}>
              <Button
                icon={FilterIcon}
                ariaExpanded={open}
                ariaControls={FILTERS}
                onClick={() => {
                  setOpen(!open);
                }}
              >
                {chips.length > 0
                  ? t("catalog.filters.chosen", { count: chips.length })
                  : t("catalog.filters")}
              </Button>
              <Select
                label={t("catalog.sort")}
                labelHidden
                options={SORTS.filter((value) => value !== "best" || field.text.trim() !== "").map(
                  (value) => ({ value, label: t(`catalog.sort.${value}`) }),
                )}
                value={sort === "best" && field.text.trim() === "" ? "name" : sort}
                onChange={(value) => {
                  go({ sort: value as ProductSort });
                }}
              />
            </InlineStack>
          </InlineGrid>
          <Collapsible id={FILTERS} open={open}>
            <FilterFields
              filter={filter}
              categories={categories}
              brands={brands}
              choose={(change) => {
                go({ filter: change });
              }}
            />
          </Collapsible>
          <FilterChips
            chips={chips}
            onClear={() => {
              go({ filter: NONE });
            }}
          />
        </BlockStack>
      </Form>
    </Box>
  );
}

type FieldsProps = {
  filter: ProductFilter;
  categories: string[];
  brands: string[];
  choose: (change: Partial<ProductFilter>) => void;
};

function FilterFields({ filter, categories, brands, choose }: FieldsProps) {
  const t = useT();
  return (
    <BlockStack gap="300">
      <InlineGrid columns={{ xs: 1, sm: 2, lg: 4 }} gap="300">
        <Select
          label={t("catalog.show")}
          options={SHOWN.map((value) => ({ value, label: t(`catalog.show.${value}`) }))}
          value={filter.show}
          onChange={(show) => {
            choose({ show: show as ProductFilter["show"] });
          }}
        />
        <Select
          label={t("catalog.category")}
          options={[
            { label: t("catalog.all-categories"), value: "" },
            ...including(categories, filter.category),
          ]}
          value={filter.category ?? ""}
          onChange={(category) => {
            choose({ category: category || null });
          }}
        />
        <Select
          label={t("catalog.column.brand")}
          options={[{ label: t("catalog.all-brands"), value: "" }, ...including(brands, filter.brand)]}
          value={filter.brand ?? ""}
          onChange={(brand) => {
            choose({ brand: brand || null });
          }}
        />
        <DaysField code="since" name="sinceDays" filter={filter} choose={choose} />
        <DaysField code="changed" name="changedDays" filter={filter} choose={choose} />
        <AmountField name="min" filter={filter} choose={choose} />
        <AmountField name="max" filter={filter} choose={choose} />
        <Checkbox
          label={t("catalog.in-stock")}
          checked={filter.inStock}
          onChange={(inStock) => {
            choose({ inStock });
          }}
        />
      </InlineGrid>
    </BlockStack>
  );
}

/** A choice of days. A URL may contain another number of days, which is then offered as well. */
function DaysField({
  code,
  name,
  filter,
  choose,
}: Pick<FieldsProps, "filter" | "choose"> & {
  code: "since" | "changed";
  name: "sinceDays" | "changedDays";
}) {
  const t = useT();
  const chosen = filter[name];
  const offered = [...new Set([...DAYS, ...(chosen === null ? [] : [chosen])])];
  return (
    <Select
      label={t(`catalog.${code}`)}
      options={[
        { label: t("catalog.since.any"), value: "" },
        ...offered.map((days) => ({ label: t("catalog.since.days", { days }), value: String(days) })),
      ]}
      value={chosen?.toString() ?? ""}
      onChange={(days) => {
        choose({ [name]: days === "" ? null : Number(days) });
      }}
    />
  );
}

/** A field for a cost. Searches on blur or on Enter, when the cost is complete. */
function AmountField({
  name,
  filter,
  choose,
}: Pick<FieldsProps, "filter" | "choose"> & { name: "min" | "max" }) {
  const t = useT();
  const [field, setField] = useState({ text: filter[name] ?? "", of: filter[name] });
  if (field.of !== filter[name]) setField({ text: filter[name] ?? "", of: filter[name] });
  const amount = field.text.trim().replace(",", ".");
  const fits = amount === "" || COST_LIMIT.test(amount);
  const commit = () => {
    if (fits && amount !== (filter[name] ?? "")) choose({ [name]: amount || null });
  };
  return (
    <div
      onKeyDown={({ key }) => {
        if (key === "Enter") commit();
      }}
    >
      <TextField
        label={t(`catalog.cost.${name}`)}
        autoComplete="off"
        inputMode="decimal"
        value={field.text}
        onChange={(text) => {
          setField({ ...field, text });
        }}
        onBlur={commit}
        error={fits ? undefined : t("catalog.cost.misfit")}
      />
    </div>
  );
}

const NONE = {
  category: null,
  brand: null,
  min: null,
  max: null,
  inStock: false,
  show: "all",
  sinceDays: null,
  changedDays: null,
} as const;

/** Returns the labels of the chosen filters by filter name. */
function chosenOf(filter: ProductFilter, t: Translate): [keyof typeof NONE, string][] {
  const { category, brand, min, max, inStock, show, sinceDays, changedDays } = filter;
  const chip = (name: string, value: string | null) => value && t("list.filter", { name, value });
  const daysOf = (days: number | null) => days && t("catalog.since.days", { days });
  const labels = {
    show: show === NONE.show ? null : t(`catalog.show.${show}`),
    category: chip(t("catalog.category"), category),
    brand: chip(t("catalog.column.brand"), brand),
    sinceDays: chip(t("catalog.since"), daysOf(sinceDays) || null),
    changedDays: chip(t("catalog.changed"), daysOf(changedDays) || null),
    min: chip(t("catalog.cost.min"), min),
    max: chip(t("catalog.cost.max"), max),
    inStock: inStock ? t("catalog.in-stock") : null,
  } satisfies Record<keyof typeof NONE, string | null>;
  return Object.entries(labels).flatMap(([name, label]) =>
    label ? [[name as keyof typeof NONE, label]] : [],
  );
}

/** Adds the chosen value to the choices, because a URL may contain a value that no product has. */
function including(values: string[], chosen: string | null) {
  const all = chosen === null || values.includes(chosen) ? values : [chosen, ...values];
  return all.map((value) => ({ label: value, value }));
}

/** The search in the page's URL: the parsed filter, and the text as typed. */
export type Search = { filter: ProductFilter; sort: ProductSort; typed: string; cut: boolean };

/** Maximum number of products that the page counts. */
export const COUNTED = 1000;

/** Returns the address of a search's first page, or of the page at a cursor. */
export function addressOf(
  { filter, sort, typed }: Omit<Search, "cut">,
  cursor: { after: string } | { before: string } | null = null,
): string {
  const parameters = productParameters({ ...filter, query: typed }, sort);
  for (const [name, value] of Object.entries(cursor ?? {})) parameters.set(name, value);
  return `?${parameters.toString()}`;
}
