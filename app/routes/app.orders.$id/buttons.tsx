import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { type RefObject, useState } from "react";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { useT } from "../../messages/use-t.ts";
import { AgainButton, PartButton, PiecesButton } from "./pieces-button.tsx";
import type { ShownOrder } from "./shown.ts";

export type ButtonsProps = {
  order: ShownOrder;
  /** The form that is being submitted, if any. */
  pending: unknown;
  page: RefObject<HTMLDivElement>;
  submit: (fields: Submitted) => void;
};

type Submitted =
  | {
      intent:
        "retry" | "order-again" | "cancel" | "update" | "send-part" | "send-test-order" | "send-without-note";
    }
  | { intent: "acknowledge"; reason: string }
  | { intent: "correct-number"; number: string }
  | { intent: "order-anyway"; costs: string }
  | { intent: "send-unpaid"; outstanding: string }
  | { intent: "order-missing" | "fulfill-untracked"; pieces: string };

/**
 * Shows the order's buttons. The most helpful one is primary, unless the merchant may rather want to cancel the
 * order.
 */
export function Buttons({ order, pending, page, submit }: ButtonsProps) {
  const t = useT();
  const busy = pending !== null;
  const { can, help, purchase, orderName, adminUrl } = order;
  const { acknowledge, cancel, orderAnyway, sendUnpaid, orderMissing, fulfillUntracked } = can;
  const variant = (its: typeof help) => help === its && ({ variant: "primary" } as const);
  const links = {
    home: "/app",
    settings: "/app/settings",
    links: "/app/links",
    methods: "/app/methods",
    "shop-order": adminUrl,
  };
  const leadsElsewhere =
    help === "home" || help === "settings" || help === "links" || help === "methods" || help === "shop-order";
  if (!leadsElsewhere && !Object.values(can).some(Boolean)) return null;
  const cancelButton = cancel !== null && (
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
  );
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
          <BlockStack gap="200">
            <Text as="p" breakWord>
              {t("orders.order-anyway", { lines: orderAnyway.lines })}
            </Text>
            <Total sentences={order.total} />
          </BlockStack>
        </ConfirmButton>
      )}
      {can.sendPart !== null && (
        <PartButton
          part={can.sendPart}
          orderName={orderName}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "send-part" });
          }}
        />
      )}
      {sendUnpaid !== null && (
        <SendAnywayButton
          title={t("orders.send-unpaid.title", { order: orderName })}
          text={t("orders.send-unpaid", { outstanding: sendUnpaid })}
          purchase={purchase}
          total={order.total}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "send-unpaid", outstanding: JSON.stringify(sendUnpaid) });
          }}
        />
      )}
      {can.orderAgain && <AgainButton orderName={orderName} busy={busy} page={page} submit={submit} />}
      {orderMissing !== null && (
        <PiecesButton
          intent="order-missing"
          pieces={orderMissing}
          cost={order.missingCost}
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
        <SendAnywayButton
          title={t("orders.send-test-order.title", { order: orderName })}
          text={t("orders.send-test-order")}
          purchase={purchase}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "send-test-order" });
          }}
        />
      )}
      {can.sendWithoutNote && (
        <ConfirmButton
          label={t("orders.button.send-without-note")}
          title={t("orders.send-without-note.title", { order: orderName })}
          confirm={t("orders.button.send-without-note")}
          keep={t("orders.send-anyway.keep")}
          busy={busy}
          page={page}
          onConfirm={() => {
            submit({ intent: "send-without-note" });
          }}
        >
          <Text as="p">{t("orders.send-without-note")}</Text>
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
      {help === "cancel" && cancelButton}
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
      {help !== "cancel" && cancelButton}
    </InlineStack>
  );
}

/**
 * A button that sends an order that the customer has not fully paid, or a test order. Its dialog shows what we would
 * buy.
 */
function SendAnywayButton({
  title,
  text,
  purchase,
  total = [],
  busy,
  page,
  onConfirm,
}: {
  title: string;
  text: string;
  purchase: ShownOrder["purchase"];
  total?: ShownOrder["total"];
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  onConfirm: () => void;
}) {
  const t = useT();
  return (
    <ConfirmButton
      label={t("orders.button.send-anyway")}
      title={title}
      confirm={t("orders.button.send-anyway")}
      keep={t("orders.send-anyway.keep")}
      busy={busy}
      page={page}
      onConfirm={onConfirm}
    >
      <BlockStack gap="200">
        {purchase !== null && (
          <Text as="p" breakWord>
            {purchase.cost === null
              ? t("orders.send-anyway.purchase.no-cost", { items: purchase.items })
              : t("orders.send-anyway.purchase", { items: purchase.items, cost: purchase.cost })}
          </Text>
        )}
        <Total sentences={total} />
        <Text as="p">{text}</Text>
      </BlockStack>
    </ConfirmButton>
  );
}

function Total({ sentences }: { sentences: ShownOrder["total"] }) {
  const t = useT();
  return sentences.map((sentence) => (
    <Text as="p" key={sentence.code}>
      {t(sentence)}
    </Text>
  ));
}

/** A button whose dialog asks for the supplier's order number. */
export function NumberButton({
  label,
  keep,
  text,
  busy,
  page,
  onConfirm,
}: {
  label: string;
  keep: string;
  /** Says what happens if the typed number is wrong. */
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
