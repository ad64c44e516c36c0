import { BlockStack, Card, ChoiceList, Link, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";

import {
  type ImportOptions,
  optionalFields,
  overwritableFields,
} from "../../catalog/import/import-options.ts";
import { useT } from "../../messages/use-t.ts";
import type { Preview } from "./preview.ts";

type Given = {
  preview: Preview;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
  channelIds: string[];
  onChannels: (ids: string[]) => void;
};

/** Options for new products, and for products in the shop. */
export function OptionCards(given: Given) {
  const { preview, options, onChange } = given;
  const t = useT();
  const [creates, updates] = [preview.counts.create ?? 0, preview.counts.update ?? 0];
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="200">
          <Text as="h2" variant="headingSm">
            {t("imports.prices.title")}
          </Text>
          <Text as="p">{t("imports.prices")}</Text>
          <Link url="/app/prices">{t("imports.prices.change")}</Link>
        </BlockStack>
      </Card>
      {updates > 0 && (
        <Card>
          <ChoiceList
            allowMultiple
            title={t("imports.overwrite.title")}
            choices={overwritableFields.map((field) => ({
              value: field,
              label: t(`imports.field.${field}`),
            }))}
            selected={options.overwrite}
            onChange={(overwrite) => {
              onChange({ ...options, overwrite: overwrite as ImportOptions["overwrite"] });
            }}
          />
          <Text as="p" tone="subdued" variant="bodySm">
            {t("imports.overwrite.help")}
          </Text>
        </Card>
      )}
      {creates > 0 && <NewProducts {...given} />}
      <Card>
        <Tags
          tags={options.tags}
          onChange={(tags) => {
            onChange({ ...options, tags });
          }}
        />
      </Card>
    </BlockStack>
  );
}

function NewProducts({ preview, options, onChange, channelIds, onChannels }: Given) {
  const t = useT();
  const { channels, collections } = preview;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingSm">
          {t("imports.new-products.title")}
        </Text>
        <ChoiceList
          title={t("imports.status.title")}
          choices={[
            { value: "ACTIVE", label: t("imports.status.active"), helpText: t("imports.status.active.help") },
            { value: "DRAFT", label: t("imports.status.draft"), helpText: t("imports.status.draft.help") },
          ]}
          selected={[options.status]}
          onChange={([status]) => {
            onChange({ ...options, status: status === "DRAFT" ? "DRAFT" : "ACTIVE" });
          }}
        />
        <ChoiceList
          allowMultiple
          title={t("imports.fields.title")}
          choices={optionalFields.map((field) => ({ value: field, label: t(`imports.field.${field}`) }))}
          selected={options.fields}
          onChange={(fields) => {
            onChange({ ...options, fields: fields as ImportOptions["fields"] });
          }}
        />
        <ChoiceList
          allowMultiple
          title={t("channels.title")}
          choices={channels.map(({ id, name }) => ({ value: id, label: name }))}
          selected={channelIds}
          onChange={onChannels}
        />
        {collections.length > 0 && (
          <Select
            label={t("imports.collection.title")}
            options={[
              { value: "", label: t("imports.collection.none") },
              ...collections.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={options.collection?.id ?? ""}
            onChange={(id) => {
              onChange({ ...options, collection: collections.find((each) => each.id === id) ?? null });
            }}
          />
        )}
      </BlockStack>
    </Card>
  );
}

/** A field for tags, separated by commas as in Shopify's admin. */
function Tags({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(tags.join(", "));
  return (
    <TextField
      label={t("imports.tags.title")}
      helpText={t("imports.tags.help")}
      autoComplete="off"
      maxLength={500}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const each = text.split(",").map((tag) => tag.trim());
        onChange([...new Set(each.filter(Boolean))].slice(0, 20));
      }}
    />
  );
}
