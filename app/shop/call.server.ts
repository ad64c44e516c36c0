import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "@shopify/shopify-api";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { api } from "./auth/shopify.server.ts";
import { markAccessLost } from "./auth/access-store.server.ts";
import {
  accessLost,
  addressDenied,
  failureFromErrors,
  failureFromStatus,
  isShopClosed,
  noAnswer,
  shopClosed,
  throttledFor,
} from "./failures.ts";
import type { AdminOperations } from "./generated/admin.d.ts";
import { freshSession } from "./session.server.ts";
import { delayThrottled, recordLevel, chargePoints, takePoints } from "./pace/point-budget.server.ts";
import { readCost } from "./pace/cost.ts";
import { logRepeated } from "../lib/telemetry/log.server.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { failCurrentSpan, inSpan } from "../lib/telemetry/trace.server.ts";

/** Sends one `#graphql` operation: `(request) => request(QUERY, { variables })`. */
type Send<Data> = (request: AdminRequest) => Promise<Answer<Data>>;

/**
 * Types an operation by its text (`npm run generate`). An operation that was not checked against the schema
 * does not compile.
 */
type AdminRequest = <Text extends keyof AdminOperations>(
  operation: Text,
  ...options: Options<AdminOperations[Text]["variables"]>
) => Promise<Answer<AdminOperations[Text]["data"]>>;
type Options<Variables> = Variables extends Record<string, never> ? [] : [{ variables: Variables }];

/**
 * The reply of Shopify's client. The client never throws: after a broken connection, it returns a reply with `errors`.
 */
type Answer<Data> = {
  data?: Data;
  errors?: { networkStatusCode?: number; graphQLErrors?: unknown[]; response?: Response };
  extensions?: Record<string, unknown>;
};

/** Time per request, and the total wait for points after throttling. */
const REQUEST_MS = 30_000;
const WAIT_AT_MOST_MS = 20_000;
/** Time for all requests of a call with the waits between them. After that the call sends nothing more. */
const REQUESTS_MS = 60_000;
/**
 * Maximum duration of a call, by which leases are chosen: the time for its requests, and a renewal of the token (27 s)
 * that began just before that time ended.
 */
export const SHOP_CALL_SECONDS = 90;
/**
 * Maximum number of rejected tokens per call. If one more is rejected, access is lost: a shop that rejects even a token
 * that Shopify has just issued gives no access.
 */
const REJECTIONS_AT_MOST = 2;

/**
 * How urgent a call is. By default a person waits for it, and it is sent at once. `bulk` is background work: it waits
 * at most 20 s for points in the shop's budget (`app/shop/pace/`).
 */
type CallOptions = { pace?: "bulk" };

/**
 * Reads from a shop with the app's offline token. @throws Failure `shop-gone`, `access-lost`, `app-denied`,
 * `rate-limited`, `unreachable`, `rejected` or `unexpected-reply`.
 * @throws Failure `shop-gone`, `access-lost`, `app-denied`, `rate-limited`, `unreachable`, `rejected` or
 *   `unexpected-reply`.
 */
export function queryShop<Data>(
  shop: ShopDomain,
  send: Send<Data>,
  options: CallOptions = {},
): Promise<Data> {
  return call(shop, send, { ...options, changes: false });
}

/**
 * Changes something in a shop. The payload's `userErrors` contain Shopify's objections.
 * @throws Failure as `queryShop`, but `outcome-unknown` if the change may have happened.
 */
export function mutateShop<Data>(
  shop: ShopDomain,
  send: Send<Data>,
  options: CallOptions = {},
): Promise<Data> {
  return call(shop, send, { ...options, changes: true });
}

