import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

import { verdictOn } from "../../../scripts/check/verdict.ts";
import { type Check, checkContract } from "../../../scripts/wholesale-check/check-contract.ts";
import type { Tried } from "../../../scripts/wholesale-check/trial.ts";
import type { Operation } from "../../sandbox/wholesale/endpoint.ts";

const NOW = new Date();

/** Runs the check; `of` finds an operation's result. */
export async function check(options: Partial<Check> & { baseUrl: string }) {
  const all: Tried[] = [];
  for await (const tried of checkContract({ write: false, now: NOW, ...options })) all.push(tried);
  return {
    all,
    verdict: verdictOn(all),
    of: (operation: Operation) => all.find((tried) => tried.operation === operation),
  };
}

/** A supplier of another make: JSON, with this status, for every path it knows, 404 for all else. */
export async function openForeign(
  answer: (url: URL, request: IncomingMessage) => unknown,
  status = 200,
): Promise<string> {
  const server = createServer((request, response) => {
    const reply = answer(new URL(request.url ?? "", "http://localhost"), request);
    response.writeHead(reply === undefined ? 404 : status, { "content-type": "application/json" });
    response.end(JSON.stringify(reply ?? {}));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
