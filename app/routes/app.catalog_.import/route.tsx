import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Layout, Page } from "@shopify/polaris";
import { z } from "zod";

import { type ImportOptions, importOptions } from "../../catalog/import/import-options.ts";
import { readSelection, type Selection } from "../../catalog/import/runs/selection.ts";
import { startImport } from "../../catalog/import/runs/start-import.server.ts";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { findState } from "../../components/find-state.server.ts";
import type { Notice } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { NothingSelected, Unreadable } from "../../components/selection-problems.tsx";
import { isConnected } from "../../connection/connection-state.ts";
import { Failure } from "../../lib/failure.ts";
import { jsonField, readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { ImportForm } from "./import-form.tsx";
import { loadPreview } from "./load-preview.server.ts";

export const meta = pageTitle((t) => t("imports.new.title"));

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const state = await findState(shop);
  const selection = readSelection(searchParams);
  if (!isConnected(state)) return { kind: "not-connected", state } as const;
  if (selection === null) return { kind: "nothing-selected", state } as const;
  try {
    return { kind: "preview", state, ...(await loadPreview(shop, { selection, searchParams })) } as const;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", state, problem: error.explanation } as const;
  }
}

const submitted = z.object({
  options: jsonField.pipe(importOptions),
  /** The chosen variants of a single product. An empty list stands for all of them. */
  variants: jsonField.pipe(z.array(z.string().max(255)).max(2048)).optional(),
});

export async function action({ request }: ActionFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const selection = readSelection(searchParamsOf(request));
  const { options, variants } = await readForm(request, submitted);
  if (selection === null) throw new Response(null, { status: 400 });
  const started = await startImport(shopDomain.parse(session.shop), {
    selection: withVariants(selection, variants),
    options: options satisfies ImportOptions,
  });
  if (started === null)
    return {
      tone: "warning",
      title: { code: "imports.nothing-left.title" },
      text: { code: "imports.nothing-left" },
    } satisfies Notice;
  return redirect(`/app/imports/${started.id}`);
}

/** Narrows the selection of a single product to the chosen variants. */
function withVariants(selection: Selection, variants: string[] | undefined): Selection {
  if (variants === undefined || selection.kind === "filter") return selection;
  const [id, ...others] = selection.kind === "variants" ? [selection.id] : selection.ids;
  return id === undefined || others.length > 0 ? selection : { kind: "variants", id, variants };
}

export default function NewImport() {
  const loaded = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Page title={t("imports.new.title")} backAction={{ content: t("catalog.title"), url: "/app/catalog" }}>
      <BlockStack gap="400">
        <ConnectionBanner state={loaded.state} />
        {loaded.kind === "not-connected" && (
          <ConnectFirst state={loaded.state}>{t("catalog.connect-first")}</ConnectFirst>
        )}
        {loaded.kind === "unreadable" && (
          <Unreadable text={{ code: "imports.unreadable", problem: loaded.problem }} />
        )}
        {loaded.kind === "nothing-selected" && (
          <NothingSelected>{t("imports.nothing-selected")}</NothingSelected>
        )}
        {loaded.kind === "preview" && (
          <Layout>
            <ImportForm preview={loaded} />
          </Layout>
        )}
      </BlockStack>
    </Page>
  );
}
