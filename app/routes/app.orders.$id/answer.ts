import type { DoubtDecided } from "../../orders/doubt/decide-doubt.server.ts";

/** What the page's action answers: something to say above the page. */
export type Answer = {
  tone: "success" | "info" | "warning";
  title: string;
  text?: string;
};

const MOVED_ON = "The order has moved on meanwhile. Look at what it says now.";

export function sayRetried(retried: boolean): Answer {
  return retried
    ? { tone: "info", title: "It is tried again", text: "This page shows what comes of it." }
    : { tone: "info", title: "There is nothing to try again", text: MOVED_ON };
}

export function sayCancelWish(noted: boolean): Answer {
  return noted
    ? { tone: "info", title: "You asked to cancel it", text: "This page shows what comes of it." }
    : {
        tone: "info",
        title: "There is nothing to cancel",
        text: `It is being cancelled already, or: ${MOVED_ON}`,
      };
}

export function sayAsked(asked: boolean): Answer {
  return asked
    ? {
        tone: "info",
        title: "The supplier is asked for news",
        text: "What it tells stands here in a moment.",
      }
    : { tone: "info", title: "There is nothing to ask about", text: MOVED_ON };
}

export function saySeenTo(acknowledgedReason: boolean): Answer {
  return acknowledgedReason
    ? { tone: "success", title: "Thank you", text: "The order is no longer among those that need you." }
    : { tone: "info", title: "Something else has come up", text: MOVED_ON };
}

export function sayDecided(decided: DoubtDecided): Answer {
  switch (decided.kind) {
    case "decided":
      return {
        tone: "success",
        title: "Thank you, that is settled",
        text: "This page shows how it goes on.",
      };
    case "not-in-doubt":
      return { tone: "info", title: "There is nothing to decide any more", text: MOVED_ON };
    case "contradicted":
      return {
        tone: "warning",
        title: "The supplier says otherwise, so nothing was changed",
        text: decided.said,
      };
  }
}
