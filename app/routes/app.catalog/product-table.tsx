import { useFetcher, useNavigate, useNavigation } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Button,
  IndexTable,
  InlineStack,
  Text,
  Thumbnail,
  useBreakpoints,
  useIndexResourceState,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";

import { addressOf, type Asked } from "./filters.tsx";
import type { Row } from "./row.ts";

type Shown = { rows: Row[]; nextCursor: string | null; previousCursor: string | null; reading: boolean };

/** The products, to be ticked and imported. */
export function ProductTable({ shown, asked }: { shown: Shown; asked: Asked }) {
  const { rows, nextCursor, previousCursor, reading } = shown;
  const navigate = useNavigate();
  const narrow = useBreakpoints().smDown;
  const fetcher = useFetcher();
  const loading = useNavigation().state === "loading" || fetcher.state === "submitting";
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows, { resourceFilter: ({ ended }) => ended === null });
  const importThem = (ids: string[]) => {
    const form = new FormData();
    form.set("intent", "import");
    for (const id of ids) form.append("id", id);
    fetcher.submit(form, { method: "post" });
    clearSelection();
  };
  const importIt = (id: string) => {
    importThem([id]);
  };
  const turnTo = (place: Record<string, string>) => {
    clearSelection();
    navigate(addressOf(asked, place));
  };
  return (
    <IndexTable
      resourceName={{ singular: "product", plural: "products" }}
      itemCount={rows.length}
      selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length}
      onSelectionChange={handleSelectionChange}
      promotedBulkActions={[
        {
          content: "Import into your shop",
          onAction: () => {
            importThem(selectedResources);
          },
        },
      ]}
      loading={loading}
      condensed={narrow}
      headings={[
        { id: "image", title: "Image", hidden: true },
        { title: "Product" },
        { title: "Your cost", alignment: "end" },
        { title: "Stock", alignment: "end" },
        { title: "Variants", alignment: "end" },
        { title: "Brand" },
        { title: "Category" },
      ]}
      emptyState={<NoProducts asked={asked} reading={reading} />}
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
          selected={selectedResources.includes(row.id)}
          disabled={row.ended !== null}
        >
          {narrow ? <NarrowRow row={row} importIt={importIt} /> : <WideRow row={row} importIt={importIt} />}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

type RowProps = { row: Row; importIt: (id: string) => void };

function WideRow({ row, importIt }: RowProps) {
  return (
    <>
      <IndexTable.Cell>
        <Thumbnail source={row.image ?? ImageIcon} alt="" size="small" />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Name row={row} importIt={importIt} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {row.cost}
        </Text>
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

/** On a phone a row is a small card, with a button for want of boxes to tick, and nothing behind a sideways scroll. */
function NarrowRow({ row, importIt }: RowProps) {
  return (
    <Box padding="300" width="100%">
      <InlineStack gap="300" wrap={false} blockAlign="start">
        <Thumbnail source={row.image ?? ImageIcon} alt="" size="small" />
        <BlockStack gap="050">
          <Name row={row} importIt={importIt} />
          <Text as="span" tone="subdued" variant="bodySm">
            {[row.cost, `Stock: ${row.stock}`, row.brand].filter(Boolean).join(" · ")}
          </Text>
          {row.link === null && row.ended === null && (
            <RowButton
              label="Import"
              about={`Import ${row.name}`}
              onClick={() => {
                importIt(row.id);
              }}
            />
          )}
        </BlockStack>
      </InlineStack>
    </Box>
  );
}

const STATES = {
  importing: { label: "Importing", tone: "info" },
  imported: { label: "In your shop", tone: "success" },
  skipped: { label: "Not imported", tone: "critical" },
} as const;

function Name({ row, importIt }: RowProps) {
  const { link } = row;
  const state = link && STATES[link.state];
  const onClick = () => {
    importIt(row.id);
  };
  return (
    <BlockStack gap="100">
      <Text as="span" fontWeight="medium" breakWord>
        {row.name}
      </Text>
      <InlineStack gap="200" blockAlign="center">
        {row.sku !== null && (
          <Text as="span" tone="subdued" variant="bodySm">
            {row.sku}
          </Text>
        )}
        {row.ended !== null && <Badge>{row.ended}</Badge>}
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </InlineStack>
      {link?.said && (
        <Box maxWidth="420px">
          <Text as="span" variant="bodySm" tone={link.state === "skipped" ? "critical" : "subdued"} breakWord>
            {link.said}
          </Text>
        </Box>
      )}
      {link?.state === "skipped" && (
        <RowButton label="Try again" about={`Try to import ${row.name} again`} onClick={onClick} />
      )}
    </BlockStack>
  );
}

/** Without ticking the row that it stands in. */
function RowButton({ label, about, onClick }: { label: string; about: string; onClick: () => void }) {
  return (
    <div
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      <Button size="slim" accessibilityLabel={about} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}

function NoProducts({ asked, reading }: { asked: Asked; reading: boolean }) {
  const narrowed = asked.query !== "" || asked.category !== "" || asked.show !== "all";
  const [title, text] = narrowed
    ? ["Nothing found", "Look for something else, or show all products."]
    : reading
      ? ["Reading the catalogue", "The supplier's products appear here in a moment."]
      : ["No products here", "The supplier shows this account no products."];
  return (
    <BlockStack gap="200" inlineAlign="center">
      <Text as="h2" variant="headingMd">
        {title}
      </Text>
      <Text as="p" tone="subdued">
        {text}
      </Text>
    </BlockStack>
  );
}
