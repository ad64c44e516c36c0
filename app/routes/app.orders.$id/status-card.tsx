import { Badge, BlockStack, Button, Card, InlineStack, List, Text, TextField } from "@shopify/polaris";
import { type RefObject, useState } from "react";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useT } from "../../messages/use-t.ts";
import { PiecesButton } from "./pieces-button.tsx";
import type { ShownOrder } from "./shown.ts";

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
            <Badge {...(order.tone !== null && { tone: order.tone })}>{t(order.label)}</Badge>
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

type Props = {
  order: ShownOrder;
  /** The action that is under way, if any. */
  pending: unknown;
  page: RefObject<HTMLDivElement>;
  submit: (fields: Submitted) => void;
};

type Submitted =
  | { intent: "retry" | "cancel" | "update" | "send-test-order" }
  | { intent: "acknowledge"; reason: string }
  | { intent: "correct-number"; number: string }
  | { intent: "order-anyway"; costs: string }
  | { intent: "send-unpaid"; outstanding: string }
  | { intent: "order-missing" | "fulfill-untracked"; pieces: string };

/**
 * Asks the merchant if the supplier has the order, which only a person can find out. Both answers explain the
 * consequences of a mistake.
 */
export function DoubtCard({
  order,
  attempt: { reference, sends, minutes },
  supplier,
  busy,
  page,
  submit,
}: {
  order: ShownOrder;
  /** `sends`: false if the attempt only stands for an order of an earlier one. */
  attempt: { reference: string; sends: boolean; minutes: number };
  /** The supplier's host name. */
  supplier: string;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  submit: (confirmation: Confirmation) => void;
}) {
  const t = useT();
  const isToBeCanceled = order.cancelRequestedAt !== null;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {t("orders.doubt.title")}
          </Text>
          <Text as="p">{t("orders.doubt")}</Text>
          <List type="number">
            <List.Item>{t("orders.doubt.sign-in", { supplier })}</List.Item>
            <List.Item>
              {t("orders.doubt.search")} <Reference reference={reference} />
            </List.Item>
            <List.Item>{t("orders.doubt.confirm")}</List.Item>
          </List>
        </BlockStack>
        <InlineStack gap="200">
          <NumberButton
            label={t("orders.button.ordered")}
            keep={t("orders.doubt.keep")}
            text={t("orders.doubt.ordered")}
            busy={busy}
            page={page}
            onConfirm={(number) => {
              submit({ intent: "ordered", number });
            }}
          />
          <ConfirmButton
            label={t("orders.button.not-ordered")}
            title={t("orders.doubt.not-ordered.title", { order: order.orderName })}
            confirm={t("orders.button.not-ordered")}
            keep={t("orders.doubt.keep")}
            destructive
            busy={busy || minutes > 0}
            page={page}
            onConfirm={() => {
              submit({ intent: "not-ordered" });
            }}
          >
            <BlockStack gap="200">
              <Text as="p">
                {t(isToBeCanceled ? "orders.doubt.not-ordered.cancels" : "orders.doubt.not-ordered.orders")}
              </Text>
              <Text as="p">{t("orders.doubt.not-ordered.search", { supplier })}</Text>
              <Reference reference={reference} />
            </BlockStack>
          </ConfirmButton>
        </InlineStack>
        {minutes > 0 && (
          <Text as="p" tone="subdued">
            {t("orders.doubt.not-ordered.wait", { minutes })}{" "}
            {sends && t("orders.doubt.not-ordered.on-its-way")}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

type Confirmation = { intent: "not-ordered" } | { intent: "ordered"; number: string };

/** The most helpful button is primary. */
function Buttons({ order: { can, help, orderName, adminUrl }, pending, page, submit }: Props) {
  const t = useT();
  const busy = pending !== null;
  const { acknowledge, cancel, orderAnyway, sendUnpaid, orderMissing, fulfillUntracked } = can;
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
      {sendUnpaid !== null && (
        <ConfirmButton
          label={t("orders.button.send-anyway")}
          title={t("orders.send-unpaid.title", { order: orderName })}
          confirm={t("orders.button.send-anyway")}
          keep={t("orders.send-anyway.keep")}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "send-unpaid", outstanding: JSON.stringify(sendUnpaid) });
          }}
        >
          <Text as="p">{t("orders.send-unpaid", { outstanding: sendUnpaid })}</Text>
        </ConfirmButton>
      )}
      {orderMissing !== null && (
        <PiecesButton
          intent="order-missing"
          pieces={orderMissing}
          orderName={orderName}
          busy={busy}
          page={page}
          submit={submit}
        />
      )}
      {fulfillUntracked !== null && (
        <PiecesButton
          intent="fulfill-untracked"
          pieces={fulfillUntracked}
          orderName={orderName}
          busy={busy}
          page={page}
          submit={submit}
        />
      )}
      {can.sendTestOrder && (
        <ConfirmButton
          label={t("orders.button.send-anyway")}
          title={t("orders.send-test-order.title", { order: orderName })}
          confirm={t("orders.button.send-anyway")}
          keep={t("orders.send-anyway.keep")}
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
      {can.correctNumber && (
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
      )}
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

/** A button that asks for the supplier's order number before it acts. */
function NumberButton({
  label,
  keep,
  text,
  busy,
  page,
  onConfirm,
}: {
  label: string;
  keep: string;
  /** The consequences of a wrong number. */
  text: string;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  onConfirm: (number: string) => void;
}) {
  const t = useT();
  const [number, setNumber] = useState("");
  return (
    <ConfirmButton
      label={label}
      title={t("orders.doubt.ordered.title")}
      confirm={label}
      keep={keep}
      busy={busy}
      page={page}
      ready={number.trim() !== ""}
      onConfirm={() => {
        onConfirm(number);
      }}
    >
      <BlockStack gap="400">
        <TextField
          label={t("orders.supplier-number")}
          autoComplete="off"
          maxLength={100}
          value={number}
          onChange={setNumber}
        />
        <Text as="p">{text}</Text>
      </BlockStack>
    </ConfirmButton>
  );
}

/** On a line of its own, so that a person copies all of it and nothing else: other searches find nothing. */
function Reference({ reference }: { reference: string }) {
  return (
    <Text as="p" fontWeight="semibold">
      <span style={{ whiteSpace: "nowrap" }}>{reference}</span>
    </Text>
  );
}
