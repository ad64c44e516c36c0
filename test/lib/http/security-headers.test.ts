import { once } from "node:events";
import type { AddressInfo } from "node:net";

import express from "express";
import { expect, it, onTestFinished } from "vitest";

import { addSecurityHeaders } from "../../../app/lib/http/guard-requests.ts";

async function headersAt(appUrl: string): Promise<Headers> {
  const server = express().use(addSecurityHeaders(appUrl)).listen(0);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { headers } = await fetch(`http://localhost:${String((server.address() as AddressInfo).port)}/any`);
  return headers;
}

it("every response has the security headers, with HSTS if the app's address is https", async () => {
  const headers = await headersAt("https://app.example.com");
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
    "strict-transport-security": "max-age=31536000",
  });
  expect((await headersAt("http://localhost:3000")).has("strict-transport-security")).toBe(false);
});
