import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import {
  Badge,
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  IndexTable,
  InlineStack,
  Page,
  Text,
  Thumbnail,
  useBreakpoints,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";

import { listProducts } from "../catalog/list-products.server.ts";
import { formatMoney, type Money } from "../lib/money.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { authenticate } from "../shopify.server.ts";
import type { Product } from "../wholesale/resources.ts";

export const meta: MetaFunction = () => [{ title: "Catalogue" }];

/** A cursor is the platform's, so it may be anything; but it travels in our address, so not of any length. */
const MAX_CURSOR = 2000;

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const asked = new URL(request.url).searchParams.get("cursor");
  const cursor = asked === "" || (asked?.length ?? 0) > MAX_CURSOR ? null : asked;
  const listed = await listProducts(shopDomain.parse(session.shop), cursor);
  if (listed.kind !== "page") return listed;
  const { items, nextCursor } = listed.page;
  return { kind: "page" as const, first: cursor === null, nextCursor, rows: items.map(toRow) };
}

export default function Catalogue() {
  const listed = useLoaderData<typeof loader>();
  return (
    <Page
      title="Catalogue"
      subtitle="What the platform offers, with your prices and the stock of this moment"
      fullWidth
    >
      {listed.kind === "not-connected" && (
        <Card>
          <BlockStack gap="200" inlineAlign="start">
            <Text as="h2" variant="headingMd">
              Connect your reseller account first
            </Text>
            <Text as="p" tone="subdued">
              The platform shows its products to connected shops only.
            </Text>
            <Button url="/app/settings" variant="primary">
              Connect
            </Button>
          </BlockStack>
        </Card>
      )}
      {listed.kind === "unavailable" && (
        <Banner
          tone="warning"
          title={listed.title}
          action={{ content: "Open settings", url: "/app/settings" }}
        >
          <p>{listed.text}</p>
        </Banner>
      )}
      {listed.kind === "page" && <Products listed={listed} />}
    </Page>
  );
}

type Row = ReturnType<typeof toRow>;

function Products({ listed }: { listed: { first: boolean; nextCursor: string | null; rows: Row[] } }) {
  const navigate = useNavigate();
  const location = useLocation();
  const narrow = useBreakpoints().smDown;
  const loading = useNavigation().state === "loading";
  const { rows, first, nextCursor } = listed;
  // The platform's cursors lead forward only: back is where the browser came from.
  const cameFromPage = (location.state as { cameFromPage?: boolean } | null)?.cameFromPage ?? false;
  return (
    <Card padding="0">
      <IndexTable
        resourceName={{ singular: "product", plural: "products" }}
        itemCount={rows.length}
        selectable={false}
        loading={loading}
        condensed={narrow}
        headings={[
          { id: "image", title: "Image", hidden: true },
          { title: "Product" },
          { title: "Your price", alignment: "end" },
          { title: "Stock", alignment: "end" },
          { title: "Variants", alignment: "end" },
          { title: "Brand" },
          { title: "Category" },
        ]}
        emptyState={<NoProducts />}
        pagination={{
          hasNext: nextCursor !== null,
          hasPrevious: !first,
          onNext: () => {
            if (nextCursor !== null) {
              navigate(`?cursor=${encodeURIComponent(nextCursor)}`, { state: { cameFromPage: true } });
            }
          },
          onPrevious: () => {
            if (cameFromPage) navigate(-1);
            else navigate("?");
          },
        }}
      >
        {rows.map((row, index) => (
          <IndexTable.Row key={row.id} id={row.id} position={index}>
            {narrow ? <NarrowRow row={row} /> : <WideRow row={row} />}
          </IndexTable.Row>
        ))}
      </IndexTable>
    </Card>
  );
}

function WideRow({ row }: { row: Row }) {
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
          {row.price}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric tone={row.stock > 0 ? undefined : "critical"}>
          {sayStock(row.stock)}
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

/** On a phone a row is a small card: price and stock must not lie behind a sideways scroll. */
function NarrowRow({ row }: { row: Row }) {
  return (
    <Box padding="300" width="100%">
      <InlineStack gap="300" wrap={false} blockAlign="center">
        <Thumbnail source={row.image ?? ImageIcon} alt="" size="small" />
        <BlockStack gap="050">
          <Name row={row} />
          <Text as="span" tone="subdued" variant="bodySm">
            {[row.price, `Stock: ${sayStock(row.stock)}`, row.brand].filter(Boolean).join(" · ")}
          </Text>
        </BlockStack>
      </InlineStack>
    </Box>
  );
}

function Name({ row }: { row: Row }) {
  return (
    <BlockStack gap="050">
      <Text as="span" fontWeight="medium" breakWord>
        {row.name}
      </Text>
      <InlineStack gap="200" blockAlign="center">
        {row.sku !== null && (
          <Text as="span" tone="subdued" variant="bodySm">
            {row.sku}
          </Text>
        )}
        {row.discontinued && <Badge>Discontinued</Badge>}
      </InlineStack>
    </BlockStack>
  );
}

function NoProducts() {
  return (
    <BlockStack gap="200" inlineAlign="center">
      <Text as="h2" variant="headingMd">
        No products here
      </Text>
      <Text as="p" tone="subdued">
        The platform shows this account no products.
      </Text>
    </BlockStack>
  );
}

function sayStock(stock: number): string {
  return stock > 0 ? stock.toLocaleString("en") : "None";
}

/** What the table shows of a product. */
function toRow(product: Product) {
  const { variants } = product;
  return {
    id: product.id,
    name: product.name,
    brand: product.brand ?? "",
    category: product.category ?? "",
    image: safeImage(product.images[0]?.url),
    sku: variants.length === 1 ? (variants[0]?.sku ?? null) : null,
    discontinued: product.discontinued,
    variants: variants.length,
    price: priceRange(variants.map(({ price }) => price)),
    stock: variants.reduce((sum, { stock }) => sum + Math.max(0, stock), 0),
  };
}

/** "€12.50", or "from €12.50" where the variants differ. */
function priceRange(prices: Money[]): string {
  const [lowest] = [...prices].sort((a, b) => Number(a.amount) - Number(b.amount));
  if (lowest === undefined) return "";
  const same = prices.every(
    ({ amount, currency }) => amount === lowest.amount && currency === lowest.currency,
  );
  return same ? formatMoney(lowest) : `from ${formatMoney(lowest)}`;
}

/** Addresses come from outside: only those that a browser fetches as an image. */
function safeImage(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
