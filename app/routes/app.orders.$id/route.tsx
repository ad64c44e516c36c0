import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Banner, type BannerHandles, BlockStack, Layout, Page } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";

import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { HistoryCard } from "../../components/history-card.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain, type ShopDomain } from "../../lib/shop-domain.ts";
import { supplier } from "../../lib/env.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { acknowledgeOrder } from "../../orders/updates/acknowledge-order.server.ts";
import { requestCancellation } from "../../orders/canceling/request-cancellation.server.ts";
import { confirmNotOrdered, confirmOrdered, correctNumber } from "../../orders/doubt/confirm-order.server.ts";
import { decideAttributes } from "../../orders/choices/attribute-store.server.ts";
import {
  approveCost,
  approveTestOrder,
  approveUnpaid,
  approveWithoutNote,
  sendPart,
} from "../../orders/placing/approve-order.server.ts";
import { retryOrder } from "../../orders/placing/retry-order.server.ts";
import { orderAgain } from "../../orders/ingest/order-again.server.ts";
import { hasArrived } from "../../orders/states/order-state.ts";
import { findNextProbe } from "../../orders/store/doubt-pause.server.ts";
import { findOrder, findOrderIn, type FoundOrder } from "../../orders/views/find-order.server.ts";
import { whenOf } from "../../orders/views/next-step.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { requestUpdate } from "../../orders/tracking/read-update.server.ts";
import { fulfillUntracked } from "../../orders/tracking/fulfill-untracked.server.ts";
import { showAgain } from "../../orders/tracking/show-again.server.ts";
import { orderMissingPieces } from "../../orders/updates/order-missing-pieces.server.ts";
import { readOpenTexts } from "../../orders/views/read-texts.server.ts";
import { FactsCard, LinesCard, ShipmentsCard } from "./contents.tsx";
import {
  type Answer,
  type Insistence,
  isObsolete,
  noticeOf,
  noticeOfAgain,
  noticeOfConfirmed,
  noticeOfMissing,
  noticeOfPart,
  noticeOfTry,
  noticeOfUpdate,
  STALE,
  TEXTS_DECIDED,
} from "./notice.ts";
import { RulesCard } from "./rules-card.tsx";
import { toShown } from "./shown.ts";
import { DoubtCard, StatusCard } from "./status-card.tsx";
import { submission } from "./submission.server.ts";
import { TextsCard } from "./texts-card.tsx";

export const meta: MetaFunction = pageTitle((t) => t("orders.one.title"));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { order, state } = await readInShop(shop, async (tx, now) => ({
    order: await findOrderIn(tx, { shop, now }, params.id ?? ""),
    state: await findStateIn(tx, { shop, now }),
  }));
  if (order === null) throw new Response(null, { status: 404 });
  const shown = toShown(order, { connected: isConnected(state) });
  const texts = await readOpenTexts(shop, order);
  return { order: shown, texts, state, supplier: supplier() };
}

export async function action({ request, params }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const submitted = await readForm(request, submission);
  const order = await findOrder(shop, params.id ?? "");
  if (order === null) throw new Response(null, { status: 404 });
  const { id: orderId } = order;
  const { version } = submitted;
  // Rejects a button of an outdated page before any work. Use cases that can cost money check the version again under
  // a lock. "Get update" only reads, so it works on an outdated page as well.
  if (version !== order.version && submitted.intent !== "update") return STALE;
  // "Mark as resolved" calls no other system, so its clicks are not limited.
  if (submitted.intent !== "acknowledge") await limitPresses(shop);
  switch (submitted.intent) {
    case "retry":
      return noticeOfTry("retry", await retryOrder(shop, { orderId, version }), await waitOf(shop, order));
    case "cancel":
      return noticeOf("cancel", await requestCancellation(shop, { orderId, version }));
    case "order-anyway":
      return noticeOfTry(
        "approve",
        await approveCost(shop, { orderId, version, seen: submitted.costs }),
        await waitOf(shop, order),
      );
    case "send-unpaid":
      return noticeOfTry(
        "send-unpaid",
        await approveUnpaid(shop, { orderId, version, seen: submitted.outstanding }),
        await waitOf(shop, order),
      );
    case "send-test-order":
      return noticeOfTry(
        "send-test-order",
        await approveTestOrder(shop, { orderId, version }),
        await waitOf(shop, order),
      );
    case "send-without-note":
      return noticeOfTry(
        "send-without-note",
        await approveWithoutNote(shop, { orderId, version }),
        await waitOf(shop, order),
      );
    case "decide-texts": {
      const { product: shopProductId, title, names, to } = submitted;
      await decideAttributes(shop, { shopProductId, title, names, sendsInNote: to === "note" });
      return TEXTS_DECIDED;
    }
    case "send-part":
      return noticeOfPart(await sendPart(shop, { orderId, version }), await waitOf(shop, order));
    case "order-again":
      return noticeOfAgain(await orderAgain(shop, { orderId, version }));
    case "order-missing":
      return noticeOfMissing(await orderMissingPieces(shop, { orderId, version, seen: submitted.pieces }));
    case "fulfill-untracked":
      return noticeOf(
        "show-shipment",
        await fulfillUntracked(shop, { orderId, version, seen: submitted.pieces }),
      );
    case "update":
      return noticeOfUpdate(await requestUpdate(shop, orderId), {
        isStale: await hasChanged(shop, order.id, submitted),
      });
    case "acknowledge":
      return noticeOf(
        "acknowledge",
        await acknowledgeOrder(shop, { orderId, version, reason: submitted.reason }),
      );
    case "show-shipment":
      return noticeOf(
        "show-shipment",
        await showAgain(shop, { orderId, version, shipmentId: submitted.shipment }),
      );
    case "not-ordered":
      return noticeOfConfirmed(
        await confirmNotOrdered({ shop, orderId, attemptId: submitted.attempt }, submitted),
      );
    case "ordered":
      return noticeOfConfirmed(
        await confirmOrdered({ shop, orderId, attemptId: submitted.attempt }, submitted),
      );
    case "correct-number":
      return noticeOfConfirmed(await correctNumber({ shop, orderId }, submitted));
  }
}