async function call<Data>(
  shop: ShopDomain,
  send: Send<Data>,
  { changes, pace }: CallOptions & { changes: boolean },
): Promise<Data> {
  const until = performance.now() + REQUESTS_MS;
  let session = await openSession(shop);
  let waited = 0;
  let rejections = 0;
  for (;;) {
    const request = requestAs(session, until);
    const answer = await send(pace === "bulk" ? inTurn(shop, request) : watched(shop, request));
    const { data, errors, extensions } = answer;
    if (errors === undefined) {
      if (data === undefined) throw failureFromErrors([], changes);
      // A payload that is null has neither userErrors nor a result. Only a read shows if the change happened.
      if (changes && Object.values(data as object).includes(null)) throw noAnswer(true);
      return data;
    }
    const { networkStatusCode: status, graphQLErrors } = errors;
    if (status === 401) {
      rejections += 1;
      if (rejections > REJECTIONS_AT_MOST) throw accessLost();
      // A page may have got another token meanwhile. If not, `openSession` renews the token before its expiry.
      session = await openSession(shop, session.accessToken);
      continue;
    }
    if (status !== undefined && status !== 200) {
      if (isShopClosed(status, await textOf(errors.response))) {
        // Stops all calls to this shop. Only retries of the renewal, or a page that brings a new token, end that.
        await markAccessLost(shop, { expires: session.expires ?? null });
        throw shopClosed(status);
      }
      if (status === 403) {
        logRepeated("error", { shop }, "shop.address-denied", "403");
        throw addressDenied();
      }
      throw failureFromStatus(status, changes);
    }
    if (graphQLErrors === undefined) throw noAnswer(changes);
    const wait = throttledFor(graphQLErrors, extensions);
    if (wait === null) throw failureFromErrors(graphQLErrors, changes);
    const turn = delayThrottled(shop, { wait, most: WAIT_AT_MOST_MS - waited });
    if (turn === null) {
      throw new Failure({
        code: "rate-limited",
        side: "shop",
        explanation: { code: "failure.shop.rate-limited" },
        retryAfterSeconds: Math.ceil(wait / 1000),
      });
    }
    waited += turn;
    await pause(turn);
  }
}

async function openSession(shop: ShopDomain, rejected?: string): Promise<Session> {
  try {
    return await freshSession(shop, { rejected });
  } catch (error) {
    // No request was sent yet, so the shop is surely unchanged.
    throw error instanceof Failure ? error : noAnswer(false);
  }
}

/** Returns the reply's text; empty if the body breaks off, because the status still counts. */
async function textOf(response: Response | undefined): Promise<string> {
  return (await response?.text().catch(() => "")) ?? "";
}

/** Makes the request wait for its points, and charges its actual cost. */
function inTurn(shop: ShopDomain, request: AdminRequest): AdminRequest {
  const paced = async (operation: string, options?: object) => {
    const taken = await takePoints(shop, operation);
    let answer: Answer<unknown> | undefined;
    try {
      answer = await (request as AnyRequest)(operation, options);
      return answer;
    } finally {
      chargePoints(taken, readCost(answer?.extensions));
    }
  };
  return paced as AdminRequest;
}

/** Never delays the request, but records how many points it leaves for background work. */
function watched(shop: ShopDomain, request: AdminRequest): AdminRequest {
  const seen = async (operation: string, options?: object) => {
    const answer = await (request as AnyRequest)(operation, options);
    recordLevel(shop, readCost(answer.extensions));
    return answer;
  };
  return seen as AdminRequest;
}

type AnyRequest = (operation: string, options?: object) => Promise<Answer<unknown>>;

function requestAs(session: Session, until: number): AdminRequest {
  const { client } = new api.clients.Graphql({ session });
  const request = async (operation: string, options?: object) => {
    // Computes the time left only now, because the request may have waited for points.
    const left = Math.min(until - performance.now(), REQUEST_MS);
    // Earlier requests of this call were rejected or throttled, so the shop is unchanged.
    if (left <= 0) throw noAnswer(false);
    const signal = AbortSignal.timeout(Math.ceil(left));
    return observeRequest(session.shop as ShopDomain, operation, () =>
      client.request(operation, { ...options, signal }),
    );
  };
  return request as AdminRequest;
}

const duration = durations(
  "stockbridge.shop.request.duration",
  "Time of a request to Shopify's Admin API, by kind of operation.",
);

/**
 * Measures a request to a shop in a metric and a span. Only the span names the shop, because a metric would need one
 * series per shop.
 */
async function observeRequest<Given extends Answer<unknown>>(
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

function outcomeOf({ errors, extensions }: Answer<unknown>): string {
  if (errors === undefined) return "ok";
  const { networkStatusCode: status, graphQLErrors } = errors;
  if (status !== undefined && status !== 200) return String(status);
  if (graphQLErrors === undefined) return "unanswered";
  return throttledFor(graphQLErrors, extensions) === null ? "rejected" : "throttled";
}
