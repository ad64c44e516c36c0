/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";

import { postToApp, pressInApp } from "../../shared/call-app.ts";
import { isSendable, type Reply, type Selected, type SelectedOrder, toReply } from "./read-selected.ts";

/**
 * Maximum number of orders per dialog, because more would take too long. The app has the same limit
 * (app/orders/bulk/selected-orders.server.ts).
 */
const AT_MOST = 100;

/** Number of times that the dialog reads the results: it waits a minute. Later results are on the app's Orders page. */
const LOOKS = 30;
const LOOK_AFTER_MS = 2000;

type Step =
  | { kind: "loading" | "failed" }
  /** The app replied neither to the click nor to the read after it. */
  | { kind: "unknown" }
  | { kind: "preview"; reply: Reply }
  | { kind: "sent"; orders: SelectedOrder[]; notice: string; looks: number };

/**
 * Sends the orders that the merchant has selected in the shop's list. Shows a preview with one button, and then a
 * result per order.
 */
export function SendOrders() {
  const { translate } = shopify.i18n;
  const orders = shopify.data.selected.map(({ id }) => id);
  const isTooMany = orders.length > AT_MOST;
  const address = `/api/send-orders?locale=${translate("language")}`;
  const key = orders.join();
  const [step, setStep] = useState<Step>({ kind: "loading" });
  const [reads, setReads] = useState(0);
  useEffect(() => {
    if (isTooMany) return;
    postToApp(address, { intent: "preview", orders: key.split(",") })
      .then(toReply)
      .then(
        (reply) => {
          setStep({ kind: "preview", reply });
        },
        () => {
          setStep({ kind: "failed" });
        },
      );
  }, [address, key, isTooMany, reads]);
  useEffect(() => {
    if (step.kind !== "sent" || step.looks === 0 || !step.orders.some(({ isUnderWay }) => isUnderWay)) return;
    const timer = setTimeout(() => {
      const looks = step.looks - 1;
      postToApp(address, { intent: "results", orders: key.split(",") })
        .then(toReply)
        .then((reply) => {
          setStep({ ...step, looks, ...(reply.connected && { orders: reply.orders }) });
        })
        .catch(() => {
          setStep({ ...step, looks });
        });
    }, LOOK_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [address, key, step]);
  const isSendingRef = useRef(false);
  const send = (selected: Selected) => {
    // Ignores the second of two quick clicks, which may arrive before the button disappears.
    if (isSendingRef.current) return;
    isSendingRef.current = true;
    const sent = selected.orders.filter(isSendable);
    setStep({ kind: "loading" });
    pressInApp(address, {
      intent: "send",
      press: crypto.randomUUID(),
      toSend: sent.flatMap(({ toSend }) => toSend),
      toRetry: sent.flatMap(({ toRetry }) => toRetry),
    })
      // Reads the results even after an error, because the app may have sent the orders before its response was lost.
      .catch(() => translate("failed.press"))
      .then((notice) =>
        postToApp(address, { intent: "results", orders: key.split(",") })
          .then(toReply)
          .then((reply) => {
            setStep({
              kind: "sent",
              notice,
              looks: LOOKS,
              orders: reply.connected ? reply.orders : selected.orders,
            });
          }),
      )
      .catch(() => {
        setStep({ kind: "unknown" });
      })
      .finally(() => {
        isSendingRef.current = false;
      });
  };
  const sendable =
    step.kind === "preview" && step.reply.connected ? step.reply.orders.filter(isSendable) : [];
  const count = String(sendable.length);
  return (
    <s-admin-action heading={translate("heading")} loading={step.kind === "loading" && !isTooMany}>
      {isTooMany && <s-banner tone="warning">{translate("tooMany", { count: String(AT_MOST) })}</s-banner>}
      {(step.kind === "failed" || step.kind === "unknown") && (
        <s-banner
          tone="warning"
          heading={translate(step.kind === "unknown" ? "failed.unknown.heading" : "failed.heading")}
        >
          <s-stack gap="small" alignItems="start">
            <s-paragraph>
              {translate(step.kind === "unknown" ? "failed.unknown.text" : "failed.text")}
            </s-paragraph>
            <s-button
              onClick={() => {
                setStep({ kind: "loading" });
                setReads(reads + 1);
              }}
            >
              {translate("failed.retry")}
            </s-button>
          </s-stack>
        </s-banner>
      )}
      {step.kind === "preview" && <Preview reply={step.reply} />}
      {step.kind === "sent" && (
        <s-stack gap="base">
          <s-banner tone="info">{step.notice}</s-banner>
          <s-unordered-list>
            {step.orders.map((order) => (
              <s-list-item key={order.id}>
                {translate("result", { order: order.name, result: order.status })}
              </s-list-item>
            ))}
          </s-unordered-list>
        </s-stack>
      )}
      {sendable.length > 0 && step.kind === "preview" && step.reply.connected && (
        <s-button
          slot="primary-action"
          variant="primary"
          onClick={() => {
            if (step.reply.connected) send(step.reply);
          }}
        >
          {translate("send", { count })}
        </s-button>
      )}
      <s-button
        slot="secondary-actions"
        onClick={() => {
          shopify.close();
        }}
      >
        {translate("close")}
      </s-button>
    </s-admin-action>
  );
}

function Preview({ reply }: { reply: Reply }) {
  const { translate } = shopify.i18n;
  if (!reply.connected)
    return (
      <s-paragraph>
        {translate("notConnected.text")}{" "}
        <s-link href="app:app/settings">{translate("notConnected.connect")}</s-link>
      </s-paragraph>
    );
  const { orders, totals, hint } = reply;
  const sendable = orders.filter(isSendable);
  const others = orders.filter((order) => !isSendable(order));
  return (
    <s-stack gap="base">
      {sendable.length === 0 && <s-paragraph>{translate("nothing")}</s-paragraph>}
      {sendable.length > 0 && (
        <>
          <s-paragraph>{translate("intro")}</s-paragraph>
          <s-unordered-list>
            {sendable.map((order) => (
              <s-list-item key={order.id}>
                {translate(order.toSend.length > 0 ? "sends" : "retries", {
                  order: order.name,
                  status: order.status,
                })}
                {order.amounts.map((amounts, index) => (
                  <s-paragraph key={index} color="subdued">
                    {amounts}
                  </s-paragraph>
                ))}
                {order.kept !== null && (
                  <s-paragraph>{translate("keepsPart", { reason: order.kept })}</s-paragraph>
                )}
              </s-list-item>
            ))}
          </s-unordered-list>
          <s-stack gap="small-200">
            {totals.lines.map(({ label, amount }) => (
              <s-text key={label}>{translate("total", { label, amount })}</s-text>
            ))}
            {totals.excluded !== null && <s-paragraph>{totals.excluded}</s-paragraph>}
          </s-stack>
          {hint !== null && <s-banner tone="info">{hint}</s-banner>}
        </>
      )}
      {others.length > 0 && (
        <s-stack gap="small-200">
          <s-text type="strong">{translate("others")}</s-text>
          <s-unordered-list>
            {others.map((order) => (
              <s-list-item key={order.id}>
                {translate("result", { order: order.name, result: order.status })}
              </s-list-item>
            ))}
          </s-unordered-list>
        </s-stack>
      )}
    </s-stack>
  );
}
