import { expect } from "vitest";

import { shopify } from "../support/world.ts";

type Route = {
  loader: (called: never) => Promise<Response>;
  action: (called: never) => Promise<Response>;
};

/** Calls a route as an extension of that shop does. */
export async function callAsExtension(
  route: Route,
  { shop, search = "", body }: { shop: string | null; search?: string; body?: unknown },
): Promise<{ status: number; json: unknown }> {
  const headers = new Headers({
    origin: "https://extensions.shopifycdn.com",
    "user-agent": "Mozilla/5.0 Firefox/140.0",
    "content-type": "application/json",
  });
  if (shop !== null) headers.set("authorization", `Bearer ${await shopify.sessionToken({ shop })}`);
  const request = new Request(`https://app.example/api/x?${search}`, {
    headers,
    ...(body !== undefined && {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  });
  const run = body === undefined ? route.loader : route.action;
  const response = await run({ request, params: {}, context: {} } as never).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const text = await response.text();
  return { status: response.status, json: text === "" ? null : (JSON.parse(text) as unknown) };
}
