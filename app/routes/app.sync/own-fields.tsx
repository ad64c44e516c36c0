import type { FetcherWithComponents } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, EmptySearchResult, InlineStack, Text } from "@shopify/polaris";

import { importAddress } from "../../catalog/import/runs/selection.ts";
import { messageOfField } from "../../catalog/sync/message-of-change.ts";
import type { ListPage } from "../../catalog/sync/views/list-page.ts";
import type { OwnFieldsView } from "../../catalog/sync/views/list-own-fields.server.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { ListPages } from "../../components/list-pages.tsx";
import { ProductLink } from "../../components/product-link.tsx";
import { useT } from "../../messages/use-t.ts";

type Props = { page: ListPage<OwnFieldsView>; fetcher: FetcherWithComponents<unknown> };

/** Fields that the merchant changed in the shop, and can hand back. */
export function OwnFields({ page: { rows, ...places }, fetcher }: Props) {
  const t = useT();
  if (rows.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.yours.none.title")} description={t("sync.yours.none")} />
      </Card>
    );
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t("sync.yours.help")}</Text>
        {rows.map((row) => (
          <Product key={row.supplierProductId} row={row} fetcher={fetcher} />
        ))}
        <ListPages params={{ show: "yours" }} {...places} />
      </BlockStack>
    </Card>
  );
}

function Product({ row, fetcher }: { row: OwnFieldsView; fetcher: Props["fetcher"] }) {
  const t = useT();
  const { supplierProductId, product, shopState, fields } = row;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <ProductLink id={supplierProductId} name={product} as="h3" />
        {shopState !== null && (
          <Badge tone={shopState === "deleted" ? "critical" : "attention"}>
            {t(`sync.shop-state.${shopState}`)}
          </Badge>
        )}
      </InlineStack>
      {shopState !== null && (
        <Text as="p" tone="subdued">
          {t(`sync.shop-state.${shopState}.help`)}
        </Text>
      )}
      <InlineStack gap="200">
        {shopState === "deleted" ? (
          <Button size="slim" url={importAddress([supplierProductId])}>
            {t("product.import-again")}
          </Button>
        ) : (
          fields.map((field) => <Follow key={field} {...{ supplierProductId, product, field, fetcher }} />)
        )}
      </InlineStack>
    </BlockStack>
  );
}

type FollowProps = Pick<OwnFieldsView, "supplierProductId" | "product"> & {
  field: OwnFieldsView["fields"][number];
  fetcher: Props["fetcher"];
};

/** Hands a field back after confirmation, because this discards the merchant's value. */
function Follow({ supplierProductId, product, field, fetcher }: FollowProps) {
  const t = useT();
  const name = t(messageOfField(field));
  return (
    <ConfirmButton
      label={t("sync.follow", { field: name })}
      look={{ size: "slim", accessibilityLabel: t("sync.follow-of", { field: name, product }) }}
      title={t("sync.follow.confirm.title", { product })}
      confirm={t("sync.follow.confirm.action")}
      keep={t("action.cancel")}
      destructive
      busy={fetcher.state !== "idle"}
      onConfirm={() => {
        fetcher.submit({ intent: "follow", supplierProductId, field }, { method: "post" });
      }}
    >
      <Text as="p">{t("sync.follow.confirm", { field: name })}</Text>
    </ConfirmButton>
  );
}
