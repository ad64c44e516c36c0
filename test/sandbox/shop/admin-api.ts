import { setTimeout as pause } from "node:timers/promises";

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { Request, Response } from "express";
import { z } from "zod";
import { API_VERSION } from "../../../scripts/admin-schema.ts";
import type { AccessGrant, AccessTokens } from "./access-tokens.ts";
import { notApproved } from "./admin-errors.ts";
import { executeAdmin, runUnmetered } from "./admin-execution.ts";
import { deviatingAnswer } from "./deviations.ts";
import type { ShopFaults } from "./faults.ts";
import type { Occasion } from "./occasion.ts";
import type { AdminContext } from "./resolvers/resolver.ts";
import type { SandboxApp, ShopState } from "./state.ts";
import type { Throttle } from "./throttle.ts";

/**
 * `POST /admin/api/:version/graphql.json` of a shop. Refusals are shopify.dev's: GraphQL Admin API, Status and
 * error codes; Response codes. Shopify answers an unknown version with its oldest one; here that is a 404, so
 * that a wrong version is never taken for the right one.
 */
export function adminApi({
  app,
  tokens,
  throttle,
  faults,
  occasion,
}: {
  app: SandboxApp;
  tokens: AccessTokens;
  throttle: Throttle;
  faults: ShopFaults;
  occasion: (shop: ShopState) => Occasion;
}) {
  const contextOf = (shop: ShopState, grant: AccessGrant): AdminContext => ({
    ...occasion(shop),
    app,
    grant: { ...grant, scopes: [...grant.scopes, ...shop.grantedScopes] },
    bulk: { run: runUnmetered, later: () => contextOf(shop, grant) },
  });

  const replica = createReplica();
  return async (shop: ShopState, request: Request, response: Response): Promise<void> => {
    response.set({ "X-Request-Id": randomUUID(), "X-Shopify-API-Version": API_VERSION });
    if (request.params.version !== API_VERSION) {
      refuse(response, 404, NOT_FOUND);
      return;
    }

    if (app.addressDenied) {
      refuse(response, 403, ADDRESS_DENIED);
      return;
    }
    const grant = tokens.find(shop, request.get("X-Shopify-Access-Token"));
    if (!grant || !shop.installed) {
      refuse(response, 401, INVALID_TOKEN);
      return;
    }
    if (grant.expiresAt === null) {
      refuse(response, 403, NON_EXPIRING_TOKEN);
      return;
    }

    const body = requestShape.safeParse(request.body);
    if (!body.success) {
      refuse(response, 400, { query: "Required parameter missing or invalid" });
      return;
    }
    const { fault, released, field = "" } = faults.take(body.data.query) ?? {};
    if (fault === "502") {
      response.status(502).end();
      return;
    }
    if (fault === "307") {
      response.redirect(307, request.originalUrl);
      return;
    }
    if (fault === "not-approved") {
      response.json({ errors: [notApproved("Order")] });
      return;
    }
    const context = contextOf(shop, grant);
    const answer = deviatingAnswer(shop.deviation, await executeAdmin(body.data, context, throttle));
    const before = replica.before({ shop, asked: body.data, answer });
    if (fault === undefined) response.json(answer);
    else if (fault === "stale") response.json(before);
    else if (fault === "not-shown") response.json(withoutField(answer, field));
    else if (fault === "502-after-commit") response.status(502).end();
    else {
      if (fault === "reset-a-second-after-commit") await pause(1000);
      await released;
      response.socket?.resetAndDestroy();
    }
  };
}

/** Reads to which a replica may give an earlier answer. */
const REPLICATED = /\b(fulfillmentOrder|assignedFulfillmentOrders|order)\b/;
const REMEMBERED = 2000;

/**
 * Remembers the latest answer to each read, and the last different one before it. If the first answer shows a request, the same
 * answer without the request stands for the one before.
 */
function createReplica() {
  const known = new Map<string, { latest: object; before: object }>();
  return {
    /** Returns the answer from before the latest change that this read has seen. */
    before: ({
      shop,
      asked,
      answer,
    }: {
      shop: ShopState;
      asked: z.infer<typeof requestShape>;
      answer: object;
    }): object => {
      if (!REPLICATED.test(asked.query) || /^\s*mutation\b/.test(asked.query)) return answer;
      const key = JSON.stringify([shop.domain, asked.query, asked.variables]);
      const first = { latest: answer, before: beforeRequest(answer) };
      const { latest, before } = known.get(key) ?? first;
      const isSame = isDeepStrictEqual(dataOf(latest), dataOf(answer));
      known.delete(key);
      known.set(key, { latest: answer, before: isSame ? before : latest });
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
      return isSame ? before : latest;
    },
  };
}

function beforeRequest(answer: object): object {
  const data = dataOf(answer) as { fulfillmentOrder?: { requestStatus?: string } | null } | null | undefined;
  const shown = data?.fulfillmentOrder;
  if (shown?.requestStatus === undefined) return answer;
  const fulfillmentOrder = { ...shown, requestStatus: "UNSUBMITTED" };
  if ("status" in shown) Object.assign(fulfillmentOrder, { status: "OPEN" });
  if ("merchantRequests" in shown) Object.assign(fulfillmentOrder, { merchantRequests: { nodes: [] } });
  return { ...answer, data: { ...data, fulfillmentOrder } };
}

function dataOf(answer: object): unknown {
  return (answer as { data?: unknown }).data;
}

/** `field`: as in a fault, a pattern that may also match what follows the field's name. */
function withoutField<Answer extends object>(answer: Answer, field: string): Answer {
  const [name = ""] = /^\w+/.exec(field) ?? [];
  const data = (answer as { data?: object | null }).data;
  return data ? { ...answer, data: { ...data, [name]: null } } : answer;
}

export const NOT_FOUND = "Not Found";

/** Shopify documents the status only (shopify.dev: Restrict API access with an IP allowlist), so the body says nothing. */
const ADDRESS_DENIED = "Forbidden";

const INVALID_TOKEN = "[API] Invalid API key or access token (unrecognized login or wrong password)";

/** Public apps made since April 2026 must use expiring tokens: shopify.dev, About offline access tokens. */
const NON_EXPIRING_TOKEN =
  "[API] Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens: " +
  "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens#expiring-vs-non-expiring-offline-tokens";

const requestShape = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

function refuse(response: Response, status: number, errors: string | Record<string, string>): void {
  response.status(status).json({ errors });
}
