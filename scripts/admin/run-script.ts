import { spawn } from "node:child_process";
import path from "node:path";

/** A script's output and exit code. */
export type Ran = { code: number; lines: string[] };

/**
 * Runs another command's script in its own process, with this process's settings. The script's standard error appears
 * on ours.
 *
 * @param isQuiet true to return the script's standard output without printing it.
 */
export function runScript(
  file: string,
  { args, isQuiet }: { args: string[]; isQuiet: boolean },
): Promise<Ran> {
  const script = path.join(import.meta.dirname, "..", file);
  // Needs no handler for Ctrl-C, which reaches both processes because they are in one process group.
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (!isQuiet) process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const lines = Buffer.concat(chunks).toString().split("\n").filter(Boolean);
      resolve({ code: code ?? 2, lines });
    });
  });
}
