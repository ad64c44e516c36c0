import { useFetcher, useNavigate, useNavigation } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Button,
  IndexTable,
  InlineStack,
  Link,
  Text,
  Thumbnail,
  useBreakpoints,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { type ReactNode, useContext } from "react";

import { importAddress, importAllAddress } from "../../catalog/import/runs/selection.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { type PricedProduct, type Row, toRow } from "./row.ts";
import { addressOf, COUNTED, type Search } from "./search.ts";
import { useSelection } from "./use-selection.ts";

// eslint-disable-next-line no-restricted-syntax -- a value of Polaris, not a word for people
const ALL_SELECTED = "All";

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
export function ProductTable({ page, search }: { page: ProductPage; search: Search }) {
  const { products, nextCursor, previousCursor, total, reading } = page;
  const t = useT();
  const locale = useContext(LocaleContext);
  const rows = products.map((product) => toRow(product, { t, locale }));
  const navigate = useNavigate();
  const narrow = useBreakpoints().smDown;
  const loading = useNavigation().state === "loading";
  const selection = useSelection(rows);
  const turnTo = (cursor: { after: string } | { before: string }) => {
    navigate(addressOf(search, cursor));
  };
  return (
    <IndexTable
      resourceName={{ singular: t("catalog.product"), plural: t("catalog.products") }}
      itemCount={rows.length}
      selectedItemsCount={selection.all ? ALL_SELECTED : selection.ids.length}
      onSelectionChange={selection.change}
      promotedBulkActions={[
        {
          content: t("catalog.import-selected"),
          onAction: () => {
            navigate(selection.all ? importAllAddress(search.filter) : importAddress(selection.ids));
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
  );
}

type RowProps = { row: Row };

function WideRow({ row }: RowProps) {
  return (
    <>
      <IndexTable.Cell>
        <Thumbnail source={row.image ?? ImageIcon} alt="" size="small" />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Name row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {row.cost}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <BlockStack inlineAlign="end">
          <Text as="span" numeric>
            {row.price}
          </Text>
          <Text as="span" tone={row.loss ? "critical" : "subdued"} variant="bodySm">
            {row.margin}
          </Text>
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric tone={row.inStock ? undefined : "critical"}>
          {row.stock}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {row.variants}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>{row.brand}</IndexTable.Cell>
      <IndexTable.Cell>{row.category}</IndexTable.Cell>
    </>
  );
}

/** On a phone a row is a small card without horizontal scrolling, and has a button because it has no checkbox. */
function NarrowRow({ row }: RowProps) {
  const t = useT();
  return (
    <Box padding="300" width="100%">
      <InlineStack gap="300" wrap={false} blockAlign="start">
        <div style={{ flex: "none" }}>
          <Thumbnail source={row.image ?? ImageIcon} alt="" size="small" />
        </div>
        <BlockStack gap="050">
          <Name row={row} />
          <Text as="span" tone="subdued" variant="bodySm">
            {[
              row.cost && t("catalog.cost", { cost: row.cost }),
              row.price && t("catalog.price", { price: row.price }),
              !row.loss && row.margin,
              t("catalog.stock", { stock: row.stock }),
              row.brand,
            ]
              .filter(Boolean)
              .join(" · ")}
          </Text>
          {row.loss && (
            <Text as="span" tone="critical" variant="bodySm">
              {row.margin}
            </Text>
          )}
          {row.link === null && row.ended === null && (
            <RowButton
              label={t("catalog.import")}
              accessibilityLabel={t("catalog.import-product", { product: row.name })}
              url={importAddress([row.id])}
            />
          )}
        </BlockStack>
      </InlineStack>
    </Box>
  );
}

const BADGES = {
  importing: { tone: "info", code: "catalog.importing" },
  imported: { tone: "success", code: "catalog.imported" },
  skipped: { tone: "critical", code: "catalog.skipped" },
  "needs-linking": { tone: "attention", code: "catalog.needs-linking" },
} as const;

function Name({ row }: RowProps) {
  const t = useT();
  const { link } = row;
  return (
    <BlockStack gap="100">
      <Aside>
        <Link url={row.url} monochrome removeUnderline>
          <Text as="span" fontWeight="medium" breakWord>
            {row.name}
          </Text>
        </Link>
      </Aside>
      <InlineStack gap="200" blockAlign="center">
        {row.sku !== null && (
          <Text as="span" tone="subdued" variant="bodySm">
            {row.sku}
          </Text>
        )}
        {row.ended !== null && <Badge>{row.ended}</Badge>}
        {link && <LinkBadge link={link} name={row.name} />}
      </InlineStack>
      {link?.problem && (
        <Note tone={link.state === "importing" ? "subdued" : "critical"}>{link.problem}</Note>
      )}
      {link?.state === "imported" && link.channels !== null && (
        <Note tone={link.channels.length > 0 ? "subdued" : "caution"}>
          {link.channels.length > 0
            ? t("catalog.published", { channels: link.channels })
            : t("catalog.unpublished")}
        </Note>
      )}
      {link?.failedImages && <Note tone="critical">{t("catalog.failed-images", link.failedImages)}</Note>}
      {link && canTryAgain(link) && (
        <RowButton
          label={t("catalog.try-again")}
          accessibilityLabel={t("catalog.try-product-again", { product: row.name })}
          url={importAddress([row.id])}
        />
      )}
      {link?.state === "imported" && link.stockedElsewhere > 0 && <OwnStock row={row} />}
    </BlockStack>
  );
}

/** The product's state in the shop. An imported product links to Shopify. */
function LinkBadge({ link, name }: { link: NonNullable<Row["link"]>; name: string }) {
  const t = useT();
  const { tone, code } = BADGES[link.state];
  const badge = <Badge tone={tone}>{t(code)}</Badge>;
  if (link.url === null) return badge;
  return (
    <Aside>
      <Link
        url={link.url}
        removeUnderline
        accessibilityLabel={t("catalog.open-in-shopify", { product: name })}
      >
        {badge}
      </Link>
    </Aside>
  );
}

function canTryAgain({ state, problem, failedImages }: NonNullable<Row["link"]>): boolean {
  return (
    ["skipped", "needs-linking"].includes(state) ||
    (state === "imported" && (problem !== null || failedImages !== null))
  );
}

/** Asks the merchant if stock at other locations stays there, because it is theirs. */
function OwnStock({ row }: { row: Row }) {
  const t = useT();
  const fetcher = useFetcher();
  const button = (answer: "keep" | "leave") => (
    <RowButton
      label={t(`catalog.own-stock.${answer}`)}
      accessibilityLabel={t(`catalog.own-stock.${answer}-product`, { product: row.name })}
      onClick={() => {
        fetcher.submit({ intent: "own-stock", id: row.id, answer }, { method: "post" });
      }}
    />
  );
  return (
    <BlockStack gap="100">
      <Note tone="caution">{t("catalog.own-stock")}</Note>
      <InlineStack gap="200">
        {button("keep")}
        {button("leave")}
      </InlineStack>
    </BlockStack>
  );
}

type NoteProps = { tone: "caution" | "critical" | "subdued"; children: string };

/** Sentences about a product. Unlike the other text of the table, they wrap. */
function Note({ tone, children }: NoteProps) {
  return (
    <div style={{ maxWidth: "420px", whiteSpace: "normal" }}>
      <Text as="span" variant="bodySm" tone={tone} breakWord>
        {children}
      </Text>
    </div>
  );
}

type RowButtonProps = { label: string; accessibilityLabel: string } & (
  { url: `/app/${string}` } | { onClick: () => void }
);

function RowButton({ label, ...button }: RowButtonProps) {
  return (
    <Aside>
      <Button size="slim" {...button}>
        {label}
      </Button>
    </Aside>
  );
}

/** Keeps clicks on its content from selecting the row. */
function Aside({ children }: { children: ReactNode }) {
  return (
    <div
      style={{ whiteSpace: "normal" }}
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      {children}
    </div>
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
