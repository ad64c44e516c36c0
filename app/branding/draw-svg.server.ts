import path from "node:path";
import { Worker } from "node:worker_threads";

import { bulkhead, isBulkheadRejectedError } from "cockatiel";

import type { Message } from "../messages/message.ts";
import { MAX_LOGO_BYTES } from "./logo.ts";

/** Time limit for drawing one SVG. A logo takes half a second, or several seconds on a busy machine. */
const DRAW_WITHIN_MS = 10_000;

/**
 * Draws one file at a time, so that malicious files occupy one core at most. Up to three files wait; at 10 s
 * each, the last one waits half a minute.
 */
const slots = bulkhead(1, 3);

type Problem = "not-drawn" | "text" | "linked" | "too-large";
type Drawing = { png: Uint8Array } | { problem: Message };

/** Draws an SVG as a PNG of at most `MAX_LOGO_BYTES`, or returns the problem. */
export async function drawSvg(svg: string, withinMs = DRAW_WITHIN_MS): Promise<Drawing> {
  try {
    const drawn = await slots.execute(() => drawInThread(svg, withinMs));
    return "png" in drawn ? drawn : { problem: PROBLEMS[drawn.problem] };
  } catch (error) {
    if (!isBulkheadRejectedError(error)) throw error;
    return { problem: { code: "branding.problem.logo.busy" } };
  }
}

const PROBLEMS: Record<Problem, Message> = {
  "not-drawn": { code: "branding.problem.logo.not-drawn" },
  text: { code: "branding.problem.logo.text" },
  linked: { code: "branding.problem.logo.linked" },
  "too-large": { code: "branding.problem.logo.too-large", kilobytes: MAX_LOGO_BYTES / 1000 },
};

async function drawInThread(
  svg: string,
  withinMs: number,
): Promise<{ png: Uint8Array } | { problem: Problem }> {
  const worker = new Worker(path.join(process.cwd(), "app/branding/draw-svg.worker.ts"), {
    workerData: { svg, maxBytes: MAX_LOGO_BYTES },
    // Keeps this process's secrets and preloaded modules out of the thread.
    execArgv: [],
    env: {},
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      worker.on("message", resolve).on("error", reject);
      late = setTimeout(resolve, withinMs, { problem: "not-drawn" });
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
