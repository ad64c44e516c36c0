import type { ShopDomain } from "../lib/shop-domain.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { failCurrentSpan, inSpan } from "../lib/telemetry/trace.server.ts";
import { throttledFor } from "./failures.ts";

const duration = durations(
  "stockbridge.shop.request.duration",
  "Time of a request to Shopify's Admin API, by kind of operation.",
);

type Answer = {
  errors?: { networkStatusCode?: number; graphQLErrors?: unknown[] };
  extensions?: Record<string, unknown>;
};

/**
 * Measures a request to a shop, and gives it a span. Only the span names the shop: a metric label would have
 * one value per shop.
 */
export async function observeRequest<Given extends Answer>(
  shop: ShopDomain,
  operation: string,
  send: () => Promise<Given>,
): Promise<Given> {
  const beganAt = performance.now();
  const [, type = "query", name = ""] = /\b(query|mutation)\s+(\w+)/.exec(operation) ?? [];
  const attributes = {
    "server.address": shop,
    "http.request.method": "POST",
    "graphql.operation.type": type,
    "graphql.operation.name": name,
  };
  return inSpan(`${type} ${name}`.trim(), { kind: "client", attributes }, async () => {
    const answer = await send();
    const outcome = outcomeOf(answer);
    if (outcome !== "ok") failCurrentSpan(outcome);
    duration.record(secondsSince(beganAt), { type, outcome });
    return answer;
  });
}

function outcomeOf({ errors, extensions }: Answer): string {
  if (errors === undefined) return "ok";
  const { networkStatusCode: status, graphQLErrors } = errors;
  if (status !== undefined && status !== 200) return String(status);
  if (graphQLErrors === undefined) return "unanswered";
  return throttledFor(graphQLErrors, extensions) === null ? "rejected" : "throttled";
}
