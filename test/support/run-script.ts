import { execFile } from "node:child_process";

/**
 * Runs a script of a few lines in a process of its own, with this process' settings but for `settings`. It imports from
 * the root: `./app/…`.
 */
export function runScript(
  script: string,
  settings: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { env: { ...process.env, ...settings } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
      },
    );
  });
}
