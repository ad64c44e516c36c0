import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { SaveBar } from "@shopify/app-bridge-react";
import { Badge, BlockStack, Box, Layout, Page, Text } from "@shopify/polaris";
import { useState } from "react";

import { type BrandingField, FIELD_NAMES } from "../../branding/branding-form.ts";
import type { LoadedBranding } from "../../branding/load-branding.server.ts";
import type { ShownState } from "../../components/shown-state.ts";
import type { Answer } from "./answer.ts";
import { BrandingFields } from "./branding-fields.tsx";
import { ASSUMED, Notices } from "./notices.tsx";
import { SlipPreview } from "./slip-preview.tsx";

/** The loader's answer, with times as they travel. */
export type ShownBranding = Pick<
  Extract<LoadedBranding, { kind: "branding" }>,
  "branding" | "changedElsewhere" | "unread" | "underWay"
> & {
  draft: { savedAt: string; refusedSaid: string | null } | null;
  published: { number: number; publishedAt: string } | null;
  state: ShownState;
  /** Whether another shop is connected to the same account. */
  shared: boolean;
  assumed: boolean;
  mayPublish: boolean;
};

/** The form's fields, each as its input holds it. */
export type Fields = Record<BrandingField, string>;

export function BrandingEditor({ loaded }: { loaded: ShownBranding }) {
  const { draft, published } = loaded;
  // Here, because a fetcher that no component holds any more forgets its answer.
  const fetcher = useFetcher<Answer>();
  // What is stored may differ from what was typed (spaces, capitals), so after each change of it the form begins anew.
  const stored = draft?.savedAt ?? published?.publishedAt ?? "live";
  return <Editor key={stored} loaded={loaded} fetcher={fetcher} />;
}

function Editor({ loaded, fetcher }: { loaded: ShownBranding; fetcher: FetcherWithComponents<Answer> }) {
  const { branding, draft, published, changedElsewhere, underWay, mayPublish } = loaded;
  const stored = toFields(branding);
  const [fields, setFields] = useState(stored);
  const busy = fetcher.state !== "idle";
  const intent = fetcher.formData?.get("intent");
  const problems = busy ? {} : (fetcher.data?.problems ?? {});
  const dirty = NAMES.some((field) => fields[field] !== stored[field]);
  const upToDate =
    !dirty && draft === null && published !== null && changedElsewhere.length === 0 && underWay === null;

  const submit = (submitted: "save" | "publish" | "discard") => {
    fetcher.submit({ intent: submitted, ...fields }, { method: "post" });
  };
  return (
    <Page
      title="Branding"
      subtitle="What your customers find on the parcel"
      titleMetadata={<State loaded={loaded} />}
      primaryAction={{
        content: "Publish",
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
                content: "Discard draft",
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
          Save
        </button>
        <button
          onClick={() => {
            setFields(stored);
          }}
        >
          Discard
        </button>
      </SaveBar>
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Notices loaded={loaded} said={busy ? null : (fetcher.data?.said ?? null)} />
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
                  {`${ASSUMED} Whoever runs Stockbridge for you has confirmed it.`}
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
  if (draft !== null) return <Badge tone="attention">Draft, not published</Badge>;
  if (published === null) return <Badge>Not published yet</Badge>;
  if (changedElsewhere.length > 0) return <Badge tone="warning">Changed elsewhere</Badge>;
  return <Badge tone="success">{`Version ${String(published.number)}`}</Badge>;
}

const NAMES = Object.keys(FIELD_NAMES) as BrandingField[];

function toFields(branding: Record<BrandingField, string | null>): Fields {
  return Object.fromEntries(NAMES.map((field) => [field, branding[field] ?? ""])) as Fields;
}
