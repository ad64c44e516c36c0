import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { describe, expect, it, onTestFinished } from "vitest";

import { bound } from "../../scripts/bound-process.ts";

/** Starts a process that starts another one, prints its id, and then runs `before`. */
async function startTwo(before = ""): Promise<{ parent: ReturnType<typeof spawn>; child: number }> {
  const script = `
    import { spawn } from "node:child_process";
    import { bound } from "./scripts/bound-process.ts";
    const program = "setInterval(() => {}, 60_000); console.log(process.pid)";
    const child = spawn(...bound(process.execPath, ["--eval", program]), { stdio: ["pipe", "pipe", "inherit"] });
    child.stdout.on("data", (pid) => { ${before}; process.stdout.write(pid); });`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [pid] = (await once(parent.stdout.setEncoding("utf8"), "data")) as [string];
  onTestFinished(() => {
    if (isAlive(Number(pid))) process.kill(Number(pid), "SIGKILL");
  });
  return { parent, child: Number(pid) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("bound", () => {
  it("ends a command if the process that started it is killed", async () => {
    const { parent, child } = await startTwo();
    expect(isAlive(child)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it("ends a command that is suspended if the process that started it is killed", async () => {
    const { parent, child } = await startTwo('child.kill("SIGSTOP")');
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it("passes arguments, output and exit code unchanged, and keeps the command's process id", async () => {
    const program = "console.log(process.pid, JSON.stringify(process.argv.slice(1))); process.exitCode = 7";
    const child = spawn(...bound(process.execPath, ["--eval", program, "a b", 'quo"ted', "$HOME"]));
    const [[output], [code]] = (await Promise.all([
      once(child.stdout.setEncoding("utf8"), "data"),
      once(child, "close"),
    ])) as [[string], [number]];
    expect({ output, code }).toEqual({
      output: `${String(child.pid)} ["a b","quo\\"ted","$HOME"]\n`,
      code: 7,
    });
  });

  it("works with execFile", async () => {
    const { stdout, stderr } = await promisify(execFile)(...bound("echo", ["said"]));
    expect({ stdout, stderr }).toEqual({ stdout: "said\n", stderr: "" });
  });
});
