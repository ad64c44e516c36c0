import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import type { LoaderFunctionArgs } from "@remix-run/node";

import { env } from "../lib/env.server.ts";
import { isDiskFull } from "../lib/database/restricted-connection.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { findDeniedKinds } from "../shop/bulk/bulk-access.server.ts";
import { clockSkewSeconds, oldestDueSeconds, schemaProblem } from "../wiring/watch/health.server.ts";

/** Work that is due for longer than this is stuck, because sweeps run every minute. */
const LAGS_AFTER_SECONDS = 600;

/** Time limit for the database. A healthy one replies much faster. */
const ANSWER_WITHIN_MS = 1000;
/** Time during which probes share the result of one query. */
const KEEP_MS = 1000;

/**
 * Returns 200 if the process can work. Otherwise returns 503 and the reason: the database does not reply or has no
 * disk space left, or its tables need a later release.
 *
 * Late work, clock skew and `degraded` work do not fail the probe, because web pods must stay up when a worker lags.
 * Only the operator sees these numbers, from this machine or with `HEALTH_TOKEN`.
 */
export async function loader({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const isOperator = context.isLocal === true || hasToken(request);
  const problem = schemaProblem();
  if (problem !== null) return respond(notReady(problem));
  const late = pause(ANSWER_WITHIN_MS, SILENT, { ref: false });
  const { status, body } = await Promise.race([look(), late]);
  return respond({ status, body: status === 200 && !isOperator ? { ready: true } : body });
}

/** Compares hashes in constant time. All hashes have the same length, so the time does not reveal the token. */
function hasToken(request: Request): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (env.HEALTH_TOKEN === undefined || given === undefined) return false;
  return timingSafeEqual(hashOf(given), hashOf(env.HEALTH_TOKEN));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function respond({ status, body }: Answer): Response {
  // Adds a line break for people who use curl.
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}

type Answer = { status: number; body: object };

const SILENT = notReady("the database does not answer");

let latest: { answer: Promise<Answer>; until: number } | undefined;

/** Returns the result of a query that is running or has just ended; otherwise starts a query. */
function look(): Promise<Answer> {
  if (latest && performance.now() < latest.until) return latest.answer;
  const looking = { answer: askDatabase(), until: Infinity };
  latest = looking;
  void looking.answer.finally(() => {
    looking.until = performance.now() + KEEP_MS;
  });
  return looking.answer;
}

async function askDatabase(): Promise<Answer> {
  try {
    const seconds = await oldestDueSeconds();
    noteLag(seconds);
    const skew = await clockSkewSeconds();
    const degraded = (await findDeniedKinds()).map(inWords);
    if (isDiskFull()) return notReady("the database has no disk space left");
    return {
      status: 200,
      body: {
        ready: true,
        ...(degraded.length > 0 && { degraded }),
        oldestDueSeconds: seconds,
        clockSkewSeconds: skew,
      },
    };
  } catch {
    return SILENT;
  }
}

function inWords({ kind, since }: Awaited<ReturnType<typeof findDeniedKinds>>[number]): string {
  const plural = kind === "query" ? "queries" : "mutations";
  return `Shopify has denied this app bulk ${plural} since ${since.toISOString()}. Work goes page by page: docs/operate.md, "Shopify's limits for the app".`;
}

function notReady(problem: string): Answer {
  return { status: 503, body: { ready: false, problem } };
}

let lagging = false;

function noteLag(oldestDueSeconds: number | null): void {
  const lags = (oldestDueSeconds ?? 0) > LAGS_AFTER_SECONDS;
  if (lags && !lagging) log.warn({ oldestDueSeconds }, "health.work-lags");
  if (!lags && lagging) log.info({ oldestDueSeconds }, "health.work-caught-up");
  lagging = lags;
}
