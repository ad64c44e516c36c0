/** The built server in a process of its own, with these settings and nothing of this process' own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";

import { onTestFinished, vi } from "vitest";

import { bound } from "../../scripts/bound-process.ts";
import { bareSettings } from "../sandbox/bare-settings.ts";

export const API_SECRET = "the-api-secret";

/** Settings that fit, but for a database. */
export const SERVER_SETTINGS = {
  NODE_ENV: "production",
  PORT: "0",
  SHOPIFY_API_KEY: "the-api-key",
  SHOPIFY_API_SECRET: API_SECRET,
  SHOPIFY_APP_URL: "https://stockbridge.example.com",
  STOCKBRIDGE_KEYRING: JSON.stringify({ current: "a", keys: { a: randomBytes(32).toString("base64") } }),
  WHOLESALE_BASE_URL: "https://wholesale.example.com",
};

export type RunningServer = { process: ChildProcess; url: string; output: () => string };

/** Starts a command, and kills it and what it has started once the test has finished. */
function run(command: string[], settings: Record<string, string | undefined>) {
  const [program = "", ...args] = command;
  // A process group of its own, as a command may start others.
  const env: Record<string, string | undefined> = { ...bareSettings(), ...settings };
  const child = spawn(...bound(program, args), { env: env as NodeJS.ProcessEnv, detached: true });
  const closed = once(child, "close");
  onTestFinished(async () => {
    try {
      // The group may have a member left when the command itself has ended.
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    await closed;
  });
  const printed = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
  return { child, printed };
}

const SERVER = [process.execPath, "build/server/index.js"];

/** Starts the server and waits until it listens. */
export async function startServer(
  settings: Record<string, string>,
  command = SERVER,
): Promise<RunningServer> {
  const { child, printed } = run(command, { ...SERVER_SETTINGS, ...settings });
  const output = () => printed.stdout + printed.stderr;
  const port = await vi.waitFor(
    () => {
      const found = /listens on port (\d+)/.exec(printed.stdout)?.[1];
      if (found === undefined) throw new Error(`The server does not listen.\n${output()}`);
      return found;
    },
    { timeout: 180_000 },
  );
  return { process: child, url: `http://127.0.0.1:${port}`, output };
}

/** Waits for the end of a server that does not start. */
export async function failToStart(settings: Record<string, string | undefined>, command = SERVER) {
  const given: Record<string, string | undefined> = { ...SERVER_SETTINGS, ...settings };
  const { child, printed } = run(command, given);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...printed };
}

export async function statusOf(url: string, request: RequestInit = {}): Promise<number> {
  const response = await fetch(url, request);
  await response.body?.cancel();
  return response.status;
}

/** A webhook as Shopify signs it. */
export function signedWebhook(webhookId: string, secret = API_SECRET): RequestInit {
  const body = '{"id":1001}';
  return {
    method: "POST",
    headers: {
      "x-shopify-topic": "customers/data_request",
      "x-shopify-shop-domain": "a.myshopify.com",
      "x-shopify-api-version": "2026-10",
      "x-shopify-webhook-id": webhookId,
      "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
    },
    body,
  };
}
