import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Box, Card, InlineStack, Layout, Page, Text } from "@shopify/polaris";
import { useState } from "react";

import { BRANDING_FIELDS, type BrandingField, COLOR } from "../../branding/branding-form.ts";
import { EditorSaveBar } from "../../components/editor-save-bar.tsx";
import { AtEdge } from "../../components/at-edge.tsx";
import { ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { useT } from "../../messages/use-t.ts";
import { BrandingFields } from "./branding-fields.tsx";
import { type Answer, fieldNames, type Fields, type ShownBranding } from "./shown-branding.ts";

export function BrandingEditor({ loaded }: { loaded: ShownBranding }) {
  // Keeps the fetcher outside of `Editor`, which remounts with each new version of the stored values. Remix drops a
  // fetcher's answer when no mounted component uses the fetcher.
  const fetcher = useFetcher<Answer>();
  // The server may store other values than the merchant typed (without spaces, in small letters), so the form resets
  // when the stored values change.
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
      <EditorSaveBar
        id="branding-save-bar"
        isOpen={dirty}
        isSaving={intent === "save"}
        onSave={() => {
          submit("save");
        }}
        onDiscard={() => {
          setFields(stored);
        }}
      />
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
              <AtEdge>
                <Text as="p" tone="subdued" variant="bodySm">
                  {t("branding.confirmed")}
                </Text>
              </AtEdge>
            )}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function State({ loaded: { draft, published, elsewhere, changedElsewhere } }: { loaded: ShownBranding }) {
  const t = useT();
  if (draft !== null) return <Badge tone="attention">{t("branding.state.draft")}</Badge>;
  if (published === null && elsewhere !== null)
    return <Badge tone="warning">{t("branding.state.elsewhere")}</Badge>;
  if (published === null) return <Badge>{t("branding.state.unpublished")}</Badge>;
  if (changedElsewhere.length > 0)
    return <Badge tone="warning">{t("branding.state.changed-elsewhere")}</Badge>;
  return <Badge tone="success">{t("branding.state.published", { number: published.number })}</Badge>;
}

/** Returns the form's values for a stored branding. */
export function toFields(branding: Record<BrandingField, string | null>): Fields {
  return Object.fromEntries(BRANDING_FIELDS.map((field) => [field, branding[field] ?? ""])) as Fields;
}

/** Shows the answer to the last button, then problems that persist. */
function Notices({ loaded, answer }: { loaded: ShownBranding; answer: Notice | null }) {
  return (
    <>
      <ConnectionBanner state={loaded.state} />
      {[...(answer ? [answer] : []), ...lasting(loaded)].map((notice) => (
        <NoticeBanner key={notice.title.code} notice={notice} />
      ))}
    </>
  );
}

function lasting(loaded: ShownBranding): Notice[] {
  const { draft, changedElsewhere, elsewhere, unread, open, assumed, mayPublish, state, shared } = loaded;
  const notices: (Notice | null | false)[] = [
    draft?.rejection
      ? {
          tone: "critical",
          title: { code: "branding.rejected.title" },
          text: { code: "branding.rejected", why: draft.rejection },
        }
      : null,
    open === "in-doubt" && {
      tone: "warning",
      title: { code: "branding.in-doubt.title" },
      text: { code: "branding.in-doubt" },
    },
    open === "publishing" && {
      tone: "info",
      title: { code: "branding.publishing.title" },
      text: { code: "branding.publishing" },
    },
    unread !== null &&
      state.kind !== "needs-reconnecting" && {
        tone: "warning",
        title: { code: "branding.unread.title" },
        text: { code: "branding.unread", why: unread },
      },
    elsewhere !== null && {
      tone: "warning",
      title: { code: "branding.elsewhere.title" },
      text: { code: "branding.elsewhere", number: elsewhere },
    },
    changedElsewhere.length > 0 && {
      tone: "warning",
      title: { code: "branding.changed-elsewhere.title" },
      text: { code: "branding.changed-elsewhere", fields: fieldNames(changedElsewhere) },
    },
    shared && {
      tone: "info",
      title: { code: "connection.shared.title" },
      text: { code: "branding.shared" },
    },
    assumed &&
      !mayPublish && {
        tone: "warning",
        title: { code: "branding.unconfirmed.title" },
        text: { code: "branding.unconfirmed" },
      },
  ];
  return notices.filter((notice) => notice !== null && notice !== false);
}

/**
 * Previews the head and foot of a packing slip. The layout is a guess, because only the supplier knows the real one.
 */
export function SlipPreview({ fields }: { fields: Fields }) {
  const t = useT();
  const { brandName, logo, primaryColor, packingSlipMessage, returnAddress, supportEmail, supportPhone } =
    fields;
  const color = COLOR.test(primaryColor) ? primaryColor : "#303030";
  const contact = [supportEmail, supportPhone].filter((each) => each.trim() !== "").join(" · ");
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("branding.preview.title")}
        </Text>
        <Box borderWidth="025" borderColor="border" borderRadius="200" overflowX="hidden">
          <div style={{ height: 6, background: color }} />
          <Box padding="400">
            <BlockStack gap="300">
              <InlineStack gap="300" blockAlign="center" wrap={false}>
                {logo !== "" && <img src={logo} alt="" style={{ maxHeight: 48, maxWidth: 96 }} />}
                <Text as="p" variant="headingLg" breakWord>
                  {brandName.trim() || t("branding.preview.brand")}
                </Text>
              </InlineStack>
              <Text as="p" tone="subdued" variant="bodySm">
                {t("branding.preview.slip")}
              </Text>
              {packingSlipMessage.trim() !== "" && <Lines text={packingSlipMessage} />}
              {returnAddress.trim() !== "" && (
                <BlockStack gap="050">
                  <Text as="p" variant="bodySm" tone="subdued">
                    {t("branding.preview.returns")}
                  </Text>
                  <Lines text={returnAddress} />
                </BlockStack>
              )}
              {contact !== "" && (
                <Text as="p" variant="bodySm" breakWord>
                  {t("branding.preview.contact", { contact })}
                </Text>
              )}
            </BlockStack>
          </Box>
        </Box>
        <Text as="p" tone="subdued" variant="bodySm">
          {t("branding.preview.note")}
        </Text>
      </BlockStack>
    </Card>
  );
}

function Lines({ text }: { text: string }) {
  return (
    <div style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      <Text as="p">{text}</Text>
    </div>
  );
}
