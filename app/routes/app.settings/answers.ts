import { useFetcher } from "@remix-run/react";

import type { Notice } from "../../components/notice.tsx";
import { explainProblem } from "../../connection/connect-problem.ts";
import type { Connected } from "../../connection/connect.server.ts";
import type { KeyCheck } from "../../connection/connection-store.server.ts";
import type { ProductsAfter } from "../../connection/connection-state.ts";
import type { Replaced } from "../../connection/replace-key.server.ts";
import type { Message } from "../../messages/message.ts";

/** The action's answer: a notice above the page, and problems of the form's fields. */
export type Answer = {
  notice: Notice | null;
  problems: { email?: Message; password?: Message };
  /** True if the shop has just been connected. */
  connected?: boolean;
};

/** Returns the fetcher that all parts of the page share. Its last answer stays when one part replaces another. */
export function useConnectionFetcher() {
  return useFetcher<Answer>({ key: "connection" });
}

/** Returns the notice of a form that did not connect the shop; null if the shop is connected now. */
export function connectNotice(result: Connected): Notice | null {
  switch (result.kind) {
    case "connected":
      return null;
    case "already":
      return {
        tone: "info",
        title: { code: "connection.already.title" },
        text: { code: "connection.already" },
      };
    case "running":
      return RUNNING;
    case "problem":
      return { tone: "critical", ...explainProblem(result.problem, "connect") };
  }
}

/** The notice after connecting, with the next step. */
export const CONNECTED: Notice = {
  tone: "success",
  title: { code: "home.connected.title" },
  text: { code: "home.connected" },
  next: { label: { code: "guide.prices.action" }, url: "/app/start" },
};

export function replaceNotice(result: Replaced): Notice {
  switch (result.kind) {
    case "replaced":
      return {
        tone: "success",
        title: { code: "connection.replaced.title" },
        text: { code: "connection.replaced" },
      };
    case "not-connected":
      return GONE;
    case "running":
      return RUNNING;
    case "problem":
      return { tone: "critical", ...explainProblem(result.problem, "replace") };
  }
}

export function checkNotice(check: KeyCheck | null): Notice {
  switch (check?.kind) {
    case undefined:
      return GONE;
    case "verified":
      return {
        tone: "success",
        title: { code: "connection.tested.verified.title" },
        text: { code: "connection.tested.verified" },
      };
    case "unverified":
      return {
        tone: "warning",
        title: { code: "connection.tested.unverified.title" },
        text: check.message,
      };
    case "unauthorized":
      // The card below the notice explains the problem as long as it lasts, so the notice has only a title.
      return { tone: "critical", title: { code: "connection.products.unauthorized.title" } };
  }
}

export function disconnectNotice(outcome: ProductsAfter | "location-removed"): Notice {
  return {
    tone: "success",
    title: { code: "connection.disconnected.title" },
    text: { code: `connection.disconnected.${outcome}` },
  };
}

/**
 * Returns the notice of a failed disconnection: Shopify did not remove the location, and the shop is still connected.
 */
export function notRemovedNotice(problem: Message): Notice {
  return { tone: "critical", title: { code: "connection.location-not-removed.title" }, text: problem };
}

const RUNNING: Notice = {
  tone: "info",
  title: { code: "connection.running.title" },
  text: { code: "connection.in-progress" },
};

const GONE: Notice = {
  tone: "info",
  title: { code: "connection.gone.title" },
  text: { code: "connection.gone" },
};

/** The notice for a form of an outdated page. */
export const STALE: Notice = {
  tone: "warning",
  title: { code: "settings.stale" },
  text: { code: "settings.stale.text" },
};
