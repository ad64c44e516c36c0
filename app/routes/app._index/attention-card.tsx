import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { type ReactNode, useRef } from "react";

import type { Concerns } from "../../catalog/sync/merchant/find-home-figures.server.ts";
import { Moment } from "../../components/moment.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import type { MessageCode } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import type { OrderStatus } from "../../orders/views/order-status.ts";

export type UrgentOrder = Pick<OrderStatus, "label" | "tone" | "why" | "message"> & {
  id: string;
  version: number;
  orderName: string;
  /** ISO time since which the order needs attention. */
  since: string;
  /** The reason that “Mark as resolved” acknowledges; null if the order cannot be marked as resolved. */
  acknowledge: string | null;
};

/** The concerns as the loader serializes them, with an ISO time. */
export type ShownConcerns = Omit<Concerns, "approvalsSince"> & { approvalsSince: string | null };

/** Maximum number of products that Home counts. A full count would slow Home down in a shop with very many products. */
export const PRODUCTS_AT_MOST = 250;

type Props = { orders: UrgentOrder[]; needAttention: number; concerns: ShownConcerns | null };

/** Lists orders and products that need the merchant, newest first, each with a reason and a button. */
export function AttentionCard({ orders, needAttention, concerns }: Props) {
  const t = useT();
  const card = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher<{ notice: Notice }>();
  const notice = fetcher.state === "idle" ? fetcher.data?.notice : undefined;
  const items = [...orders.map((order) => orderItem(order)), ...(concerns ? productItems(concerns) : [])];
  items.sort((a, b) => (b.at ?? "").localeCompare(a.at ?? ""));
  return (
    <Card>
      <div ref={card} tabIndex={-1}>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            {t("home.attention")}
          </Text>
          {/* Leaves out the notice's text, because the text is written for the order's own page. */}
          {notice && <NoticeBanner notice={{ tone: notice.tone, title: notice.title }} />}
          {items.length === 0 ? (
            <Text as="p" tone="subdued">
              {t("home.attention.none")}
            </Text>
          ) : (
            <BlockStack as="ul" gap="400">
              {items.map((item) => (
                <li key={item.key}>{item.render}</li>
              ))}
            </BlockStack>
          )}
          {needAttention > orders.length && (
            <Text as="p">
              <Link url="/app/orders?show=needs-attention">{t("home.attention.all")}</Link>
            </Text>
          )}
        </BlockStack>
      </div>
    </Card>
  );

  function orderItem(order: UrgentOrder) {
    const { id, version, orderName, label, tone, why, message, since, acknowledge } = order;
    const url = `/app/orders/${id}`;
    const button =
      acknowledge === null ? (
        <Button url={url} accessibilityLabel={t("home.attention.review.label", { order: orderName })}>
          {t("home.attention.review")}
        </Button>
      ) : (
        <Button
          disabled={fetcher.state !== "idle"}
          accessibilityLabel={t("home.attention.acknowledge.label", { order: orderName })}
          onClick={() => {
            card.current?.focus();
            const fields = { intent: "acknowledge", version, reason: acknowledge };
            fetcher.submit(fields, { method: "post", action: url });
          }}
        >
          {t("orders.button.acknowledge")}
        </Button>
      );
    // `align` is set because a nested stack inherits the alignment of the outer stack.
    const title = (
      <InlineStack align="start" gap="200" blockAlign="center">
        <Link url={url}>{orderName}</Link>
        {label.code !== "orders.badge.needs-attention" && <Badge {...(tone && { tone })}>{t(label)}</Badge>}
        <Text as="span" tone="subdued" variant="bodySm">
          <Moment iso={since} form="medium" />
        </Text>
      </InlineStack>
    );
    return {
      key: id,
      at: since,
      render: <Item title={title} text={t(why ?? message)} button={button} />,
    };
  }

  function productItems(counts: ShownConcerns) {
    return PRODUCT_ITEMS.flatMap(({ what, url }) => {
      const counted = counts[what];
      if (counted === 0) return [];
      const at = what === "approvals" ? counts.approvalsSince : null;
      const count = { count: Math.min(counted, PRODUCTS_AT_MOST) };
      const sentence: MessageCode =
        counted > PRODUCTS_AT_MOST ? `home.${CODES[what]}.label.more` : `home.${CODES[what]}.label`;
      return {
        key: what,
        at,
        render: (
          <Item
            title={<Text as="span">{t(sentence, count)}</Text>}
            text={at === null ? null : <Moment iso={at} form="medium" />}
            button={
              <Button url={url} accessibilityLabel={`${t("home.attention.review")}: ${t(sentence, count)}`}>
                {t("home.attention.review")}
              </Button>
            }
          />
        ),
      };
    });
  }
}

function Item({ title, text, button }: { title: ReactNode; text: ReactNode; button: ReactNode }) {
  return (
    <InlineStack gap="300" align="space-between" blockAlign="center">
      <div style={{ flex: "1 1 240px", minWidth: 0 }}>
        <BlockStack gap="050">
          {title}
          {text !== null && (
            <Text as="p" tone="subdued" breakWord>
              {text}
            </Text>
          )}
        </BlockStack>
      </div>
      {button}
    </InlineStack>
  );
}

const PRODUCT_ITEMS = [
  { what: "unreadable", url: "/app/catalog?show=unreadable" },
  { what: "failed", url: "/app/sync" },
  { what: "approvals", url: "/app/sync?show=approvals" },
  { what: "belowCost", url: "/app/catalog?show=below-cost" },
  { what: "awaitingStart", url: "/app/sync?show=preview" },
] as const;

const CODES = {
  unreadable: "unreadable",
  failed: "failed",
  approvals: "approvals",
  belowCost: "below-cost",
  awaitingStart: "awaiting-start",
} as const;
