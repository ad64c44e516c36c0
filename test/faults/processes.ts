import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import type { AppProcess } from "../sandbox/app-process.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { openWire, type Step, type Wire } from "./wire.ts";

/** A process of the app that does the work. */
export type Worker = {
  name: string;
  /** Ends when it comes to a step. What is under way there is cut. */
  killAt: (step: Step) => void;
  /** Stands still so many milliseconds after it has come to a step. What is under way there goes on. */
  stopAfter: (step: Step, milliseconds: number) => void;
  /** Stands still until it goes on, for so many seconds by its own clock. */
  stop: () => void;
  goOn: (seconds: number) => void;
  kill: () => Promise<void>;
  end: () => Promise<void>;
  isBusy: () => boolean;
  state: "killed" | "runs" | "stands still";
};

const HASTEN = fileURLToPath(new URL("./hasten.ts", import.meta.url));
/** Time-outs of 15 s are over after one and a half. */
const HASTE = 10;

/** Starts a worker. `shiftMs`: how far its clock is ahead. `tell` hears of what happens to it. */
export async function startWorker(
  sandbox: Sandbox,
  { name, shiftMs, tell }: { name: string; shiftMs: number; tell: (what: string) => void },
): Promise<Worker> {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-clock-"));
  const jump = path.join(folder, "jump");
  let jumpedMs = 0;
  const writeJump = () => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(jumpedMs);
    return bytes;
  };
  await writeFile(jump, writeJump());

  let armed: { step: Step; act: () => Promise<"cut"> | "on" } | null = null;
  let app: AppProcess | null = null;
  const reach = (side: Step["side"]) => (request: string, when: Step["when"]) => {
    if (worker.state === "killed") return "cut" as const;
    if (armed?.step.side !== side || armed.step.when !== when || !armed.step.pattern.test(request))
      return "on" as const;
    const { act } = armed;
    armed = null;
    return act();
  };
  const wires: Wire[] = [
    await openWire(sandbox.addresses.wholesale, reach("supplier")),
    await openWire(sandbox.shop.url, reach("shop")),
  ];
  const clear = async () => {
    for (const wire of wires) wire.close();
    await rm(folder, { recursive: true, force: true });
  };

  const worker: Worker = {
    name,
    state: "runs",
    killAt: (step) => {
      const act = async () => {
        tell(`${name}: killed ${step.name}`);
        await worker.kill();
        return "cut" as const;
      };
      armed = { step, act };
    },
    stopAfter: (step, milliseconds) => {
      const act = () => {
        tell(`${name}: stopped ${step.name}, ${String(milliseconds)} ms later`);
        if (milliseconds === 0) worker.stop();
        else setTimeout(worker.stop, milliseconds);
        return "on" as const;
      };
      armed = { step, act };
    },
    stop: () => {
      if (worker.state !== "runs") return;
      worker.state = "stands still";
      app?.signal("SIGSTOP");
    },
    goOn: (seconds) => {
      if (worker.state !== "stands still") return;
      jumpedMs += seconds * 1000;
      writeFileSync(jump, writeJump());
      worker.state = "runs";
      app?.signal("SIGCONT");
    },
    kill: async () => {
      worker.state = "killed";
      await app?.end("SIGKILL");
      await clear();
    },
    end: async () => {
      if (worker.state === "killed") return;
      worker.state = "killed";
      app?.signal("SIGCONT");
      await app?.end();
      await clear();
    },
    isBusy: () => worker.state === "runs" && wires.some((wire) => wire.isBusy()),
  };
  app = await sandbox.startAnotherApp({
    ROLE: "worker",
    WHOLESALE_BASE_URL: wires[0]?.url ?? "",
    SANDBOX_SHOP_URL: wires[1]?.url ?? "",
    NODE_OPTIONS: `--import ${HASTEN}`,
    FAULTS_CLOCK_SHIFT: String(shiftMs),
    FAULTS_CLOCK_JUMP: jump,
    FAULTS_HASTE: String(HASTE),
  });
  return worker;
}
