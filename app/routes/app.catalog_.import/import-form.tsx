import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, InlineStack, Layout, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ImportOptions } from "../../catalog/import/import-options.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useT } from "../../messages/use-t.ts";
import { OptionCards } from "./option-cards.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { countsOf, type Preview } from "./preview.ts";
import { VariantsCard } from "./variants-card.tsx";

/** The merchant's choices, and a preview of the result. */
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
    form.set("options", JSON.stringify({ ...options, channels: picked }));
    if (variants.length > 0)
      form.set("variants", JSON.stringify(chosen.length === variants.length ? [] : chosen));
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
                {countsOf(preview, "skip") > 0 && (
                  <Text as="p" tone="subdued">
                    {t("imports.preview.skips", { count: countsOf(preview, "skip") })}
                  </Text>
                )}
                {countsOf(preview, "problem") > 0 && (
                  <Text as="p" tone="caution">
                    {t("imports.preview.problems", { count: countsOf(preview, "problem") })}
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
