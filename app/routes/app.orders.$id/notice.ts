import type { Notice } from "../../components/notice.tsx";
import type { Confirmed } from "../../orders/doubt/find-doubt.server.ts";

/** The notice after each button: for when it did something, and for when there was nothing left to do. */
const NOTICES = {
  retry: [
    { tone: "info", title: { code: "orders.notice.retried" }, text: { code: "orders.notice.see-here" } },
    { tone: "info", title: { code: "orders.notice.not-retried" }, text: { code: "orders.notice.changed" } },
  ],
  approve: [
    { tone: "info", title: { code: "orders.notice.approved" }, text: { code: "orders.notice.see-here" } },
    { tone: "info", title: { code: "orders.notice.not-approved" }, text: { code: "orders.notice.changed" } },
  ],
  cancel: [
    { tone: "info", title: { code: "orders.notice.cancels" }, text: { code: "orders.notice.see-here" } },
    {
      ...{ tone: "info", title: { code: "orders.notice.not-cancels" } },
      text: { code: "orders.notice.not-cancels.text" },
    },
  ],
  update: [
    {
      ...{ tone: "info", title: { code: "orders.notice.update" } },
      text: { code: "orders.notice.update.text" },
    },
    { tone: "info", title: { code: "orders.notice.no-update" }, text: { code: "orders.notice.changed" } },
  ],
  "show-parcel": [
    { tone: "info", title: { code: "orders.notice.shows-parcel" }, text: { code: "orders.notice.see-here" } },
    {
      ...{ tone: "info", title: { code: "orders.notice.no-parcel" } },
      text: { code: "orders.notice.changed" },
    },
  ],
  acknowledge: [
    {
      ...{ tone: "success", title: { code: "orders.notice.acknowledged" } },
      text: { code: "orders.notice.acknowledged.text" },
    },
    {
      ...{ tone: "info", title: { code: "orders.notice.not-acknowledged" } },
      text: { code: "orders.notice.changed" },
    },
  ],
} as const satisfies Record<string, readonly [done: Notice, nothing: Notice]>;

/** The button was pressed on a page that showed the order as it was before. */
export const STALE: Notice = {
  ...{ tone: "warning", title: { code: "orders.notice.stale" } },
  text: { code: "orders.notice.stale.text" },
};

export function noticeOf(button: keyof typeof NOTICES, isDone: boolean): Notice {
  const [done, nothing] = NOTICES[button];
  return isDone ? done : nothing;
}

/** What the page says after a button, and the number that it asks about once more, if any. */
export type Answer = Notice & { unverified?: string };

export function noticeOfConfirmed(confirmed: Confirmed): Answer {
  switch (confirmed.kind) {
    case "confirmed":
      return {
        ...{ tone: "success", title: { code: "orders.notice.confirmed" } },
        text: { code: "orders.notice.see-here" },
      };
    case "found":
      return {
        ...{ tone: "success", title: { code: "orders.notice.found" } },
        text: { code: "orders.notice.found.text", number: confirmed.number },
      };
    case "unverified":
      return {
        ...{ tone: "warning", title: { code: "orders.notice.unverified", number: confirmed.number } },
        text: { code: "orders.notice.unverified.text" },
        unverified: confirmed.number,
      };
    case "too-early":
      return {
        ...{ tone: "warning", title: { code: "orders.notice.too-early" } },
        text: { code: "orders.notice.too-early.text" },
      };
    case "changed":
      return {
        ...{ tone: "info", title: { code: "orders.notice.not-in-doubt" } },
        text: { code: "orders.notice.changed" },
      };
    case "contradicted":
      return {
        ...{ tone: "warning", title: { code: "orders.notice.contradicted" } },
        text: confirmed.explanation,
      };
  }
}
