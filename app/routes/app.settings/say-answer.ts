import type { Connected } from "../../connection/connect.server.ts";
import { sayProblem } from "../../connection/connect-problem.ts";
import type { KeyCheck } from "../../connection/key-check.ts";
import type { ProductsAfter } from "../../connection/products-after.ts";
import type { Replaced } from "../../connection/replace-key.server.ts";
import type { Answer } from "./answer.ts";

/** What the page says above itself once something was done; null where what it shows says enough. */
type Said = Answer["said"];

export function sayConnected(result: Connected): Said {
  switch (result.kind) {
    case "connected":
      return null;
    case "already":
      return {
        tone: "info",
        title: "This shop was connected already",
        text: "What you entered was not used. To connect another account, disconnect first.",
      };
    case "running":
      return RUNNING;
    case "problem":
      return { tone: "critical", ...sayProblem(result.problem, "connect") };
  }
}

export function sayReplaced(result: Replaced): Said {
  switch (result.kind) {
    case "replaced":
      return {
        tone: "success",
        title: "The key was replaced",
        text: "Stockbridge uses the new one from now on. Delete the old one on the supplier: below is its name.",
      };
    case "not-connected":
      return NO_LONGER_CONNECTED;
    case "running":
      return RUNNING;
    case "problem":
      return { tone: "critical", ...sayProblem(result.problem, "replace") };
  }
}

export function sayTested(check: KeyCheck | null): Said {
  switch (check?.kind) {
    case undefined:
      return NO_LONGER_CONNECTED;
    case "verified":
      return {
        tone: "success",
        title: "The connection works",
        text: "The supplier showed its products to this key.",
      };
    case "unverified":
      return { tone: "warning", title: "The key could not be verified", text: check.message };
    case "unauthorized":
      // The card below says what that means, for as long as it lasts.
      return { tone: "critical", title: "The supplier refuses the key" };
  }
}

export function sayDisconnected(products: ProductsAfter): Said {
  const title = "Disconnected";
  switch (products) {
    case "keep":
      return {
        tone: "success",
        title,
        text: "Stockbridge has forgotten the key. Your products stay as they are: orders for them are yours to fulfil or to refund.",
      };
    case "zero-stock":
      return {
        tone: "success",
        title,
        text: "Stockbridge has forgotten the key. It now sets the stock of the supplier's products in your shop to zero, and tells under Activity when that is done.",
      };
    case "draft":
      return {
        tone: "success",
        title,
        text: "Stockbridge has forgotten the key. It now turns the supplier's products in your shop into drafts, and tells under Activity when that is done.",
      };
  }
}

const RUNNING: Said = {
  tone: "info",
  title: "Another attempt is under way",
  text: "It ends within a minute, and this page shows what came of it.",
};

const NO_LONGER_CONNECTED: Said = {
  tone: "info",
  title: "This shop is no longer connected",
  text: "It was disconnected elsewhere.",
};
