import { type FetcherWithComponents, useNavigate } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Button,
  Card,
  Checkbox,
  EmptySearchResult,
  InlineStack,
  Select,
  Text,
} from "@shopify/polaris";
import { useState } from "react";

import { importAddress } from "../../catalog/import/runs/selection.ts";
import { chosenFields } from "../../catalog/links/fields.ts";
import type {
  OwnField,
  OwnFieldsPage,
  OwnFieldsView,
} from "../../catalog/sync/merchant/list-own-fields.server.ts";
import type { SeenFilter } from "../../catalog/sync/merchant/own-fields.server.ts";
import type { OwnFilter } from "../../catalog/sync/merchant/select-own-fields.server.ts";
import {
  messageOfField,
  messageOfFollowing,
  messageOfOwnValue,
} from "../../catalog/sync/message-of-change.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { ListPages } from "../../components/list-pages.tsx";
import { ProductLink } from "../../components/product.tsx";
import { useT } from "../../messages/use-t.ts";

type Props = {
  page: OwnFieldsPage;
  filter: OwnFilter;
  currency: string | null;
  fetcher: FetcherWithComponents<unknown>;
};
type Chosen = { row: OwnFieldsView; own: OwnField };
/** All fields that the filter selects, on every page, as they were when the merchant selected them. */
type AllSeen = Pick<SeenFilter, "seenAll">;
type Decision = "follow" | "keep";

/**
 * Lists the merchant's own values beside the supplier's. The merchant keeps some or all of them, or lets these fields
 * follow the supplier again.
 */
export function OwnFields({ page, filter, currency, fetcher }: Props) {
  const { rows, total, kept, seenAll, missing, ...places } = page;
  const t = useT();
  const [selected, setSelected] = useState<string[] | AllSeen>([]);
  const busy = fetcher.state !== "idle";
  const all = rows.flatMap((row) =>
    row.shopState === "deleted" ? [] : row.fields.map((own): Chosen => ({ row, own })),
  );
  const isAll = !Array.isArray(selected);
  const ticked = isAll ? all.map(keyOf) : selected;
  const chosen = all.filter((each) => ticked.includes(keyOf(each)));
  const count = isAll ? total : chosen.length;
  const decide = (intent: Decision, of: Chosen[] | AllSeen) => {
    setSelected([]);
    const fields: Record<string, string> = Array.isArray(of)
      ? {
          fields: JSON.stringify(
            of.map(({ row: { supplierProductId, seen }, own: { field } }) => ({
              supplierProductId,
              field,
              seen,
            })),
          ),
        }
      : { all: JSON.stringify({ ...filter, ...of }) };
    fetcher.submit({ intent, ...fields }, { method: "post" });
  };
  const ofSelected = isAll ? selected : chosen;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t(filter.kept ? "sync.yours.help.kept" : "sync.yours.help")}</Text>
        <OwnFieldsFilter filter={filter} kept={kept} />
        {rows.length === 0 && (
          <EmptySearchResult
            title={t(
              filter.field !== null || filter.kept ? "sync.yours.none.filtered" : "sync.yours.none.title",
            )}
            description={t("sync.yours.none")}
          />
        )}
        {all.length > 1 && (
          <InlineStack gap="400" blockAlign="center">
            <Checkbox
              label={t("sync.yours.tick-all", { count: all.length })}
              checked={chosen.length === 0 ? false : chosen.length === all.length || "indeterminate"}
              onChange={(checked) => {
                setSelected(checked ? all.map(keyOf) : []);
              }}
            />
            {chosen.length === all.length && total > all.length && !isAll && (
              <Button
                variant="plain"
                onClick={() => {
                  setSelected({ seenAll });
                }}
              >
                {t("sync.yours.select-all", { count: total })}
              </Button>
            )}
            {count > 0 && !filter.kept && (
              <Button
                disabled={busy}
                onClick={() => {
                  decide("keep", ofSelected);
                }}
              >
                {t("sync.yours.keep-ticked", { count })}
              </Button>
            )}
            {count > 0 && (
              <ConfirmButton
                label={t("sync.yours.follow-ticked", { count })}
                title={t("sync.yours.confirm-ticked.title", { count })}
                confirm={t("sync.yours.follow")}
                keep={t("action.cancel")}
                destructive
                busy={busy}
                onConfirm={() => {
                  decide("follow", ofSelected);
                }}
              >
                <Text as="p">{t("sync.yours.confirm-ticked")}</Text>
              </ConfirmButton>
            )}
          </InlineStack>
        )}
        {rows.map((row) => (
          <OwnedProduct
            key={row.supplierProductId}
            row={row}
            {...{ currency, missing, busy, ticked, onTick: setSelected, decide, isKept: filter.kept }}
          />
        ))}
        <ListPages params={paramsOf(filter)} {...places} />
      </BlockStack>
    </Card>
  );
}

