import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

import { bound } from "../../scripts/bound-process.ts";
import { bareSettings } from "./bare-settings.ts";

/** The app, unmodified, in a process of its own. */
export type AppProcess = {
  /** The app's own address, for the gateway. */
  url: string;
  pid: number;
  /** The process's output so far. */
  output: () => string;
  /** Sends the process a signal, such as SIGSTOP and SIGCONT, and does not wait. */
  signal: (name: NodeJS.Signals) => void;
  /** Ends the process: gracefully with SIGTERM, or as a power cut would with SIGKILL. */
  end: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>;
};

/**
 * A preload reroutes the app's calls to `*.myshopify.com`. Nothing else in the app knows that the shop is simulated.
 */
const PRELOAD = new URL("./gateway/reroute.ts", import.meta.url).href;

/** The production build in that folder. */
export function builtApp(build = "build"): string[] {
  const limits = ["--max-old-space-size=256", "--max-semi-space-size=32", "--wasm-max-mem-pages=2048"];
  return [...limits, path.join(build, "server/index.js")];
}

/**
 * Starts the app on any free port, from Node's arguments: the production build of the app's own contract, unless told
 * otherwise. `settings` is its whole environment, besides what any program needs, so that none of the developer's own
 * settings gets in. `cwd`: the folder with its build and its migrations, by default this one.
 *
 * @throws Error with the end of its output if it ends before it listens.
 */
export async function startApp(
  settings: Record<string, string>,
  program: string[] = builtApp(),
  cwd?: string,
): Promise<AppProcess> {
  const child = spawn(...bound(process.execPath, ["--import", PRELOAD, ...program]), {
    env: { ...bareSettings(), NODE_ENV: "production", PORT: "0", ...settings },
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const port = await listening(child, () => output);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    signal: (name) => void child.kill(name),
    end: (signal) => end(child, signal),
  };
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const port = /listens on port (\d+)/.exec(output())?.[1];
      if (port !== undefined) resolve(port);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      reject(new Error(`The app ended with ${String(code)} before it listened.\n${output()}`));
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "close");
}