/** Returns true if the page would now look different from how it looked when the merchant pressed the button. */
async function hasChanged(
  shop: ShopDomain,
  orderId: string,
  { version, stamp }: { version: number; stamp?: string | undefined },
): Promise<boolean> {
  const order = await findOrder(shop, orderId);
  return order !== null && (order.version !== version || (stamp !== undefined && order.stamp !== stamp));
}

/** Returns the time of the next probe if the order has to wait for it; otherwise null. */
async function waitOf(shop: ShopDomain, { state }: FoundOrder): Promise<Message | null> {
  if (hasArrived(state)) return null;
  const wait = await findNextProbe(shop);
  return wait && whenOf(wait.nextTryAt, wait.now);
}

export default function OrderPage() {
  const { order, texts, state, supplier: sells } = useLoaderData<typeof loader>();
  const t = useT();
  const page = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher<Answer>();
  const notice = fetcher.state === "idle" ? fetcher.data : undefined;
  const pending = fetcher.state === "idle" ? null : (fetcher.formData?.get("intent") ?? "");
  const submit = (fields: Record<string, string>) => {
    fetcher.submit({ ...fields, version: order.version, stamp: order.stamp }, { method: "post" });
  };
  const { attempt } = order;
  // Hides the notice once the order has changed, because the page itself then shows the result.
  const { stamp } = order;
  const [noticed, setNoticed] = useState({ notice, stamp });
  if (notice !== undefined && noticed.notice !== notice) setNoticed({ notice, stamp });
  const isNew = noticed.notice === notice && noticed.stamp === stamp;
  usePolling(order.refreshAfterMs);
  return (
    <Page
      title={t("orders.name", { order: order.orderName })}
      subtitle={t("orders.requested.long", { at: order.requestedAt })}
      backAction={{ content: t("orders.title"), url: "/app/orders" }}
    >
      <Layout>
        <Layout.Section>
          <div ref={page}>
            <BlockStack gap="400">
              {notice && isNew && !isObsolete(notice, order) && (
                <FocusedNotice
                  notice={notice}
                  orders={order.cancelRequestedAt === null}
                  insist={(insistence) => {
                    submit(
                      order.can.confirm && attempt !== null
                        ? { ...insistence, attempt: attempt.id }
                        : { ...insistence, intent: "correct-number" },
                    );
                  }}
                />
              )}
              <ConnectionBanner state={state} />
              {!isConnected(state) && (
                <ConnectFirst state={state}>{t("orders.one.connect-first")}</ConnectFirst>
              )}
              <StatusCard order={order} pending={pending} page={page} submit={submit} />
              <TextsCard
                texts={texts}
                busy={pending !== null}
                decide={(decision) => {
                  submit({ intent: "decide-texts", ...decision });
                }}
              />
              {order.can.confirm && attempt !== null && (
                <DoubtCard
                  order={order}
                  attempt={attempt}
                  supplier={sells}
                  busy={pending !== null}
                  page={page}
                  submit={(confirmation) => {
                    submit({ ...confirmation, attempt: attempt.id });
                  }}
                />
              )}
              {order.shipments.length > 0 && (
                <ShipmentsCard
                  shipments={order.shipments}
                  busy={pending !== null}
                  showAgain={(shipment) => {
                    submit({ intent: "show-shipment", shipment });
                  }}
                />
              )}
              <LinesCard order={order} />
              <HistoryCard
                title={t("orders.history")}
                note={
                  order.earlierAttempts > 0
                    ? t("orders.history.earlier", { count: order.earlierAttempts })
                    : null
                }
                events={order.happened}
              />
            </BlockStack>
          </div>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <FactsCard order={order} />
            {order.rules && <RulesCard rules={order.rules} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

/** Shows a notice and moves the focus to it, because the clicked button may be gone. */
function FocusedNotice({
  notice,
  orders,
  insist,
}: {
  notice: Answer;
  /** True if a confirmed “not ordered” sends the order again. */
  orders: boolean;
  insist: (insistence: Insistence) => void;
}) {
  const t = useT();
  const banner = useRef<BannerHandles>(null);
  const { insistence, number } = notice;
  useEffect(() => {
    banner.current?.focus();
  }, [notice]);
  return (
    <Banner
      ref={banner}
      tone={notice.tone}
      title={t(notice.title)}
      {...(insistence && {
        action: {
          content:
            insistence.intent === "ordered"
              ? t("orders.button.use-number", { number: insistence.number })
              : t(orders ? "orders.button.order-now" : "orders.button.not-ordered"),
          onAction: () => {
            insist(insistence);
          },
        },
      })}
      {...(number !== undefined && {
        secondaryAction: {
          content: t("orders.button.mark-number", { number }),
          onAction: () => {
            insist({ intent: "ordered", number });
          },
        },
      })}
    >
      {notice.text && <p>{t(notice.text)}</p>}
    </Banner>
  );
}
