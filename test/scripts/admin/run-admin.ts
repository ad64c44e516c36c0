import { execFile } from "node:child_process";

/** The result of an operator's command. */
export type Ended = { code: number; stdout: string; stderr: string };

/** Runs `npm run -s admin -- …` as a process of its own, with this process' settings but for `settings`. */
export function admin(args: string[], settings: Record<string, string | undefined> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    // Leaves out undefined settings.
    const env = { ...process.env, ...settings };
    execFile(process.execPath, ["scripts/admin/main.ts", ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}

/** The same with `--json`. @returns what it printed. @throws Error if it ends with another exit code. */
export async function adminJson<Printed>(args: string[], expected = 0): Promise<Printed> {
  const { code, stdout, stderr } = await admin([...args, "--json"]);
  if (code !== expected || stderr !== "") throw new Error(`Exit code ${String(code)}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as Printed;
}
