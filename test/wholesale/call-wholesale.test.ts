import { execFile } from "node:child_process";

import { describe, expect, it } from "vitest";

import * as ours from "../../app/wholesale/contract.ts";
import { fingerprint } from "../../app/wholesale/fingerprint.ts";

type Line = { level?: number; msg?: string; fingerprint?: string; why?: string; allowed?: boolean };

const PROGRAM = `
  const { assumptions } = await import("./app/wholesale/call-wholesale.server.ts");
  console.log(JSON.stringify({ allowed: assumptions.writesAllowed }));
`;

/** What a process says that begins with this setting: its log, and whether it allows assumed writes. */
async function begin(confirmed: string): Promise<{ log: Line[]; allowed: boolean | undefined }> {
  const env = { ...process.env, LOG_LEVEL: "info", WHOLESALE_CONTRACT_CONFIRMED: confirmed };
  const stdout = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, ["--input-type=module", "--eval", PROGRAM], { env }, (error, text) =>
      error ? reject(new Error(error.message)) : resolve(text),
    );
  });
  const lines = stdout.trim().split("\n");
  const said = lines.map((line) => JSON.parse(line) as Line);
  // The log and the console do not wait for each other.
  return {
    log: said.filter(({ level }) => level !== undefined),
    allowed: said.find(({ level }) => level === undefined)?.allowed,
  };
}

describe("a process", () => {
  it("allows assumed writes when the operator confirmed this very contract, and says nothing", async () => {
    const confirmed = ` ${(await fingerprint(ours)).toUpperCase()} `;
    expect(await begin(confirmed)).toEqual({ log: [], allowed: true });
  });

  it("allows none as long as nobody has confirmed it, and says nothing", async () => {
    expect(await begin("")).toEqual({ log: [], allowed: false });
  });

  it("allows none and warns once when another contract was confirmed, without repeating the value", async () => {
    const { log, allowed } = await begin("0123456789abcdef");
    expect(log).toMatchObject([
      {
        level: 40,
        msg: "wholesale.contract-not-confirmed",
        fingerprint: await fingerprint(ours),
        why: expect.stringContaining("WHOLESALE_CONTRACT_CONFIRMED") as string,
      },
    ]);
    expect(JSON.stringify(log)).not.toContain("0123456789abcdef");
    expect(allowed).toBe(false);
  });
});
