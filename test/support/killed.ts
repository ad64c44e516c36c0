import { spawn } from "node:child_process";
import { once } from "node:events";

import { bound } from "../../scripts/bound-process.ts";

/** A use case in a process of its own. */
export type UseCase = { module: string; name: string; args: unknown[] };

/**
 * Runs a use case in a process of its own, and ends that by SIGKILL once `isThere` says that it has come to a point, or
 * fails.
 */
export async function killedAt(useCase: UseCase, isThere: () => Promise<unknown>): Promise<void> {
  const { child, ended, output } = start(useCase);
  // How long it takes to start says nothing: a busy machine may need longer than the look for its point goes on.
  const begun = once(child.stdout, "data").then(() => "begun" as const);
  try {
    const first = await Promise.race([begun, ended]);
    if (first === "ended" || (await Promise.race([isThere(), ended])) === "ended")
      throw new Error(`It ended before it came there: ${output()}`);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Runs a use case to its end in a process of its own, with these settings. @returns what it printed. */
export async function runAlone(useCase: UseCase, settings: Record<string, string>): Promise<string> {
  const { ended, output } = start(useCase, settings);
  await ended;
  return output();
}

function start({ module, name, args }: UseCase, settings: Record<string, string> = {}) {
  const json = JSON.stringify(args.map((arg) => wrap(arg)));
  const child = spawn(
    ...bound(process.execPath, [
      "--import",
      "./test/sandbox/gateway/reroute.ts",
      "test/support/use-case.ts",
      module,
      name,
      json,
    ]),
    { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...settings } },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "exit").then(() => "ended" as const);
  return { child, ended, output: () => output };
}

function wrap(value: unknown): unknown {
  if (value instanceof Date) return { date: value.toISOString() };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrap(inner)]));
}
