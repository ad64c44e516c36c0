import { useFetcher } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  InlineStack,
  Layout,
  Text,
  ChoiceList,
  Link,
  Select,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";

import {
  type ImportOptions,
  optionalFields,
  overwritableFields,
} from "../../catalog/import/import-options.ts";
import { channelName } from "../../components/channel-name.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useT } from "../../messages/use-t.ts";
import { countIn } from "./groups.ts";
import type { Preview } from "./load-preview.server.ts";
import { readTicks } from "./read-ticks.ts";
import { PreviewCard } from "./preview-card.tsx";

export function ImportForm({ preview }: { preview: Preview }) {
  const t = useT();
  const fetcher = useFetcher<Notice>();
  const { counts, variants, channels } = preview;
  const [options, setOptions] = useState<ImportOptions>(preview.options);
  const [channelIds, setChannelIds] = useState(preview.chosenChannels);
  const [chosen, setChosen] = useState(variants.filter((each) => each.chosen).map(({ id }) => id));
  const [creates, updates] = [counts.create ?? 0, counts.update ?? 0];
  const tried = counts["needs-linking"] ?? 0;
  const count = creates + updates + tried;
  const start = () => {
    const picked = channels.filter(({ id }) => channelIds.includes(id));
    const form = new FormData();
    const { recreated, ...choice } = readTicks(variants, chosen);
    form.set("options", JSON.stringify({ ...options, channels: picked, recreated }));
    if (variants.length > 0) form.set("variants", JSON.stringify(choice.variants));
    fetcher.submit(new URLSearchParams(form as unknown as Record<string, string>), { method: "post" });
  };
  const answer = fetcher.data;
  return (
    <>
      {answer && (
        <Layout.Section variant="fullWidth">
          <NoticeBanner notice={answer} />
        </Layout.Section>
      )}
      <Layout.Section>
        <BlockStack gap="400">
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                {t("imports.preview.title")}
              </Text>
              <BlockStack gap="100">
                <Text as="p">{t("imports.preview.creates", { count: creates })}</Text>
                <Text as="p">{t("imports.preview.updates", { count: updates })}</Text>
                {countIn("skip", counts) > 0 && (
                  <Text as="p" tone="subdued">
                    {t("imports.preview.skips", { count: countIn("skip", counts) })}
                  </Text>
                )}
                {countIn("problem", counts) > 0 && (
                  <Text as="p" tone="caution">
                    {t("imports.preview.problems", { count: countIn("problem", counts) })}
                  </Text>
                )}
              </BlockStack>
              {updates > 0 && (
                <Banner tone="info">
                  <p>{t("imports.preview.keeps")}</p>
                </Banner>
              )}
              <InlineStack gap="200">
                <Button
                  variant="primary"
                  disabled={count === 0 || (variants.length > 0 && chosen.length === 0)}
                  loading={fetcher.state !== "idle"}
                  onClick={start}
                >
                  {t("imports.start", { count })}
                </Button>
                <Button url="/app/catalog">{t("imports.back")}</Button>
              </InlineStack>
            </BlockStack>
          </Card>
          {variants.length > 0 && <VariantsCard variants={variants} chosen={chosen} onChange={setChosen} />}
          <PreviewCard preview={preview} overwrite={options.overwrite} />
        </BlockStack>
      </Layout.Section>
      <Layout.Section variant="oneThird">
        <OptionCards
          preview={preview}
          options={options}
          onChange={setOptions}
          channelIds={channelIds}
          onChannels={setChannelIds}
        />
        <Box paddingBlockEnd="400" />
      </Layout.Section>
    </>
  );
}

type OptionsProps = {
  preview: Preview;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
  channelIds: string[];
  onChannels: (ids: string[]) => void;
};

/** Shows the options for new products, and those for products that are already in the shop. */
function OptionCards(given: OptionsProps) {
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

function NewProducts({ preview, options, onChange, channelIds, onChannels }: OptionsProps) {
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
          choices={channels.map(({ id, name }) => ({ value: id, label: channelName(name, t) }))}
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

/**
 * Lets the merchant choose the variants of a single product. Unticking a variant does not remove it from the shop. A
 * variant that the merchant has deleted in the shop is created again only if it is ticked.
 */
function VariantsCard(given: {
  variants: Preview["variants"];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const t = useT();
  const { variants, chosen, onChange } = given;
  return (
    <Card>
      <BlockStack gap="200">
        <ChoiceList
          allowMultiple
          title={t("imports.variants.title")}
          choices={variants.map(({ id, name, stock, inShop, isDeleted }) => ({
            value: id,
            label: name,
            helpText: isDeleted
              ? t("imports.variants.deleted", { stock })
              : inShop
                ? t("imports.variants.in-shop", { stock })
                : t("catalog.stock", { stock }),
          }))}
          selected={chosen}
          onChange={onChange}
        />
      </BlockStack>
    </Card>
  );
}
