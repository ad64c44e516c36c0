import { writeFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import path from "node:path";

import { makeTemporaryFolder } from "../../app/lib/owned-folder.server.ts";
import type { AppProcess } from "../sandbox/app-process.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { type Gate, makeGate } from "./gate.ts";
import { openWire, type Step, type Wire } from "./wire.ts";

/** A process of the app that does the work. */
export type Worker = {
  name: string;
  /** Ends when it comes to a step. What is under way there is cut. */
  killAt: (step: Step) => void;
  /** Stands still as it comes to a step, or before the so-manyth transaction after it. What is under way there goes on. */
  stopAt: (step: Step, transactions?: number) => void;
  /** Stands still until it goes on, for so many seconds by its own clock. */
  stop: () => void;
  goOn: (seconds: number) => void;
  /** Has run for so many seconds more, by its monotonic clock. */
  age: (seconds: number) => void;
  /** Cuts the connection to the database at the so-manyth of the packets that follow. */
  cutPacket: (number: number, when: Step["when"]) => void;
  /** Cuts all connections to the database, and leaves new ones without an answer to their login, until `answerLogins`. */
  silenceLogins: () => void;
  answerLogins: () => void;
  kill: () => Promise<void>;
  end: () => Promise<void>;
  isBusy: () => boolean;
  state: "killed" | "runs" | "stands still";
};

/** A process that has loaded all its modules, or is about to, and waits for the command to begin. */
export type Spare = {
  /** Resolves when the process can survive losing its database, or has ended. */
  loaded: Promise<unknown>;
  /** @throws Error with the last words of a process that did not start. */
  begin: () => Promise<Worker>;
  /** Ends it without beginning. */
  discard: () => Promise<void>;
};

/** A trap for the process at its next step. */
type Trap = { step: Step; act: () => Promise<"on" | "cut"> | "on" | "cut" };

/** As a URL: NODE_OPTIONS is cut at spaces. */
const HASTEN = import.meta.resolve("./hasten.ts");
/** Time-outs of 15 s are over after one and a half. */
const HASTE = 10;

type Settings = {
  name: string;
  database: string;
  shiftMs: number;
  tell: (what: string) => void;
  onUncaught: (line: string) => void;
};

/** Longer than a start takes on a machine that has other things to do. */
const START_WITHIN_MS = 180_000;

/**
 * Loads a worker. `shiftMs`: how far its clock is ahead. `tell` hears of what happens to it, `onUncaught` gets the log's line
 * of an error that nothing caught, once the worker has ended.
 */
export function loadWorker(sandbox: Sandbox, settings: Settings): Spare {
  const made = makeGate();
  const worker = made.then((gate) => startWorker(sandbox, settings, gate));
  const ended = worker.then(
    () => undefined,
    () => undefined,
  );
  const inTime = async <Result>(result: Promise<Result>): Promise<Result> => {
    const gate = await made;
    const timer = setTimeout(gate.close, START_WITHIN_MS);
    return result.finally(() => {
      clearTimeout(timer);
    });
  };
  return {
    loaded: inTime(Promise.race([made.then(({ reached }) => reached), ended])),
    begin: async () => {
      (await made).open();
      return inTime(worker);
    },
    discard: async () => {
      (await made).close();
      await ended;
    },
  };
}

async function startWorker(
  sandbox: Sandbox,
  { name, database, shiftMs, tell, onUncaught }: Settings,
  gate: Gate,
): Promise<Worker> {
  const folder = await makeTemporaryFolder("stockbridge-clock-");
  const jump = path.join(folder.path, "jump");
  let [jumpedMs, agedMs] = [0, 0];
  const writeJump = () => {
    const bytes = Buffer.alloc(16);
    bytes.writeDoubleLE(jumpedMs);
    bytes.writeDoubleLE(agedMs, 8);
    return bytes;
  };
  await writeFile(jump, writeJump());

  const armed = new Set<Trap>();
  let goesOn: () => void = () => undefined;
  let logins = Promise.withResolvers<"on">();
  logins.resolve("on");
  let app: AppProcess | null = null;
  const reach = (side: Step["side"]) => (request: string, when: Step["when"]) => {
    if (worker.state === "killed") return "cut" as const;
    for (const trap of armed) {
      const { step } = trap;
      if (step.side !== side || step.when !== when || !step.pattern.test(request)) continue;
      armed.delete(trap);
      return trap.act();
    }
    return "on" as const;
  };
  const supplier = await openWire(sandbox.addresses.wholesale, reach("supplier"));
  const shop = await openWire(sandbox.shop.url, reach("shop"));
  const postgres = await openWire(database, reach("database"));
  const clear = async () => {
    const [uncaught] = /^.*process\.uncaught-error.*$/m.exec(app?.output() ?? "") ?? [];
    if (uncaught !== undefined) onUncaught(`${name}: ${uncaught.slice(0, 1000)}`);
    for (const each of [supplier, shop, postgres, gate]) each.close();
    await folder.remove();
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
      armed.add({ step, act });
    },
    stopAt: (step, transactions = 0) => {
      const stopBefore = (left: number) => {
        if (left > 1) {
          armed.add({ step: TRANSACTION, act: () => stopBefore(left - 1) });
          return "on" as const;
        }
        tell(
          `${name}: stopped ${step.name}${transactions === 0 ? "" : `, ${String(transactions)} transactions later`}`,
        );
        worker.stop();
        if (transactions === 0) return "on" as const;
        // As if it had not come to it yet: Postgres ends what stands still within a transaction.
        return new Promise<"on">((resolve) => {
          goesOn = () => {
            resolve("on");
          };
        });
      };
      const act = () => {
        if (transactions === 0) return stopBefore(0);
        armed.add({ step: TRANSACTION, act: () => stopBefore(transactions) });
        return "on" as const;
      };
      armed.add({ step, act });
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
      goesOn();
    },
    age: (seconds) => {
      if (worker.state === "killed") return;
      agedMs += seconds * 1000;
      writeFileSync(jump, writeJump());
    },
    cutPacket: (number, when) => {
      const step = { side: "database", pattern: /^/, when, name: "at some packet" } as const;
      const cut = () => {
        tell(`${name}: its connection to the database is cut, packet ${String(number)} from there`);
        return "cut" as const;
      };
      const count = (left: number): "on" | "cut" => {
        if (left === 0) return cut();
        armed.add({ step, act: () => count(left - 1) });
        return "on";
      };
      armed.add({ step, act: () => count(number - 1) });
    },
    silenceLogins: () => {
      tell(`${name}: the database answers no login`);
      logins = Promise.withResolvers();
      const { promise } = logins;
      const hold = () => {
        armed.add({ step: LOGIN, act: hold });
        return promise;
      };
      void hold();
      void promise.then(() => {
        for (const trap of armed) if (trap.step === LOGIN) armed.delete(trap);
      });
      postgres.cut();
    },
    answerLogins: () => {
      logins.resolve("on");
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
      goesOn();
      await app?.end();
      await clear();
    },
    isBusy: () => worker.state === "runs" && (supplier.isBusy() || shop.isBusy()),
  };
  const starting = sandbox.startAnotherApp({
    ROLE: "worker",
    DATABASE_URL: throughWire(database, postgres),
    WHOLESALE_BASE_URL: `http://127.0.0.1:${String(supplier.port)}`,
    SANDBOX_SHOP_URL: `http://127.0.0.1:${String(shop.port)}`,
    NODE_OPTIONS: `--import ${HASTEN}`,
    FAULTS_CLOCK_SHIFT: String(shiftMs),
    FAULTS_CLOCK_JUMP: jump,
    FAULTS_HASTE: String(HASTE),
    FAULTS_GATE: String(gate.port),
  });
  app = await starting.catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  return worker;
}

/** The first message of a connection names its user. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const LOGIN: Step = { side: "database", pattern: /\0user\0/, when: "asked", name: "as it logs in" };

/** Sent together with the tenant scope (`app/lib/database/tenant-adapter.server.ts`). */
const TRANSACTION: Step = {
  side: "database",
  pattern: /\bBEGIN\b/,
  when: "asked",
  name: "as it begins a transaction",
};

function throughWire(database: string, { port }: Wire): string {
  const address = new URL(database);
  address.searchParams.delete("host");
  address.host = `127.0.0.1:${String(port)}`;
  return address.href;
}
