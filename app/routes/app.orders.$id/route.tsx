import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Banner, type BannerHandles, BlockStack, Layout, Page } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";

import { env } from "../../lib/env.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { decideDoubt } from "../../orders/doubt/decide-doubt.server.ts";
import { findOrder } from "../../orders/views/find-order.server.ts";
import { requestCancellation } from "../../orders/cancelling/request-cancellation.server.ts";
import { retryOrder } from "../../orders/placing/retry-order.server.ts";
import { acknowledgeOrder } from "../../orders/acknowledge-order.server.ts";
import { authenticate } from "../../shopify.server.ts";
import { requestUpdate } from "../../tracking/request-update.server.ts";
import { usePolling } from "../../components/use-polling.ts";
import { sayMoment } from "../../components/moment.tsx";
import { type Answer, sayAsked, sayCancelWish, sayDecided, sayRetried, saySeenTo } from "./answer.ts";
import { LinesCard, ParcelsCard } from "./contents.tsx";
import { DoubtCard } from "./doubt-card.tsx";
import { FactsCard } from "./facts-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { toShown } from "./shown.ts";
import { StateCard } from "./state-card.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Order ${data.order.orderName}` : "Order" },
];

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("retry") }),
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("news") }),
  z.object({ intent: z.literal("seen-to"), reason: z.string().max(100) }),
  // The attempt that was on the page: what a person says of it says nothing of a later one.
  z.object({ intent: z.literal("not-ordered"), attempt: z.uuid() }),
  z.object({ intent: z.literal("ordered"), attempt: z.uuid(), number: z.string().trim().min(1).max(100) }),
]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const now = new Date();
  const order = await findOrder(shop, params.id ?? "", now);
  if (order === null) throw new Response(null, { status: 404 });
  return {
    order: toShown(order, now),
    supplier: new URL(env.WHOLESALE_BASE_URL).host,
  };
}

export async function action({ request, params }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const submission = submitted.safeParse(Object.fromEntries(await request.formData()));
  if (!submission.success)
    return { tone: "warning", title: "The page sent something we do not know. Reload it." };
  const now = new Date();
  const order = await findOrder(shop, params.id ?? "", now);
  if (order === null) throw new Response(null, { status: 404 });
  const { data } = submission;
  switch (data.intent) {
    case "retry":
      return sayRetried(await retryOrder(shop, { orderId: order.id, now }));
    case "cancel":
      return sayCancelWish(await requestCancellation(shop, { orderId: order.id, now }));
    case "news":
      return sayAsked(await requestUpdate(shop, order.id));
    case "seen-to":
      return saySeenTo(await acknowledgeOrder(shop, { orderId: order.id, reason: data.reason }));
    case "not-ordered":
    case "ordered": {
      const word =
        data.intent === "ordered"
          ? ({ kind: "ordered", supplierOrderId: data.number } as const)
          : ({ kind: "not-ordered" } as const);
      return sayDecided(await decideDoubt(shop, { orderId: order.id, attemptId: data.attempt, word, now }));
    }
  }
}

export default function OrderPage() {
  const { order, supplier } = useLoaderData<typeof loader>();
  const page = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher<Answer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const pending = fetcher.state === "idle" ? null : (fetcher.formData?.get("intent") ?? "");
  const submit = (fields: Record<string, string>) => {
    fetcher.submit(fields, { method: "post" });
  };
  const { attempt } = order;
  // What was answered holds until the order has moved on; then the order speaks for itself.
  const standing = `${order.label} ${order.sentence}`;
  const [answered, setAnswered] = useState({ answer, standing });
  if (answer !== undefined && answered.answer !== answer) setAnswered({ answer, standing });
  const isNew = answered.answer === answer && answered.standing === standing;
  usePolling(order.refreshAfterMs);
  return (
    <Page
      title={`Order ${order.orderName}`}
      subtitle={`Requested on ${sayMoment(order.requestedAt)}`}
      backAction={{ content: "Orders", url: "/app/orders" }}
    >
      <Layout>
        <Layout.Section>
          <div ref={page}>
            <BlockStack gap="400">
              {answer && isNew && <AnswerBanner answer={answer} />}
              <StateCard order={order} pending={pending} page={page} submit={submit} />
              {order.can.decide && attempt !== null && (
                <DoubtCard
                  order={order}
                  reference={attempt.reference}
                  supplier={supplier}
                  busy={pending !== null}
                  page={page}
                  submit={(decision) => {
                    submit({ ...decision, attempt: attempt.id });
                  }}
                />
              )}
              {order.parcels.length > 0 && <ParcelsCard parcels={order.parcels} />}
              <LinesCard order={order} />
              <HistoryCard order={order} />
            </BlockStack>
          </div>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <FactsCard order={order} />
        </Layout.Section>
      </Layout>
    </Page>
  );
}

/** Takes the focus: the button that was pressed may be gone by now. */
function AnswerBanner({ answer }: { answer: Answer }) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    banner.current?.focus();
  }, [answer]);
  return (
    <Banner ref={banner} tone={answer.tone} title={answer.title}>
      {answer.text !== undefined && <p>{answer.text}</p>}
    </Banner>
  );
}
