import type { Notice } from "../../components/notice.tsx";
import type { Message } from "../../messages/message.ts";
import type { Confirmed } from "../../orders/doubt/confirm-order.server.ts";
import type { Requested } from "../../orders/tracking/read-update.server.ts";

const SEE_HERE = { code: "orders.notice.see-here" } as const;

const CHANGED = { code: "orders.notice.changed" } as const;

/** Two notices per button: one if it changed the order, and one if nothing was left to change. */
const NOTICES = {
  retry: [
    info({ code: "orders.notice.retried" }, SEE_HERE),
    info({ code: "orders.notice.not-retried" }, CHANGED),
  ],
  approve: [
    info({ code: "orders.notice.approved" }, SEE_HERE),
    info({ code: "orders.notice.not-approved" }, CHANGED),
  ],
  "send-unpaid": [
    info({ code: "orders.notice.sends-unpaid" }, SEE_HERE),
    info({ code: "orders.notice.not-sends-unpaid" }, CHANGED),
  ],
  "send-test-order": [
    info({ code: "orders.notice.sends-test" }, SEE_HERE),
    info({ code: "orders.notice.not-sends-test" }, CHANGED),
  ],
  "send-without-note": [
    info({ code: "orders.notice.sends-without-note" }, SEE_HERE),
    info({ code: "orders.notice.not-sends-without-note" }, CHANGED),
  ],
  "send-part": [
    info({ code: "orders.notice.sends-part" }, SEE_HERE),
    info({ code: "orders.notice.not-sends-part" }, CHANGED),
  ],
  "order-missing": [
    info({ code: "orders.notice.orders-missing" }, { code: "orders.notice.orders-missing.text" }),
    info({ code: "orders.notice.no-missing" }, CHANGED),
  ],
  cancel: [
    info({ code: "orders.notice.cancels" }, SEE_HERE),
    info({ code: "orders.notice.not-cancels" }, { code: "orders.notice.not-cancels.text" }),
  ],
  "show-shipment": [
    info({ code: "orders.notice.shows-shipment" }, SEE_HERE),
    info({ code: "orders.notice.no-shipment" }, CHANGED),
  ],
  acknowledge: [
    {
      tone: "success",
      title: { code: "orders.notice.acknowledged" },
      text: { code: "orders.notice.acknowledged.text" },
    },
    info({ code: "orders.notice.not-acknowledged" }, CHANGED),
  ],
} satisfies Record<string, readonly [done: Notice, nothing: Notice]>;

function info(title: Notice["title"], text: Message): Notice {
  return { tone: "info", title, text };
}

export const TEXTS_DECIDED: Notice = {
  tone: "success",
  title: { code: "orders.notice.texts-decided" },
  text: { code: "orders.notice.see-here" },
};

/** The notice for a button that was pressed on an outdated page. */
export const STALE: Notice = {
  tone: "warning",
  title: { code: "orders.notice.stale" },
  text: { code: "orders.notice.stale.text" },
};

export function noticeOf(button: keyof typeof NOTICES, isDone: boolean): Notice {
  const [done, nothing] = NOTICES[button];
  return isDone ? done : nothing;
}

/**
 * Returns true if the page already shows the result that a notice announces. The order may have changed before the
 * notice reached the page.
 */
export function isObsolete(
  { title, text }: Notice,
  { refreshAfterMs, shipments }: { refreshAfterMs: number | null; shipments: { state: string }[] },
): boolean {
  if (text?.code !== "orders.notice.see-here") return false;
  const isAboutPackage = title.code === "orders.notice.shows-shipment";
  return refreshAfterMs === null || (isAboutPackage && shipments.every(({ state }) => state !== "due"));
}

/** Returns the notice after "Order missing pieces". */
export function noticeOfMissing(result: "released" | "changed" | "no-permission"): Notice {
  if (result !== "no-permission") return noticeOf("order-missing", result === "released");
  return {
    tone: "warning",
    title: { code: "orders.notice.no-permission-for-missing" },
    text: { code: "orders.notice.no-permission-for-missing.text" },
  };
}

/** Returns the notice after "Send what can be sent". */
export function noticeOfPart(result: boolean | "no-permission", when: Message | null): Notice {
  if (result !== "no-permission") return noticeOfTry("send-part", result, when);
  return {
    tone: "warning",
    title: { code: "orders.notice.no-permission-for-part" },
    text: { code: "orders.notice.no-permission-for-missing.text" },
  };
}

/**
 * Returns the notice after a button that sends an order. While unclear replies pause ordering, `when` is the time at
 * which one order is sent as a probe.
 */
export function noticeOfTry(
  button: "retry" | "approve" | "send-part" | "send-unpaid" | "send-test-order" | "send-without-note",
  isDone: boolean,
  when: Message | null,
): Notice {
  if (!isDone || when === null) return noticeOf(button, isDone);
  return {
    tone: "info",
    title: { code: "orders.notice.waits" },
    text: { code: "orders.notice.waits.text", when },
  };
}

