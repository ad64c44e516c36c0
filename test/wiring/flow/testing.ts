import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import express from "express";
import { afterAll } from "vitest";

import { receiveBody } from "../../../app/lib/http/guard-requests.ts";
import { type FlowAction, runFlowAction } from "../../../app/wiring/flow/run-flow-action.server.ts";
import { signedRoutes } from "../../../app/wiring/webhooks/signed-routes.server.ts";
import { shopify } from "../../support/world.ts";

/** A signed call to one of Flow's addresses, and its status. */
export type Sent = { path?: string; secret?: string; signature?: string };

type Send = ((body: unknown, sent?: Sent) => Promise<number>) & { url: string };

/** Starts the app's signed routes alone, and returns a function that sends a body as Flow does, with their address. */
export async function flowRoutes(): Promise<Send> {
  const app = express();
  for (const [path, receive] of Object.entries(signedRoutes))
    app.all(path, receiveBody({ bytesAtMost: 10_000 }), receive);
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}`;
  const send = async (
    body: unknown,
    { path = "/flow/actions", secret = shopify.app.apiSecret, signature }: Sent = {},
  ) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const signed = signature ?? createHmac("sha256", secret).update(text).digest("base64");
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-hmac-sha256": signed },
      body: text,
    });
    await response.body?.cancel();
    return response.status;
  };
  return Object.assign(send, { url });
}

/** A call of an action, as Flow sends it. */
export function actionCall(
  shop: string,
  { handle, runId = randomUUID(), ids }: { handle: FlowAction; runId?: string; ids: Record<string, string> },
) {
  return {
    shop_id: 1,
    shopify_domain: shop,
    action_run_id: runId,
    action_definition_id: "Some name",
    handle,
    step_reference: "1",
    properties: ids,
  };
}

/** Does what the worker does after a call was stored. */
export async function work(shop: string, runId: string): Promise<void> {
  await runFlowAction({ shop: shop as never, runId });
}
