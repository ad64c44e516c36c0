import type { FetcherWithComponents } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Button,
  Card,
  Checkbox,
  EmptySearchResult,
  InlineStack,
  Text,
} from "@shopify/polaris";
import { useState } from "react";

import { importAddress } from "../../catalog/import/runs/selection.ts";
import type { OwnField, OwnFieldsView } from "../../catalog/sync/merchant/list-own-fields.server.ts";
import type { ListPage } from "../../catalog/sync/merchant/list-page.ts";
import { messageOfField, messageOfOwnValue } from "../../catalog/sync/message-of-change.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { ListPages } from "../../components/list-pages.tsx";
import { ProductLink } from "../../components/product.tsx";
import { useT } from "../../messages/use-t.ts";

type Props = {
  page: ListPage<OwnFieldsView>;
  currency: string | null;
  fetcher: FetcherWithComponents<unknown>;
};
type Chosen = { row: OwnFieldsView; own: OwnField };

/** The merchant's own values beside the supplier's, which they can hand back one by one or together. */
export function OwnFields({ page: { rows, ...places }, currency, fetcher }: Props) {
  const t = useT();
  const [ticked, setTicked] = useState<string[]>([]);
  if (rows.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.yours.none.title")} description={t("sync.yours.none")} />
      </Card>
    );
  const busy = fetcher.state !== "idle";
  const all = rows.flatMap((row) =>
    row.shopState === "deleted" ? [] : row.fields.map((own): Chosen => ({ row, own })),
  );
  const chosen = all.filter((each) => ticked.includes(keyOf(each)));
  const follow = (fields: Chosen[]) => {
    const handedBack = fields.map(({ row: { supplierProductId, seen }, own: { field } }) => ({
      supplierProductId,
      field,
      seen,
    }));
    setTicked([]);
    fetcher.submit({ intent: "follow", fields: JSON.stringify(handedBack) }, { method: "post" });
  };
  const shared = { currency, busy, ticked, onTick: setTicked, follow };
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t("sync.yours.help")}</Text>
        {all.length > 1 && (
          <InlineStack gap="400" blockAlign="center">
            <Checkbox
              label={t("sync.yours.tick-all", { count: all.length })}
              checked={chosen.length === 0 ? false : chosen.length === all.length || "indeterminate"}
              onChange={(checked) => {
                setTicked(checked ? all.map(keyOf) : []);
              }}
            />
            {chosen.length > 0 && (
              <ConfirmButton
                label={t("sync.yours.follow-ticked", { count: chosen.length })}
                title={t("sync.yours.confirm-ticked.title", { count: chosen.length })}
                confirm={t("sync.yours.follow")}
                keep={t("sync.yours.keep")}
                destructive
                busy={busy}
                onConfirm={() => {
                  follow(chosen);
                }}
              >
                <Text as="p">{t("sync.yours.confirm-ticked")}</Text>
              </ConfirmButton>
            )}
          </InlineStack>
        )}
        {rows.map((row) => (
          <OwnedProduct key={row.supplierProductId} row={row} {...shared} />
        ))}
        <ListPages params={{ show: "yours" }} {...places} />
      </BlockStack>
    </Card>
  );
}

function keyOf({ row, own }: Chosen): string {
  return JSON.stringify([row.supplierProductId, own.field]);
}

type Shared = {
  currency: string | null;
  busy: boolean;
  ticked: string[];
  onTick: (ticked: string[]) => void;
  follow: (fields: Chosen[]) => void;
};

function OwnedProduct({ row, ...shared }: { row: OwnFieldsView } & Shared) {
  const t = useT();
  const { supplierProductId, product, shopState, fields } = row;
  return (
    <BlockStack gap="200">
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
      {shopState === "deleted" ? (
        <InlineStack>
          <Button size="slim" url={importAddress([supplierProductId])}>
            {t("product.import-again")}
          </Button>
        </InlineStack>
      ) : (
        fields.map((own) => <OwnFieldLines key={own.field} row={row} own={own} {...shared} />)
      )}
    </BlockStack>
  );
}

/** A field with both values. It is handed back only after confirmation, because this discards the merchant's. */
function OwnFieldLines({ row, own, currency, busy, ticked, onTick, follow }: Chosen & Shared) {
  const t = useT();
  const { product } = row;
  const name = t(messageOfField(own.field));
  const key = keyOf({ row, own });
  const lines = (
    <BlockStack gap="050">
      {own.values.map((value, index) => (
        <Text key={index} as="p" variant="bodySm" breakWord>
          {t(messageOfOwnValue(value, currency))}
        </Text>
      ))}
      {own.more > 0 && (
        <Text as="p" variant="bodySm" tone="subdued">
          {t("sync.yours.more", { count: own.more })}
        </Text>
      )}
    </BlockStack>
  );
  return (
    <InlineStack gap="200" align="space-between" blockAlign="start">
      <BlockStack gap="050">
        <Checkbox
          label={t("sync.yours.tick", { field: name, product })}
          labelHidden={false}
          checked={ticked.includes(key)}
          onChange={(checked) => {
            onTick(checked ? [...ticked, key] : ticked.filter((each) => each !== key));
          }}
        />
        {lines}
      </BlockStack>
      <ConfirmButton
        label={t("sync.yours.follow")}
        look={{ size: "slim", accessibilityLabel: t("sync.yours.follow-of", { field: name, product }) }}
        title={t("sync.follow.confirm.title", { field: name, product })}
        confirm={t("sync.yours.follow")}
        keep={t("sync.yours.keep")}
        destructive
        busy={busy}
        onConfirm={() => {
          follow([{ row, own }]);
        }}
      >
        <BlockStack gap="200">
          {lines}
          <Text as="p">
            {t(own.field === "status" ? "sync.follow.confirm.status" : "sync.follow.confirm", {
              field: name,
            })}
          </Text>
        </BlockStack>
      </ConfirmButton>
    </InlineStack>
  );
}
