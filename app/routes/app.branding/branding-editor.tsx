import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { SaveBar } from "@shopify/app-bridge-react";
import { Badge, BlockStack, Box, Layout, Page, Text } from "@shopify/polaris";
import { useState } from "react";

import { BRANDING_FIELDS, type BrandingField } from "../../branding/branding-form.ts";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { useT } from "../../messages/use-t.ts";
import { BrandingFields } from "./branding-fields.tsx";
import { Notices } from "./notices.tsx";
import type { Answer, Fields, ShownBranding } from "./shown-branding.ts";
import { SlipPreview } from "./slip-preview.tsx";

export function BrandingEditor({ loaded }: { loaded: ShownBranding }) {
  // Here, because a fetcher forgets its answer once no component uses it.
  const fetcher = useFetcher<Answer>();
  // Stored values may differ from the typed ones (spaces, capitals), so the form resets whenever they change.
  const version = useTypedVersion(loaded.stamp, {
    isStale: fetcher.data?.notice?.title.code === "branding.stale.title",
  });
  return <Editor key={version} loaded={loaded} fetcher={fetcher} />;
}

function Editor({ loaded, fetcher }: { loaded: ShownBranding; fetcher: FetcherWithComponents<Answer> }) {
  const t = useT();
  const { branding, draft, published, stamp, changedElsewhere, open, mayPublish } = loaded;
  const stored = toFields(branding);
  const [fields, setFields] = useState(stored);
  const busy = fetcher.state !== "idle";
  const intent = fetcher.formData?.get("intent");
  const problems = busy ? {} : (fetcher.data?.problems ?? {});
  const dirty = BRANDING_FIELDS.some((field) => fields[field] !== stored[field]);
  const upToDate =
    !dirty && draft === null && published !== null && changedElsewhere.length === 0 && open === null;

  const submit = (submitted: "save" | "publish" | "discard") => {
    fetcher.submit({ intent: submitted, seen: stamp, ...fields }, { method: "post" });
  };
  return (
    <Page
      title={t("branding.title")}
      subtitle={t("branding.subtitle")}
      titleMetadata={<State loaded={loaded} />}
      primaryAction={{
        content: t("branding.publish"),
        loading: intent === "publish",
        disabled: busy || upToDate || !mayPublish,
        onAction: () => {
          submit("publish");
        },
      }}
      secondaryActions={
        draft === null
          ? []
          : [
              {
                content: t("branding.discard-draft"),
                disabled: busy,
                onAction: () => {
                  submit("discard");
                },
              },
            ]
      }
    >
      <SaveBar id="branding-save-bar" open={dirty}>
        <button
          variant="primary"
          {...(intent === "save" && { loading: "" })}
          onClick={() => {
            submit("save");
          }}
        >
          {t("branding.save")}
        </button>
        <button
          onClick={() => {
            setFields(stored);
          }}
        >
          {t("branding.discard")}
        </button>
      </SaveBar>
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Notices loaded={loaded} answer={busy ? null : (fetcher.data?.notice ?? null)} />
            <BrandingFields
              fields={fields}
              problems={problems}
              onChange={(field, value) => {
                setFields((before) => ({ ...before, [field]: value }));
              }}
            />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <SlipPreview fields={fields} />
            {loaded.assumed && mayPublish && (
              <Box paddingInline={{ xs: "400", sm: "0" }}>
                <Text as="p" tone="subdued" variant="bodySm">
                  {t("branding.confirmed")}
                </Text>
              </Box>
            )}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function State({ loaded: { draft, published, changedElsewhere } }: { loaded: ShownBranding }) {
  const t = useT();
  if (draft !== null) return <Badge tone="attention">{t("branding.state.draft")}</Badge>;
  if (published === null) return <Badge>{t("branding.state.unpublished")}</Badge>;
  if (changedElsewhere.length > 0)
    return <Badge tone="warning">{t("branding.state.changed-elsewhere")}</Badge>;
  return <Badge tone="success">{t("branding.state.published", { number: published.number })}</Badge>;
}

function toFields(branding: Record<BrandingField, string | null>): Fields {
  return Object.fromEntries(BRANDING_FIELDS.map((field) => [field, branding[field] ?? ""])) as Fields;
}
