import { readFile, writeFile } from "node:fs/promises";

/** A process's resident memory in MB, and at its highest since `forgetPeak`. */
export async function residentMb(pid: number, which: "VmRSS" | "VmHWM" = "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, "utf8");
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1024;
}

/** Makes the highest mark the present one (proc(5), "clear_refs"). */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${String(pid)}/clear_refs`, "5");
}
