/**
 * `npm run bench:edges`: what strangers can make a server of the app hold in memory. A hundred signed-in forms that
 * announce 100 MB each, a hundred that announce nothing and do not end, and 50,000 webhooks without a signature. Prints
 * the process's resident memory, idle and after each; ends with 1 when it stays more than 100 MB above idle.
 *
 * Reads /proc, so it runs on Linux only.
 */
import { once } from "node:events";
import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

import { startSandbox } from "../sandbox/sandbox.ts";
import { residentMb } from "./memory.ts";

const ABOVE_IDLE_AT_MOST_MB = 100;
const FORMS = 100;
const FORM_BYTES = 100 * 1024 * 1024;
const WEBHOOKS = 50_000;
const AT_ONCE = 50;
const CHUNK = Buffer.alloc(64 * 1024, "a");
const WEBHOOK = Buffer.alloc(16 * 1024, "a");
/** Above what a busy moment needs, for the garbage collector. */
const SETTLE_MS = 5000;

const sandbox = await startSandbox();
try {
  const { url, pid } = await sandbox.startAnotherApp();
  await fetch(`${url}/readyz`);
  await pause(SETTLE_MS);
  const idle = await residentMb(pid);
  report("idle", idle);
  const token = await sandbox.shop.sessionToken();
  const form = { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" };
  const address = `${url}/app/settings?_data=routes%2Fapp.settings`;

  await measure("forms that announce 100 MB", () =>
    all(FORMS, () => send(address, { ...form, "content-length": String(FORM_BYTES) })),
  );
  await measure("forms that announce nothing", () => all(FORMS, () => send(address, form)));
  await measure("webhooks without a signature", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    let left = WEBHOOKS;
    await all(AT_ONCE, async () => {
      while (left-- > 0) await sendWebhook(`${url}/webhooks`, agent);
    });
    agent.destroy();
  });

  async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    let highest = 0;
    const watch = setInterval(
      () => void residentMb(pid).then((mb) => (highest = Math.max(highest, mb))),
      100,
    );
    await work();
    clearInterval(watch);
    const seconds = (performance.now() - started) / 1000;
    await pause(SETTLE_MS);
    const after = await residentMb(pid);
    report(name, after, `highest ${highest.toFixed(0)} MB, ${seconds.toFixed(0)} s`);
    if (after > idle + ABOVE_IDLE_AT_MOST_MB) process.exitCode = 1;
  }
} finally {
  await sandbox.stop();
}

/** Sends what was announced, or without an announcement the same, until it is all sent, answered or cut off. */
async function send(address: string, headers: Record<string, string>): Promise<void> {
  const sending = request(address, { method: "POST", headers, agent: false });
  const ended = endOf(sending);
  const state = { open: true };
  void ended.then(() => (state.open = false));
  for (let sent = 0; state.open && sent < FORM_BYTES; sent += CHUNK.length)
    if (!sending.write(CHUNK)) await Promise.race([once(sending, "drain").catch(() => undefined), ended]);
  sending.end();
  await ended;
}

async function sendWebhook(address: string, agent: Agent): Promise<void> {
  const sending = request(address, {
    method: "POST",
    agent,
    headers: {
      "content-type": "application/json",
      "content-length": String(WEBHOOK.length),
      "x-shopify-topic": "orders/paid",
      "x-shopify-shop-domain": "demo-shop.myshopify.com",
    },
  });
  const ended = endOf(sending);
  sending.end(WEBHOOK);
  await ended;
}

/** Answered to the end, or cut off. */
function endOf(sending: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    sending.on("response", (response) => response.resume().once("close", resolve));
    sending.once("error", () => {
      resolve();
    });
    sending.once("close", resolve);
  });
}

async function all(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}

function report(name: string, mb: number, more = ""): void {
  process.stdout.write(`${name.padEnd(32)}${mb.toFixed(0).padStart(6)} MB   ${more}\n`);
}
