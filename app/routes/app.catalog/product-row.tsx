import { useFetcher } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Checkbox,
  IndexTable,
  InlineStack,
  Link,
  Text,
  Thumbnail,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { type ReactNode } from "react";

import { importAddress } from "../../catalog/import/runs/selection.ts";
import type { MissingCosts } from "../../catalog/pricing/pricing.ts";
import type { PriceRange } from "../../catalog/search/price-products.server.ts";
import type { CatalogProduct } from "../../catalog/search/list-products.server.ts";
import { channelName } from "../../components/channel-name.ts";
import { asLastKnown, marginText, priceText, productUrl } from "../../components/product.tsx";
import { webAddress } from "../../lib/http/web-address.ts";
import { formatMoney } from "../../messages/format-money.ts";
import type { Translate } from "../../messages/translate.ts";
import { useT } from "../../messages/use-t.ts";
import { adminProductUrl } from "../../shop/ids.ts";

/** A product of the list with its variants' selling prices. `range` is null if the shop's currency is unknown. */
export type PricedProduct = Omit<CatalogProduct, "prices"> & {
  range: PriceRange | null;
  /** True if the prices are those in the shop; false if the price rules give them. */
  isPricedInShop: boolean;
};

type Row = ReturnType<typeof toRow>;

export function toRow(
  product: PricedProduct,
  { missing, t, locale }: { missing: MissingCosts | null; t: Translate; locale: string },
) {
  const { cost, range, isPricedInShop, stock, image, discontinued, gone, link, ...rest } = product;
  const money = cost && formatMoney(cost, locale);
  const { margin, loss } = marginText(range, { missing, t });
  const ended = gone ? t("catalog.gone") : discontinued ? t("catalog.discontinued") : null;
  const isInShop = link !== null && link.shopProductId !== null;
  return {
    ...rest,
    url: productUrl(product.id),
    image: webAddress(image),
    price: priceText(range?.lowest ?? null, { t, locale, differs: range?.differs ?? false }),
    loss,
    /** True only for prices in the shop, like the list's filter and the count on Home. */
    belowCost: isPricedInShop && range?.belowCost === true,
    ...asLastKnown(
      {
        cost: money === null ? "" : cost?.differs ? t("catalog.cost-from", { cost: money }) : money,
        margin,
        stock: stock > 0 ? stock.toLocaleString(locale) : t("catalog.no-stock"),
      },
      { unreadable: rest.unreadable, t },
    ),
    inStock: stock > 0,
    /** Reason why the product can no longer be imported; null if it can be. */
    ended,
    isInShop,
    /** False if the product is not in the shop and can no longer be imported. */
    selectable: ended === null || isInShop,
    link: link && {
      ...link,
      problem: link.problem && t(link.problem),
      url:
        link.state === "imported" && link.shopProductId !== null ? adminProductUrl(link.shopProductId) : null,
    },
  };
}

export function WideRow({ row }: RowProps) {
  const t = useT();
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
          {row.belowCost && <Badge tone="critical">{t("price-edits.below-cost")}</Badge>}
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

/** On a phone a row is a small card without horizontal scrolling. */
export function NarrowRow({
  row,
  isSelected,
  onSelect,
}: RowProps & { isSelected: boolean; onSelect: (isOn: boolean) => void }) {
  const t = useT();
  return (
    <Box padding="300" width="100%">
      <InlineStack gap="300" wrap={false} blockAlign="start">
        <Checkbox
          label={t("catalog.select", { product: row.name })}
          labelHidden
          checked={isSelected}
          disabled={!row.selectable}
          onChange={onSelect}
        />
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
          {row.belowCost && (
            <InlineStack>
              <Badge tone="critical">{t("price-edits.below-cost")}</Badge>
            </InlineStack>
          )}
          {row.link === null && row.ended === null && row.unreadable === null && (
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

type RowProps = { row: Row };

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
        {row.unreadable !== null && <Badge tone="warning">{t("catalog.unreadable")}</Badge>}
        {link?.offSale && <Badge tone="attention">{t(`sell.badge.${link.offSale}`)}</Badge>}
        {link && <LinkBadge link={link} name={row.name} />}
      </InlineStack>
      {row.unreadable !== null && <Note tone="caution">{t(`catalog.unreadable.${row.unreadable}`)}</Note>}
      {link?.problem && (
        <Note tone={link.state === "importing" ? "subdued" : "critical"}>{link.problem}</Note>
      )}
      {link?.state === "imported" && link.channels !== null && (
        <Note tone={link.channels.length > 0 && !link.isDraft ? "subdued" : "caution"}>
          {link.isDraft
            ? t("catalog.draft")
            : link.channels.length > 0
              ? t("catalog.published", { channels: link.channels.map((name) => channelName(name, t)) })
              : t("catalog.unpublished")}
        </Note>
      )}
      {link?.failedImages && <Note tone="critical">{t("catalog.failed-images", link.failedImages)}</Note>}
      {row.imagesLeftOut.length > 0 && (
        <Note tone="caution">
          {t("catalog.images-left-out", { count: row.imagesLeftOut.length, addresses: row.imagesLeftOut })}
        </Note>
      )}
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

/** Shows the product's state in the shop. The badge of an imported product links to its page in Shopify. */
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
        accessibilityLabel={t("action.about", { action: t(code), subject: name })}
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

/** Asks the merchant if the product's stock at other locations is their own and should stay. */
function OwnStock({ row }: { row: Row }) {
  const t = useT();
  const fetcher = useFetcher();
  const button = (answer: "keep" | "leave") => (
    <RowButton
      label={t(`catalog.own-stock.${answer}`)}
      accessibilityLabel={t("action.about", {
        action: t(`catalog.own-stock.${answer}`),
        subject: row.name,
      })}
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
