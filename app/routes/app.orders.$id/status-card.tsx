import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { RefObject } from "react";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useT } from "../../messages/use-t.ts";
import { StatusBadge } from "../app.orders._index/status-badge.tsx";
import { NumberButton } from "./number-button.tsx";
import type { ShownOrder } from "./shown.ts";

type Submitted =
  | { intent: "retry" | "cancel" | "update" | "send-test-order" }
  | { intent: "acknowledge"; reason: string }
  | { intent: "correct-number"; number: string }
  | { intent: "order-anyway"; costs: string };

type Props = {
  order: ShownOrder;
  /** The action that is under way, if any. */
  pending: unknown;
  page: RefObject<HTMLDivElement>;
  submit: (fields: Submitted) => void;
};

/** The order's status, the next step, and the merchant's buttons. */
export function StatusCard(props: Props) {
  const t = useT();
  const { order } = props;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              {t("orders.status")}
            </Text>
            <StatusBadge label={order.label} tone={order.tone} />
          </InlineStack>
          <Text as="p" breakWord>
            {t(order.message)}
          </Text>
          {order.earlierNumber !== null && (
            <Text as="p">{t("orders.ordered-before", { number: order.earlierNumber })}</Text>
          )}
          {order.cancelRequestedAt !== null && (
            <Text as="p">{t("orders.cancellation-requested", { at: order.cancelRequestedAt })}</Text>
          )}
          {order.next !== null && (
            <Text as="p" tone="subdued">
              {t(order.next)}
            </Text>
          )}
        </BlockStack>
        <Buttons {...props} />
      </BlockStack>
    </Card>
  );
}

/** The most helpful button is primary. */
function Buttons({ order: { can, help, orderName, adminUrl }, pending, page, submit }: Props) {
  const t = useT();
  const busy = pending !== null;
  const { acknowledge, cancel, orderAnyway } = can;
  const variant = (its: typeof help) => help === its && ({ variant: "primary" } as const);
  const links = { settings: "/app/settings", links: "/app/links", "shop-order": adminUrl };
  const leadsElsewhere = help === "settings" || help === "links" || help === "shop-order";
  if (!leadsElsewhere && !Object.values(can).some(Boolean)) return null;
  return (
    <InlineStack gap="200">
      {leadsElsewhere && (
        <Button variant="primary" url={links[help]}>
          {t(`orders.button.${help}`)}
        </Button>
      )}
      {orderAnyway !== null && (
        <ConfirmButton
          label={t("orders.button.order-anyway")}
          title={t("orders.order-anyway.title", { order: orderName })}
          confirm={t("orders.button.order-anyway")}
          keep={t("orders.order-anyway.keep")}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "order-anyway", costs: JSON.stringify(orderAnyway.costs) });
          }}
        >
          <Text as="p" breakWord>
            {t("orders.order-anyway", { lines: orderAnyway.lines })}
          </Text>
        </ConfirmButton>
      )}
      {can.sendTestOrder && (
        <ConfirmButton
          label={t("orders.button.send-test-order")}
          title={t("orders.send-test-order.title", { order: orderName })}
          confirm={t("orders.button.send-test-order")}
          keep={t("orders.send-test-order.keep")}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "send-test-order" });
          }}
        >
          <Text as="p">{t("orders.send-test-order")}</Text>
        </ConfirmButton>
      )}
      {can.retry && (
        <Button
          {...variant("retry")}
          disabled={busy}
          loading={pending === "retry"}
          onClick={() => {
            submit({ intent: "retry" });
          }}
        >
          {t("orders.button.retry")}
        </Button>
      )}
      {acknowledge !== null && (
        <Button
          {...variant("acknowledge")}
          disabled={busy}
          loading={pending === "acknowledge"}
          onClick={() => {
            submit({ intent: "acknowledge", reason: acknowledge });
          }}
        >
          {t("orders.button.acknowledge")}
        </Button>
      )}
      {can.requestUpdate && (
        <Button
          disabled={busy}
          loading={pending === "update"}
          onClick={() => {
            submit({ intent: "update" });
          }}
        >
          {t("orders.button.update")}
        </Button>
      )}
      {can.orderAgain && (
        <ConfirmButton
          label={t("orders.button.order-again")}
          title={t("orders.order-again.title", { order: orderName })}
          confirm={t("orders.button.order-again")}
          keep={t("orders.order-again.keep")}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "retry" });
          }}
        >
          <Text as="p">{t("orders.order-again")}</Text>
        </ConfirmButton>
      )}
      {can.correctNumber && <CorrectNumber {...{ busy, page, submit }} />}
      {cancel !== null && (
        <ConfirmButton
          label={t("orders.button.cancel")}
          title={t("orders.cancel.title", { order: orderName })}
          confirm={t("orders.button.cancel")}
          keep={t("orders.cancel.keep")}
          destructive
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "cancel" });
          }}
        >
          <Text as="p">{t(cancel)}</Text>
        </ConfirmButton>
      )}
    </InlineStack>
  );
}

/** Corrects a mistyped number. */
function CorrectNumber({ busy, page, submit }: Pick<Props, "page" | "submit"> & { busy: boolean }) {
  const t = useT();
  return (
    <NumberButton
      label={t("orders.button.correct-number")}
      keep={t("orders.correct-number.keep")}
      text={t("orders.correct-number")}
      busy={busy}
      page={page}
      onConfirm={(number) => {
        submit({ intent: "correct-number", number });
      }}
    />
  );
}
