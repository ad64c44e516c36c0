import type { IncomingHttpHeaders } from "node:http";

import type { RequestHandler } from "express";
import { z } from "zod";

import { recordTriggerUse } from "../../notifications/flow-triggers.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { log, logRepeated } from "../../lib/telemetry/log.server.ts";
import {
  flowActions,
  type FlowRunState,
  followFlowRun,
  storeFlowRun,
  subjectOf,
} from "../flow/run-flow-action.server.ts";
import { answerWith, isSigned } from "./receive-webhook.server.ts";

const id = z.union([z.string(), z.number()]).transform(String);

/** Fields that we read of Shopify Flow's call of an action (shopify.dev, "Flow action endpoints"). */
const actionCall = z.object({
  shopify_domain: shopDomain,
  action_run_id: id.pipe(
    z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^\0]+$/),
  ),
  handle: z.string(),
  properties: z.object({ order_id: id.optional(), product_id: id.optional() }),
});

/** Flow's call about a trigger (shopify.dev, "Track Flow lifecycle events"). */
const lifecycleCall = z.object({
  shopify_domain: shopDomain,
  flow_trigger_definition_id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\0]+$/),
  has_enabled_flow: z.boolean(),
  timestamp: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});

/**
 * Status of our reply by the call's state. After a 202, Flow repeats the call with the same `action_run_id`.
 * After a 422, Flow ends the workflow as failed.
 */
const STATUS: Record<FlowRunState, number> = { due: 202, begun: 202, done: 200, failed: 422 };

/**
 * Receives Flow's call of an action: verifies and stores the call, and replies with the action's progress. Does not use
 * Shopify's package, which would first refresh the shop's token, and reply with 400 if that fails.
 */
export const receiveFlowAction: RequestHandler = answerWith(async ({ headers }, body) => {
  const call = verify(headers, body, actionCall);
  if (typeof call === "number") return call;
  const { shopify_domain: shop, action_run_id: runId, handle, properties } = call;
  const action = flowActions.find((known) => known === handle);
  const subjectId = action && subjectOf(action, properties);
  if (action === undefined || subjectId == null) {
    logRepeated("warn", { handle, shop }, "flow.action-not-ours");
    return 422;
  }
  const run = { shop, id: runId, action, subjectId };
  const stored = await storeFlowRun(run);
  const state = stored === "begun" ? await followFlowRun(run) : stored;
  log.info({ shop, runId, action, state }, "flow.action-received");
  return STATUS[state];
});

/**
 * Receives Flow's call that says if a shop uses one of our triggers. The merchant switches on a workflow and waits for
 * this call, so handling it takes only one statement.
 */
export const receiveFlowLifecycle: RequestHandler = answerWith(async ({ headers }, body) => {
  const call = verify(headers, body, lifecycleCall);
  if (typeof call === "number") return call;
  const { shopify_domain: shop, flow_trigger_definition_id: trigger, has_enabled_flow: isUsed } = call;
  await recordTriggerUse(shop, { trigger, isUsed, asOf: call.timestamp });
  log.info({ shop, trigger, isUsed }, "flow.trigger-use");
  return 200;
});

/**
 * Returns the call, or the status of the refusal: 401 if Shopify did not sign the body, 422 if the body does not fit
 * `schema`. Reads the shop from the body, because Shopify does not sign the headers.
 */
function verify<Schema extends z.ZodType>(
  headers: IncomingHttpHeaders,
  body: Buffer,
  schema: Schema,
): z.output<Schema> | number {
  if (!isSigned(body, headers)) {
    logRepeated("warn", {}, "flow.rejected");
    return 401;
  }
  const call = schema.safeParse(parse(body));
  if (call.success) return call.data;
  logRepeated("warn", { problem: z.prettifyError(call.error).slice(0, 500) }, "flow.unreadable");
  return 422;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
