import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import * as ours from "../../app/wholesale/contract.ts";
import { fingerprint } from "../../app/wholesale/write-gate.ts";
import { assumptions } from "../../app/wholesale/call-wholesale.server.ts";
import { changeSettings } from "../support/world.ts";

const ourFingerprint = await fingerprint(ours);

type Line = { level: number; msg: string; fingerprint: string; why: string };

/** Returns a process's log about this setting. */
async function begin(confirmed: string): Promise<Line[]> {
  const program = 'await import("./app/wholesale/call-wholesale.server.ts")';
  const env = { ...process.env, LOG_LEVEL: "info", WHOLESALE_CONTRACT_CONFIRMED: confirmed };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    env,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Line);
}

describe("WHOLESALE_CONTRACT_CONFIRMED", () => {
  it.each([
    ["this very contract", true, ` ${ourFingerprint.toUpperCase()} `],
    ["this contract and the next release's", true, `0123456789abcdef, ${ourFingerprint}`],
    ["another contract", false, "0123456789abcdef"],
    ["none", false, undefined],
  ])(
    "allows assumed writes only if it is this contract's fingerprint: %s, %s",
    async (_, allowed, confirmed) => {
      await changeSettings({ WHOLESALE_CONTRACT_CONFIRMED: confirmed });
      expect(assumptions().writesAllowed).toBe(allowed);
    },
  );

  it.each(["0123456789abcdef", ""])(
    "is reported once in the log if its value %j is wrong, without the value",
    async (confirmed) => {
      const [said, ...more] = await begin(confirmed);
      expect(more).toEqual([]);
      expect(said).toMatchObject({
        level: "warn",
        msg: "wholesale.contract-not-confirmed",
        fingerprint: ourFingerprint,
        why: expect.stringContaining("WHOLESALE_CONTRACT_CONFIRMED") as string,
      });
      expect(JSON.stringify(said)).not.toContain("0123456789abcdef");
    },
  );

  it("leads to no log entry if it is this contract's fingerprint", async () => {
    expect(await begin(ourFingerprint)).toEqual([]);
  });
});
