import { type FetcherWithComponents, useNavigate, useNavigation } from "@remix-run/react";
import {
  BlockStack,
  Button,
  Checkbox,
  IndexTable,
  InlineStack,
  Text,
  type IndexTableProps,
} from "@shopify/polaris";
import { useContext, useState } from "react";

import { importAddress, pricesAddress } from "../../catalog/import/runs/selection.ts";
import type { OffSale } from "../../catalog/links/off-sale-choices.ts";
import type { MissingCosts } from "../../catalog/pricing/pricing.ts";
import { productParameters } from "../../catalog/search/product-filter.ts";
import { StickyBar } from "../../components/sticky-bar.tsx";
import { StopSelling } from "../../components/stop-selling.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { addressOf, COUNTED, type Search } from "./filters.tsx";
import { NarrowRow, type PricedProduct, toRow, WideRow } from "./product-row.tsx";

type ProductPage = {
  products: PricedProduct[];
  /** Costs that the margins do not include; null if there are no margins. */
  missing: MissingCosts | null;
  nextCursor: string | null;
  previousCursor: string | null;
  total: number;
  reading: boolean;
};

/**
 * Lists a page of products to select and import. Give each search its own `key`, so that a new search starts without
 * a selection.
 */
export function ProductTable({
  page,
  search,
  fetcher,
}: {
  page: ProductPage;
  search: Search;
  fetcher: FetcherWithComponents<unknown>;
}) {
  const { products, missing, nextCursor, previousCursor, total, reading } = page;
  const t = useT();
  const locale = useContext(LocaleContext);
  const rows = products.map((product) => toRow(product, { missing, t, locale }));
  const navigate = useNavigate();
  const narrow = useNarrow();
  const loading = useNavigation().state === "loading";
  const selection = useSelection(rows);
  const [stopping, setStopping] = useState(false);
  const sell = (pressed: { intent: "resume-selling" } | { intent: "stop-selling"; how: OffSale }) => {
    const { filter } = search;
    const selected: Record<string, string> = selection.all
      ? { all: productParameters(filter).toString() }
      : { ids: JSON.stringify(selection.ids) };
    fetcher.submit({ ...pressed, ...selected }, { method: "post" });
  };
  const turnTo = (cursor: { after: string } | { before: string }) => {
    navigate(addressOf(search, cursor));
  };
  const hasMore = nextCursor !== null || previousCursor !== null;
  const selectAllLabel =
    total > COUNTED ? t("catalog.select-all.more") : t("catalog.select-all", { count: total });
  const selected = selection.all ? search.filter : selection.ids;
  const importing = {
    content: t("catalog.import-selected"),
    onAction: () => {
      navigate(importAddress(selected));
    },
  };
  const managing = [
    {
      content: t("price-edits.title"),
      onAction: () => {
        navigate(pricesAddress(selected));
      },
    },
    {
      content: t("catalog.stop-selling"),
      onAction: () => {
        setStopping(true);
      },
    },
    {
      content: t("catalog.resume-selling"),
      onAction: () => {
        sell({ intent: "resume-selling" });
      },
    },
  ];
  const isAnyInShop = selection.all
    ? search.filter.show !== "not-imported"
    : rows.some(({ id, isInShop }) => isInShop && selection.ids.includes(id));
  const actions = [importing, ...(isAnyInShop ? managing : [])];
  return (
    <>
      {narrow && rows.length > 0 && (
        <NarrowSelection
          selection={selection}
          selectAllLabel={hasMore ? selectAllLabel : null}
          actions={actions}
        />
      )}
      <StopSelling
        open={stopping}
        onClose={() => {
          setStopping(false);
        }}
        onConfirm={(how) => {
          sell({ intent: "stop-selling", how });
        }}
      />
      <IndexTable
        resourceName={{ singular: t("catalog.product"), plural: t("catalog.products") }}
        itemCount={rows.length}
        selectedItemsCount={selection.all ? "All" : selection.ids.length}
        onSelectionChange={selection.change}
        promotedBulkActions={actions.slice(0, 1)}
        bulkActions={actions.slice(1)}
        hasMoreItems={hasMore}
        paginatedSelectAllActionText={selectAllLabel}
        paginatedSelectAllText={t("catalog.all-selected")}
        loading={loading}
        condensed={narrow}
        headings={[
          { id: "image", title: t("catalog.column.image"), hidden: true },
          { title: t("catalog.column.product") },
          { title: t("catalog.column.cost"), alignment: "end" },
          { title: t("product.column.price"), alignment: "end" },
          { title: t("catalog.column.stock"), alignment: "end" },
          { title: t("catalog.column.variants"), alignment: "end" },
          { title: t("catalog.column.brand") },
          { title: t("catalog.category") },
        ]}
        emptyState={<NoProducts search={search} reading={reading} />}
        pagination={{
          hasNext: nextCursor !== null,
          hasPrevious: previousCursor !== null,
          onNext: () => {
            turnTo({ after: nextCursor ?? "" });
          },
          onPrevious: () => {
            turnTo({ before: previousCursor ?? "" });
          },
        }}
      >
        {rows.map((row, index) => (
          <IndexTable.Row
            key={row.id}
            id={row.id}
            position={index}
            selected={selection.ids.includes(row.id)}
            disabled={!row.selectable}
            accessibilityLabel={t("catalog.select", { product: row.name })}
          >
            {narrow ? (
              <NarrowRow
                row={row}
                isSelected={selection.ids.includes(row.id)}
                onSelect={(isOn) => {
                  selection.select(row.id, isOn);
                }}
              />
            ) : (
              <WideRow row={row} />
            )}
          </IndexTable.Row>
        ))}
      </IndexTable>
    </>
  );
}

