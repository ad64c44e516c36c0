import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Layout, Page, Text } from "@shopify/polaris";
import { useState } from "react";

import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { AtEdge } from "../../components/at-edge.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { useT } from "../../messages/use-t.ts";
import type { FormProblems, RulesForm } from "../../orders/rules/rules-form.ts";
import { PreviewCard, type ShownRules } from "./preview-card.tsx";
import { HoldCard, LimitsCard, WhenCard } from "./rule-cards.tsx";

/** The action's answer. */
export type Answer = { notice: Notice | null; problems: FormProblems };

export function RulesEditor({ loaded }: { loaded: ShownRules }) {
  // Here, because a fetcher forgets its answer once no component uses it.
  const fetcher = useFetcher<Answer>();
  const isStale = fetcher.data?.notice?.title.code === "rules.stale.title";
  const version = useTypedVersion(String(loaded.version), { isStale });
  return <Editor key={version} loaded={loaded} fetcher={fetcher} />;
}

function Editor({ loaded, fetcher }: { loaded: ShownRules; fetcher: FetcherWithComponents<Answer> }) {
  const t = useT();
  const [stored] = useState<RulesForm>(loaded.form);
  const [form, setForm] = useState(stored);
  const busy = fetcher.state !== "idle";
  const dirty = JSON.stringify(form) !== JSON.stringify(stored);
  const shared = {
    form,
    currency: loaded.currency,
    problems: busy ? {} : (fetcher.data?.problems ?? {}),
    change: (changed: Partial<RulesForm>) => {
      setForm((before) => ({ ...before, ...changed }));
    },
  };
  const save = () => {
    fetcher.submit(
      { intent: "save", form: JSON.stringify(form), version: loaded.version },
      { method: "post" },
    );
  };
  return (
    <Page
      title={t("rules.title")}
      subtitle={t("rules.subtitle")}
      backAction={{ content: t("orders.title"), url: "/app/orders" }}
      secondaryActions={[{ content: t("dry-run.title"), url: "/app/dry-run" }]}
    >
      <EditorSaveBar
        id="rules-save-bar"
        isOpen={dirty}
        isSaving={busy}
        onSave={save}
        onDiscard={() => {
          setForm(stored);
        }}
      />
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {!busy && fetcher.data?.notice && <NoticeBanner notice={fetcher.data.notice} />}
            {!loaded.isAutomatic && (
              <Banner tone="info" action={{ content: t("rules.off.action"), url: "/app/settings" }}>
                <p>{t("rules.off")}</p>
              </Banner>
            )}
            <AtEdge>
              <Text as="p" tone="subdued">
                {t("rules.intro")}
              </Text>
            </AtEdge>
            <WhenCard {...shared} timeZone={loaded.timeZone} />
            <HoldCard {...shared} named={loaded.countries} />
            <LimitsCard {...shared} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <PreviewCard form={form} loaded={loaded} />
        </Layout.Section>
      </Layout>
    </Page>
  );
}
