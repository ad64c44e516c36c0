import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { removeFolder } from "../support/remove-folder.ts";
import { bareSettings } from "./bare-settings.ts";

/** Both signals of a pair arrive at once, as from a terminal and from npm. */
it.each([[["SIGHUP"]], [["SIGINT", "SIGINT"]], [["SIGTERM", "SIGTERM"]]] as const)(
  "the sandbox leaves no temporary folder behind after the signals %j",
  async (signals) => {
    const temporary = await mkdtemp(path.join(tmpdir(), "sandbox-stop-"));
    onTestFinished(() => removeFolder(temporary));
    // Postgres runs as another user if the tests run as root.
    await chmod(temporary, 0o755);
    const env = { ...bareSettings(), NODE_ENV: "test" as const, TMPDIR: temporary };
    const args = ["test/sandbox/main.ts", "--port=0", "--products=1"];
    const sandbox = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void sandbox.kill("SIGKILL"));
    let said = "";
    for await (const chunk of sandbox.stdout.iterator({ destroyOnReturn: false })) {
      said += String(chunk);
      if (said.includes("is ready")) break;
    }
    const folders = async () =>
      (await readdir(temporary)).filter((name) => name.startsWith("stockbridge-pg-"));
    expect(await folders()).toHaveLength(1);
    const exit = once(sandbox, "exit");
    for (const signal of signals) sandbox.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(await folders()).toEqual([]);
  },
);
