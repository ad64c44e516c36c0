import type { Response } from "express";

/** How Shopify answers for a shop that it no longer serves. */
export interface Closure {
  how: keyof typeof CLOSURES;
  /**
   * True if the token endpoint still gives out tokens. Not recorded for each of these answers, so an app has to bear
   * both.
   */
  givesTokens?: boolean;
}

/**
 * - 402 and 403 with this sentence: Shopify/shopify-cli#1770, orbit-apps/elixir-shopifyapi#380 and #382.
 * - 404 and 423: shopify.dev, Response codes; their sentences are not recorded.
 * - 400 at the token endpoint, 401 elsewhere: Shopify/shopify-api-ruby#1322.
 */
export const CLOSURES = {
  frozen: { status: 402, body: { errors: "Unavailable Shop" } },
  unavailable: { status: 403, body: { errors: "Unavailable Shop" } },
  deleted: { status: 404, body: { errors: "Not Found" } },
  locked: { status: 423, body: { errors: "Locked" } },
  "app-not-installed": {
    status: 400,
    body: {
      error: "app_not_installed",
      error_description: "The application is not installed on this shop.",
    },
  },
};

/** Answers for a closed shop; returns false if the endpoint answers as usual. */
export function answerClosed(
  closed: Closure | null,
  endpoint: "admin-api" | "tokens",
  response: Response,
): boolean {
  if (closed === null || (endpoint === "tokens" && closed.givesTokens === true)) return false;
  // The Admin API no longer knows the app's tokens.
  if (closed.how === "app-not-installed" && endpoint === "admin-api") return false;
  const { status, body } = CLOSURES[closed.how];
  response.status(status).json(body);
  return true;
}