/** Filters by field, and by values that need a decision or values that the merchant keeps. */
function OwnFieldsFilter({ filter, kept }: { filter: OwnFilter; kept: number }) {
  const t = useT();
  const navigate = useNavigate();
  const open = (to: OwnFilter) => {
    navigate(`?${new URLSearchParams(paramsOf(to)).toString()}`, { preventScrollReset: true });
  };
  return (
    <InlineStack gap="400" blockAlign="center">
      <Select
        label={t("sync.yours.field")}
        labelInline
        value={filter.field ?? ""}
        options={[
          { value: "", label: t("sync.yours.field.all") },
          ...chosenFields.map((field) => ({ value: field, label: t(messageOfField(field)) })),
        ]}
        onChange={(chosen) => {
          open({ ...filter, field: chosenFields.find((field) => field === chosen) ?? null });
        }}
      />
      {(kept > 0 || filter.kept) && (
        <Button
          variant="plain"
          onClick={() => {
            open({ ...filter, kept: !filter.kept });
          }}
        >
          {filter.kept ? t("sync.yours.show-open") : t("sync.yours.show-kept", { count: kept })}
        </Button>
      )}
    </InlineStack>
  );
}

function paramsOf({ kept, field }: OwnFilter): Record<string, string> {
  return { show: "yours", ...(kept && { kept: "1" }), ...(field !== null && { field }) };
}

function keyOf({ row, own }: Chosen): string {
  return JSON.stringify([row.supplierProductId, own.field]);
}

type Shared = {
  currency: string | null;
  missing: OwnFieldsPage["missing"];
  busy: boolean;
  ticked: string[];
  onTick: (ticked: string[]) => void;
  decide: (decision: Decision, fields: Chosen[]) => void;
  /** True if the list shows values that the merchant has decided to keep. */
  isKept: boolean;
};

function OwnedProduct({ row, ...shared }: { row: OwnFieldsView } & Shared) {
  const t = useT();
  const { supplierProductId, product, shopState, fields } = row;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="center">
        <ProductLink id={supplierProductId} name={product} as="h2" />
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

/**
 * Shows a field with both values. Following the supplier again needs confirmation, because it overwrites the
 * merchant's value.
 */
function OwnFieldLines({
  row,
  own,
  currency,
  missing,
  busy,
  ticked,
  onTick,
  decide,
  isKept,
}: Chosen & Shared) {
  const t = useT();
  const { product } = row;
  const name = t(messageOfField(own.field));
  const subject = t("sync.yours.tick", { field: name, product });
  const follow = t(messageOfFollowing(own, currency));
  const key = keyOf({ row, own });
  const lines = (
    <BlockStack gap="050">
      {own.values.map((value, index) => (
        <Text key={index} as="p" variant="bodySm" breakWord>
          {t(messageOfOwnValue(value, { currency, missing }))}
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
          label={subject}
          labelHidden={false}
          checked={ticked.includes(key)}
          onChange={(checked) => {
            onTick(checked ? [...ticked, key] : ticked.filter((each) => each !== key));
          }}
        />
        {lines}
      </BlockStack>
      <InlineStack gap="200">
        {!isKept && (
          <Button
            size="slim"
            disabled={busy}
            accessibilityLabel={t("sync.yours.keep-of", { field: name, product })}
            onClick={() => {
              decide("keep", [{ row, own }]);
            }}
          >
            {t("sync.yours.keep")}
          </Button>
        )}
        <ConfirmButton
          label={follow}
          look={{
            size: "slim",
            accessibilityLabel: t("action.about", { action: follow, subject }),
          }}
          title={
            own.field === "price"
              ? t("sync.follow.confirm.price.title", { product })
              : t("sync.follow.confirm.title", { field: name, product })
          }
          confirm={follow}
          keep={t("action.cancel")}
          destructive
          busy={busy}
          onConfirm={() => {
            decide("follow", [{ row, own }]);
          }}
        >
          <BlockStack gap="200">
            {lines}
            <Text as="p">
              {own.field === "price"
                ? t("sync.follow.confirm.price")
                : t(own.field === "status" ? "sync.follow.confirm.status" : "sync.follow.confirm", {
                    field: name,
                  })}
            </Text>
          </BlockStack>
        </ConfirmButton>
      </InlineStack>
    </InlineStack>
  );
}
