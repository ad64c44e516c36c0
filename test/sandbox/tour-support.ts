import { setTimeout as pause } from "node:timers/promises";

import type { Sandbox } from "./sandbox.ts";

/** Looks again and again until something is found; null when the time is over. */
export async function poll<Found>(
  withinMs: number,
  look: () => Promise<Found | null>,
  { everyMs = 200 }: { everyMs?: number } = {},
): Promise<Found | null> {
  const until = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null || performance.now() > until) return found;
    await pause(everyMs);
  }
}

/** One of the sandbox's control calls, a POST where there is a body. */
export async function control<Answer>({ addresses }: Sandbox, path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    `${addresses.control}${path}`,
    body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    },
  );
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Escapes text like React. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}
