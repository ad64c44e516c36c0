import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { RefObject } from "react";

import { StateBadge } from "../app.orders._index/state-badge.tsx";
import { Moment } from "../../components/moment.tsx";
import { AskFirst } from "./ask-first.tsx";
import type { ShownOrder } from "./shown.ts";

type Submitted = { intent: "retry" | "cancel" | "news" } | { intent: "seen-to"; reason: string };

/** Where the order stands, what happens next, and what the merchant can do. */
export function StateCard({
  order,
  pending,
  page,
  submit,
}: {
  order: ShownOrder;
  /** The action that is under way, if any. */
  pending: unknown;
  page: RefObject<HTMLDivElement>;
  submit: (fields: Submitted) => void;
}) {
  const { can, orderName } = order;
  const busy = pending !== null;
  const { seeTo } = can;
  const canDoAnything =
    can.retry || can.orderAgain || can.requestUpdate || seeTo !== null || can.cancel !== null;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              Where it stands
            </Text>
            <StateBadge label={order.label} tone={order.tone} />
          </InlineStack>
          <Text as="p" breakWord>
            {order.sentence}
          </Text>
          {order.cancelRequestedAt !== null && (
            <Text as="p">
              {"Cancelling was asked for on "}
              <Moment iso={order.cancelRequestedAt} />
              {"."}
            </Text>
          )}
          {order.next !== null && (
            <Text as="p" tone="subdued">
              {order.next}
            </Text>
          )}
        </BlockStack>
        {canDoAnything && (
          <InlineStack gap="200">
            {can.retry && (
              <Button
                variant="primary"
                disabled={busy}
                loading={pending === "retry"}
                onClick={() => {
                  submit({ intent: "retry" });
                }}
              >
                Try again
              </Button>
            )}
            {seeTo !== null && (
              <Button
                variant="primary"
                disabled={busy}
                loading={pending === "seen-to"}
                onClick={() => {
                  submit({ intent: "seen-to", reason: seeTo });
                }}
              >
                I have seen to it
              </Button>
            )}
            {can.requestUpdate && (
              <Button
                disabled={busy}
                loading={pending === "news"}
                onClick={() => {
                  submit({ intent: "news" });
                }}
              >
                Ask for news now
              </Button>
            )}
            {can.orderAgain && (
              <AskFirst
                label="Order again"
                title={`Order ${orderName} again?`}
                confirm="Order again"
                keep="Leave it cancelled"
                busy={busy}
                page={page}
                onConfirm={() => {
                  submit({ intent: "retry" });
                }}
              >
                <Text as="p">
                  Stockbridge looks whether the request still stands in Shopify. If it does, the order goes to
                  the supplier as a new one.
                </Text>
              </AskFirst>
            )}
            {can.cancel !== null && (
              <AskFirst
                label="Cancel order"
                title={`Cancel ${orderName}?`}
                confirm="Cancel order"
                keep="Keep it"
                destructive
                busy={busy}
                page={page}
                onConfirm={() => {
                  submit({ intent: "cancel" });
                }}
              >
                <Text as="p">{WHAT_CANCELLING_DOES[can.cancel]}</Text>
              </AskFirst>
            )}
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

const WHAT_CANCELLING_DOES = {
  unsent:
    "Nothing has been ordered yet. Stockbridge turns the fulfilment request down in Shopify. Your customer's order itself stays as it is.",
  unclear:
    "The supplier may have it already. Stockbridge finds that out first, and cancels it then. Your customer's order itself stays as it is.",
  placed:
    "Stockbridge asks the supplier to cancel it. That may be too late; this page says so then. Your customer's order itself stays as it is.",
};
