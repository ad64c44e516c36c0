import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useNavigate } from "@remix-run/react";
import { BlockStack, Page, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";

import { cancelImport } from "../../catalog/import/runs/cancel-import.server.ts";
import { findImport, findInStore } from "../../catalog/import/runs/find-import.server.ts";
import { retryImport } from "../../catalog/import/runs/retry-import.server.ts";
import { ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { findGuide } from "../../installation/setup-guide.server.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { adminProductUrl } from "../../shop/ids.ts";
import { NextCard, ProgressCard, WaitingBanners, RefusedCard } from "./progress-card.tsx";

export const meta = pageTitle((t) => t("imports.import"));

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("retry"), id: z.string().min(1).max(255) }),
  z.object({ intent: z.literal("retry-all") }),
]);

const REFRESH_MS = 2000;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const after = searchParamsOf(request).get("after");
  const found = await findImport(shop, { id: idIn(params), after });
  if (found === null) throw new Response(null, { status: 404 });
  const { state, guide } = await readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    guide: await findGuide(tx, shop),
  }));
  const hasProducts = found.state !== "running" && found.counts.imported > 0;
  const product = hasProducts ? await findInStore(shop, found.id) : null;
  return {
    run: found,
    state,
    isFirst: after === null,
    product: product && { address: product.address, adminUrl: adminProductUrl(product.id) },
    nextStep: guide?.steps.find(({ isDone }) => !isDone)?.step ?? null,
  };
}

export async function action({ request, params }: ActionFunctionArgs): Promise<Notice> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const id = idIn(params);
  const submission = await readForm(request, submitted);
  if (submission.intent === "cancel") {
    const count = await cancelImport(shop, id);
    if (count === null) return { tone: "info", title: { code: "imports.not-running.title" } };
    return {
      tone: "success",
      title: { code: "imports.canceled.title" },
      text: { code: "imports.canceled", count },
    };
  }
  const supplierProductId = submission.intent === "retry" ? submission.id : null;
  const count = await retryImport(shop, { id, supplierProductId });
  if (count === null) throw new Response(null, { status: 404 });
  return { tone: count > 0 ? "success" : "info", title: { code: "imports.retried.title", count } };
}

function idIn({ id }: LoaderFunctionArgs["params"]): string {
  const read = z.uuid().safeParse(id);
  if (!read.success) throw new Response(null, { status: 404 });
  return read.data;
}

export default function Import() {
  const { run, state, isFirst, product, nextStep } = useLoaderData<typeof loader>();
  const t = useT();
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof action>();
  const [canceling, setCanceling] = useState(false);
  const isRunning = run.state === "running";
  usePolling(isRunning ? REFRESH_MS : null);
  const submit = (fields: Record<string, string>) => {
    fetcher.submit(fields, { method: "post" });
  };
  return (
    <Page
      title={t("imports.progress.title", { at: run.requestedAt })}
      backAction={{ content: t("imports.title"), url: "/app/imports" }}
      secondaryActions={
        isRunning && !run.canceling
          ? [
              {
                content: t("imports.cancel"),
                destructive: true,
                onAction: () => {
                  setCanceling(true);
                },
              },
            ]
          : []
      }
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {fetcher.data && <NoticeBanner notice={fetcher.data} />}
        <WaitingBanners
          run={run}
          onRetry={() => {
            submit({ intent: "retry-all" });
          }}
        />
        <ProgressCard run={run} />
        {product && <NextCard product={product} nextStep={nextStep} />}
        {run.refused.length > 0 && (
          <RefusedCard
            run={run}
            isFirst={isFirst}
            busy={fetcher.state !== "idle"}
            onRetry={submit}
            onPage={(after) => {
              navigate(after === null ? "?" : `?after=${encodeURIComponent(after)}`);
            }}
          />
        )}
      </BlockStack>
      <CancelDialog
        open={canceling}
        onClose={() => {
          setCanceling(false);
        }}
        onCancel={() => {
          setCanceling(false);
          submit({ intent: "cancel" });
        }}
      />
    </Page>
  );
}

type CancelDialogProps = { open: boolean; onClose: () => void; onCancel: () => void };

function CancelDialog({ open, onClose, onCancel }: CancelDialogProps) {
  const t = useT();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("imports.cancel.title")}
      primaryAction={{ content: t("imports.cancel"), destructive: true, onAction: onCancel }}
      secondaryActions={[{ content: t("imports.cancel.keep"), onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">{t("imports.cancel.text")}</Text>
      </Modal.Section>
    </Modal>
  );
}