/** Shows the selection and its buttons on a phone, where Polaris's table shows neither. */
function NarrowSelection({
  selection,
  selectAllLabel,
  actions,
}: {
  selection: Selection;
  /** Label of the button that also selects the products on other pages; null if there is one page. */
  selectAllLabel: string | null;
  actions: { content: string; onAction: () => void }[];
}) {
  const t = useT();
  const count = selection.ids.length;
  return (
    <StickyBar>
      <BlockStack gap="200">
        <Checkbox label={t("to-send.select-all")} checked={selection.page} onChange={selection.selectPage} />
        {count > 0 && (
          <InlineStack gap="200" blockAlign="center">
            <Text as="span">{selection.all ? t("catalog.all-selected") : t("bulk.selected", { count })}</Text>
            {selectAllLabel !== null && !selection.all && (
              <Button size="slim" variant="plain" onClick={selection.selectAll}>
                {selectAllLabel}
              </Button>
            )}
            {actions.map(({ content, onAction }) => (
              <Button key={content} size="slim" onClick={onAction}>
                {content}
              </Button>
            ))}
          </InlineStack>
        )}
      </BlockStack>
    </StickyBar>
  );
}

function NoProducts({ search, reading }: { search: Search; reading: boolean }) {
  const t = useT();
  const narrowed = addressOf({ ...search, sort: "best" }) !== "?";
  const why = narrowed ? "nothing-found" : reading ? "nothing-read" : "nothing-offered";
  return (
    <BlockStack gap="200" inlineAlign="center">
      <Text as="h2" variant="headingMd">
        {t(`catalog.${why}`)}
      </Text>
      <Text as="p" tone="subdued">
        {t(`catalog.${why}.help`)}
      </Text>
      {narrowed && <Button url="/app/catalog">{t("catalog.clear-search")}</Button>}
    </BlockStack>
  );
}

/** The selected rows. `all` is true if every product that matches is selected, on other pages as well. */
type Selection = {
  ids: string[];
  all: boolean;
  /** The state of the checkbox that selects the whole page. */
  page: boolean | "indeterminate";
  select: (id: string, isOn: boolean) => void;
  selectPage: (isOn: boolean) => void;
  selectAll: () => void;
  change: NonNullable<IndexTableProps["onSelectionChange"]>;
};

function useSelection(rows: { id: string; selectable: boolean }[]): Selection {
  const [{ ids, all }, set] = useState<{ ids: string[]; all: boolean }>({ ids: [], all: false });
  const selectable = rows.filter((row) => row.selectable).map(({ id }) => id);
  const select = (id: string, isOn: boolean) => {
    set({ ids: isOn ? [...ids, id] : ids.filter((other) => other !== id), all: false });
  };
  const selectPage = (isOn: boolean) => {
    set({ ids: isOn ? selectable : [], all: false });
  };
  const selectAll = () => {
    set({ ids: selectable, all: true });
  };
  const change: Selection["change"] = (type, isSelecting, selection) => {
    switch (type as string) {
      case "all":
        if (isSelecting) selectAll();
        else set({ ids: [], all: false });
        return;
      case "page": {
        // Rows that cannot be selected keep the page's checkbox from becoming full, so Polaris always reports
        // "select". A page with all its selectable rows selected is unselected here.
        const full = selectable.every((id) => ids.includes(id));
        selectPage(isSelecting && !full);
        return;
      }
      case "single":
        if (typeof selection === "string") select(selection, isSelecting);
        return;
      default: {
        if (!Array.isArray(selection)) return;
        const range = rows.slice(selection[0], selection[1] + 1).filter((row) => row.selectable);
        const others = ids.filter((id) => !range.some((row) => row.id === id));
        set({ ids: isSelecting ? [...others, ...range.map(({ id }) => id)] : others, all: false });
      }
    }
  };
  const isFull = selectable.length > 0 && selectable.every((id) => ids.includes(id));
  return {
    ids,
    all,
    page: isFull || (ids.length > 0 && "indeterminate"),
    select,
    selectPage,
    selectAll,
    change,
  };
}
