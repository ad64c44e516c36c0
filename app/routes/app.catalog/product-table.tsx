import { type FetcherWithComponents, useNavigate, useNavigation } from "@remix-run/react";
import { BlockStack, Button, IndexTable, Text, useBreakpoints, type IndexTableProps } from "@shopify/polaris";
import { useContext, useState } from "react";

import { importAddress, importAllAddress } from "../../catalog/import/runs/selection.ts";
import type { OffSale } from "../../catalog/links/off-sale.ts";
import { productParameters } from "../../catalog/search/product-filter.ts";
import { StopSelling } from "../../components/stop-selling.tsx";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { addressOf, COUNTED, type Search } from "./filters.tsx";
import { NarrowRow, type PricedProduct, toRow, WideRow } from "./product-row.tsx";

type ProductPage = {
  products: PricedProduct[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: number;
  reading: boolean;
};

/**
 * A page of products to select and import. Give each search a key, so that it begins with nothing selected.
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
  const { products, nextCursor, previousCursor, total, reading } = page;
  const t = useT();
  const locale = useContext(LocaleContext);
  const rows = products.map((product) => toRow(product, { t, locale }));
  const navigate = useNavigate();
  const narrow = useBreakpoints().smDown;
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
  return (
    <>
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
        promotedBulkActions={[
          {
            content: t("catalog.import-selected"),
            onAction: () => {
              navigate(selection.all ? importAllAddress(search.filter) : importAddress(selection.ids));
            },
          },
        ]}
        bulkActions={[
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
        ]}
        hasMoreItems={nextCursor !== null || previousCursor !== null}
        paginatedSelectAllActionText={
          total > COUNTED ? t("catalog.select-all.more") : t("catalog.select-all", { count: total })
        }
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
            disabled={row.ended !== null}
          >
            {narrow ? <NarrowRow row={row} /> : <WideRow row={row} />}
          </IndexTable.Row>
        ))}
      </IndexTable>
    </>
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

/** The selected rows; `all`: every product that matches, on other pages too. */
type Selection = {
  ids: string[];
  all: boolean;
  change: NonNullable<IndexTableProps["onSelectionChange"]>;
};

/**
 * Returns the selection. Selecting the whole page selects only `offered` rows; others can be selected one by
 * one.
 */
function useSelection(rows: { id: string; offered: boolean }[]): Selection {
  const [{ ids, all }, select] = useState<{ ids: string[]; all: boolean }>({ ids: [], all: false });
  const offered = rows.filter((row) => row.offered).map(({ id }) => id);
  const change: Selection["change"] = (type, isSelecting, selection) => {
    switch (type as string) {
      case "all":
        select(isSelecting ? { ids: rows.map(({ id }) => id), all: true } : { ids: [], all: false });
        return;
      case "page": {
        // With rows that are not offered the checkbox is never full, so Polaris always reports a selection.
        const full = offered.every((id) => ids.includes(id));
        select({ ids: isSelecting && !full ? offered : [], all: false });
        return;
      }
      case "single":
        if (typeof selection === "string")
          select({
            ids: isSelecting ? [...ids, selection] : ids.filter((id) => id !== selection),
            all: false,
          });
        return;
      default: {
        if (!Array.isArray(selection)) return;
        const range = rows.slice(selection[0], selection[1] + 1).filter((row) => row.offered);
        const others = ids.filter((id) => !range.some((row) => row.id === id));
        select({ ids: isSelecting ? [...others, ...range.map(({ id }) => id)] : others, all: false });
      }
    }
  };
  return { ids, all, change };
}
