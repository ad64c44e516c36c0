import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

import { bound } from "../../../scripts/bound-process.ts";

/** The receiver of webhooks: the app, or lean. */
export type Receiver = { url: string; end: () => Promise<unknown> };

/** Starts one of lean's programs, which prints its address. */
export async function startLean(
  program: "lean-orders.ts" | "lean-receiver.ts",
  ...args: string[]
): Promise<Receiver> {
  const child = spawn(...bound(process.execPath, [path.join(import.meta.dirname, program), ...args]), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    url,
    end: () => {
      child.kill();
      return ended;
    },
  };
}
