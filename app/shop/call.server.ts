import { setTimeout as pause } from "node:timers/promises";

import type { Session } from "@shopify/shopify-api";

import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { api } from "../shopify.server.ts";
import { markAccessLost } from "./auth/access-store.server.ts";
import {
  accessLost,
  failureFromErrors,
  failureFromStatus,
  isShopClosed,
  noAnswer,
  shopClosed,
  throttledFor,
} from "./failures.ts";
import type { AdminOperations } from "./generated/admin.d.ts";
import { freshSession } from "./session.server.ts";
import { lineUp, noteLevel, settlePoints, takePoints } from "./pace/take-points.server.ts";
import { readCost } from "./pace/cost.ts";
import { observeRequest } from "./observe-request.server.ts";

/** Sends one `#graphql` operation: `(request) => request(QUERY, { variables })`. */
type Send<Data> = (request: AdminRequest) => Promise<Answer<Data>>;

/** An operation is typed by its text (`npm run generate`): one that was not checked against the schema does not compile. */
type AdminRequest = <Text extends keyof AdminOperations>(
  operation: Text,
  ...options: Options<AdminOperations[Text]["variables"]>
) => Promise<Answer<AdminOperations[Text]["data"]>>;
type Options<Variables> = Variables extends Record<string, never> ? [] : [{ variables: Variables }];

/** What Shopify's client gives back. It throws nothing: even a broken connection is an answer with `errors`. */
type Answer<Data> = {
  data?: Data;
  errors?: { networkStatusCode?: number; graphQLErrors?: unknown[]; response?: Response };
  extensions?: Record<string, unknown>;
};

/** One request's time, and how long in all to wait for points that are used up. */
const REQUEST_MS = 30_000;
const WAIT_AT_MOST_MS = 20_000;
/** All requests of a call and the waits between them. After that nothing more is sent. */
const REQUESTS_MS = 60_000;
/** The longest a call takes: its requests, and a renewal of the token (27 s) that began as their time ended. For leases. */
export const SHOP_CALL_SECONDS = 90;
/** A shop that rejects a token that Shopify has just made gives no access, whatever else Shopify says. */
const REJECTIONS_AT_MOST = 2;

/**
 * How urgent a call is. Without it somebody waits for the answer, and it is sent at once; `bulk` is background work, which
 * waits for its turn in the shop's budget of points (`app/shop/pace/`), for 20 s at most.
 */
export type CallOptions = { pace?: "bulk" };

/**
 * Reads from a shop with its offline token.
 *
 * @throws Failure `shop-gone`, `access-lost`, `rate-limited`, `unreachable`, `rejected` or `unexpected-reply`.
 */
export function queryShop<Data>(
  shop: ShopDomain,
  send: Send<Data>,
  options: CallOptions = {},
): Promise<Data> {
  return call(shop, send, { ...options, changes: false });
}

/**
 * Changes something in a shop. What Shopify objects to comes back in the payload's `userErrors`.
 *
 * @throws Failure as `queryShop`, but `outcome-unknown` where it may have happened all the same.
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
      // A payload of null holds no userErrors, and no result either: only looking shows if it was done.
      if (changes && Object.values(data as object).includes(null)) throw noAnswer(true);
      return data;
    }
    const { networkStatusCode: status, graphQLErrors } = errors;
    if (status === 401) {
      rejections += 1;
      if (rejections > REJECTIONS_AT_MOST) throw accessLost();
      // A page may have exchanged it for another one meanwhile; if not, it is renewed before its time.
      session = await openSession(shop, session.accessToken);
      continue;
    }
    if (status !== undefined && status !== 200) {
      if (isShopClosed(status, await textOf(errors.response))) {
        // From now on nobody asks this shop but the hourly renewal of its token, and a page.
        await markAccessLost(shop, { expires: session.expires ?? null });
        throw shopClosed(status);
      }
      throw failureFromStatus(status, changes);
    }
    if (graphQLErrors === undefined) throw noAnswer(changes);
    const wait = throttledFor(graphQLErrors, extensions);
    if (wait === null) throw failureFromErrors(graphQLErrors, changes);
    const turn = lineUp(shop, { wait, most: WAIT_AT_MOST_MS - waited });
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
    // Nothing was sent yet, so nothing has happened.
    throw error instanceof Failure ? error : noAnswer(false);
  }
}

/** An answer that breaks off says no more than its status. */
async function textOf(response: Response | undefined): Promise<string> {
  return (await response?.text().catch(() => "")) ?? "";
}

/** Background work waits for its points, and is charged what it cost. */
function inTurn(shop: ShopDomain, request: AdminRequest): AdminRequest {
  const paced = async (operation: string, options?: object) => {
    const taken = await takePoints(shop, operation);
    let answer: Answer<unknown> | undefined;
    try {
      answer = await (request as AnyRequest)(operation, options);
      return answer;
    } finally {
      settlePoints(taken, readCost(answer?.extensions));
    }
  };
  return paced as AdminRequest;
}

/** What somebody waits for is never held back; what is left after it says how far background work may go. */
function watched(shop: ShopDomain, request: AdminRequest): AdminRequest {
  const seen = async (operation: string, options?: object) => {
    const answer = await (request as AnyRequest)(operation, options);
    noteLevel(shop, readCost(answer.extensions));
    return answer;
  };
  return seen as AdminRequest;
}

type AnyRequest = (operation: string, options?: object) => Promise<Answer<unknown>>;

function requestAs(session: Session, until: number): AdminRequest {
  const { client } = new api.clients.Graphql({ session });
  const request = async (operation: string, options?: object) => {
    // Background work may have waited for its turn until now.
    const left = Math.min(until - performance.now(), REQUEST_MS);
    // Of what was sent before nothing has happened: it was rejected, or throttled.
    if (left <= 0) throw noAnswer(false);
    const signal = AbortSignal.timeout(Math.ceil(left));
    return observeRequest(session.shop as ShopDomain, operation, () =>
      client.request(operation, { ...options, signal }),
    );
  };
  return request as AdminRequest;
}