/** Returns the notice after "Order again". */
export function noticeOfAgain(
  result: "requested" | "changed" | "no-permission" | { problem: Message },
): Notice {
  if (result === "requested")
    return {
      tone: "success",
      title: { code: "orders.notice.order-again" },
      text: { code: "orders.notice.order-again.text" },
    };
  const title = { code: "orders.notice.not-order-again" } as const;
  if (result === "changed") return { tone: "info", title, text: { code: "orders.notice.changed" } };
  if (result !== "no-permission") return { tone: "warning", title, text: result.problem };
  return { tone: "warning", title, text: { code: "orders.notice.order-again.no-permission" } };
}

const UPDATED: Notice = {
  tone: "success",
  title: { code: "orders.notice.update" },
  text: { code: "orders.notice.update.text" },
};

/**
 * Returns the notice after "Get update".
 *
 * @param page `isStale` is true if the order has changed since the page was loaded. The notice then reports an
 * update, even if the supplier has nothing newer.
 */
export function noticeOfUpdate(read: Requested, { isStale }: { isStale: boolean }): Notice {
  if (isStale && (read.kind === "unchanged" || read.kind === "none")) return UPDATED;
  switch (read.kind) {
    case "changed":
      return UPDATED;
    case "unchanged":
      return {
        tone: "info",
        title: { code: "orders.notice.no-news" },
        text: { code: "orders.notice.no-news.text" },
      };
    case "failed":
      return {
        tone: "warning",
        title: { code: "orders.notice.update-failed" },
        text: read.explanation,
      };
    case "skipped":
      return {
        tone: "warning",
        title: { code: "orders.notice.update-failed" },
        text: { code: "orders.notice.update-skipped" },
      };
    case "under-way":
      return {
        tone: "info",
        title: { code: "orders.notice.update-under-way" },
        text: { code: "orders.notice.see-here" },
      };
    case "none":
      return {
        tone: "info",
        title: { code: "orders.notice.no-update" },
        text: { code: "orders.notice.changed" },
      };
  }
}

/** An answer that the merchant must confirm a second time: the supplier's number, or that nothing was ordered. */
export type Insistence =
  | { intent: "ordered"; number: string; certain?: "yes" }
  | { intent: "not-ordered"; certain: "unreadable" | "stands" };

/** The notice after a button. `number` is the number of another order that the merchant may have meant. */
export type Answer = Notice & { insistence?: Insistence; number?: string };

export function noticeOfConfirmed(confirmed: Confirmed): Answer {
  switch (confirmed.kind) {
    case "confirmed":
      return {
        tone: "success",
        title: { code: "orders.notice.confirmed" },
        text: { code: "orders.notice.see-here" },
      };
    case "found":
      return {
        tone: "success",
        title: { code: "orders.notice.found" },
        text: { code: "orders.notice.found.text", number: confirmed.number },
      };
    case "unverified":
      return {
        tone: "warning",
        title: { code: "orders.notice.unverified", number: confirmed.number },
        text: { code: "orders.notice.unverified.text" },
        insistence: { intent: "ordered", number: confirmed.number, certain: "yes" },
      };
    case "other-reference": {
      const { number, reference } = confirmed;
      return {
        tone: "warning",
        insistence: { intent: "ordered", number, certain: "yes" },
        ...(reference === ""
          ? {
              title: { code: "orders.notice.no-reference", number },
              text: { code: "orders.notice.no-reference.text" },
            }
          : {
              title: { code: "orders.notice.other-reference", number },
              text: { code: "orders.notice.other-reference.text", reference },
            }),
      };
    }
    case "unreadable":
      return {
        tone: "warning",
        title: { code: "orders.notice.unreadable" },
        text: { code: "orders.notice.unreadable.text", reference: confirmed.reference },
        insistence: { intent: "not-ordered", certain: "unreadable" },
      };
    case "stands":
      return {
        tone: "warning",
        title: { code: "orders.notice.stands", number: confirmed.number },
        text: { code: "orders.notice.stands.text", number: confirmed.number },
        number: confirmed.number,
        insistence: { intent: "not-ordered", certain: "stands" },
      };
    case "too-early":
      return {
        tone: "warning",
        title: { code: "orders.notice.too-early" },
        text: { code: "orders.notice.too-early.text" },
      };
    case "changed":
      return {
        tone: "info",
        title: { code: "orders.notice.not-in-doubt" },
        text: { code: "orders.notice.changed" },
      };
    case "contradicted":
      return {
        tone: "warning",
        title: { code: "orders.notice.contradicted" },
        text: confirmed.explanation,
      };
  }
}
