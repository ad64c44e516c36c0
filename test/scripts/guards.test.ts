import { readFile } from "node:fs/promises";

import ts from "typescript";
import { describe, expect, it } from "vitest";

import { breakGuard } from "../../scripts/break-guard.ts";
import { GUARDS as OF_TESTS } from "../../scripts/guards.ts";
import { GUARDS as OF_FAULTS } from "../faults/guards.ts";

describe("breakGuard", () => {
  it.each([...OF_TESTS, ...OF_FAULTS])(
    "removes the guard of a law from the app's code, which still parses: $law",
    async (guard) => {
      const source = await readFile(guard.file, "utf8");
      const broken = breakGuard(source, guard);
      expect(broken).not.toBe(source);
      if (guard.file.endsWith(".ts")) expect(syntaxErrorsOf(broken)).toEqual([]);
    },
  );

  const law = "Nothing is sent late.";
  const guard = { law, file: "send.ts", within: "send", at: ["hasPassed"], becomes: "false" };

  it("finds a condition after reformatting and renamed variables", () => {
    const before = "function send(by) { if (by.hasPassed() && isLate) return null; return post(by); }";
    const after =
      "function send(deadline) {\n  if (\n    deadline.hasPassed() &&\n    tooLate\n  ) return null;\n}";
    expect(breakGuard(before, guard)).toContain("if (false && isLate)");
    expect(breakGuard(after, guard)).toMatch(/if \(\s+false &&\s+tooLate\s+\)/);
  });

  it("distinguishes conditions with the same names by the code that they guard", () => {
    const source = 'const send = (by) => { if (by) hold("late"); if (!by) hold("paused"); };';
    expect(breakGuard(source, { ...guard, at: ["by", "paused"] })).toBe(
      'const send = (by) => { if (by) hold("late"); if (false) hold("paused"); };',
    );
  });

  it("finds the value of a property", () => {
    const source = "const limits = { retry: { limit: 0 }, limit: 7 };";
    expect(breakGuard(source, { ...guard, within: "limits", at: ["retry"], becomes: "{ limit: 2 }" })).toBe(
      "const limits = { retry: { limit: 2 }, limit: 7 };",
    );
  });

  it("finds a part of an SQL template, whatever its white space is", () => {
    const source =
      "function send() {\n  return sql`update row\n    where id = ${id}\n      and leased = ${until}`;\n}";
    const broken = breakGuard(source, { ...guard, at: /and leased = \$\{\w+\}/, becomes: "" });
    expect(broken).toMatch(/where id = \$\{id\}\s+`;/);
  });

  it("names the law if its guard is missing", () => {
    const source = "function send() {} function other(by) { if (by.hasPassed()) return; }";
    expect(() => breakGuard(source, guard)).toThrow(
      "The guard of “Nothing is sent late.” stands nowhere in send of send.ts: hasPassed",
    );
  });

  it("names the law if several places could be its guard", () => {
    const source = "function send(a, b) { if (a.hasPassed()) return; if (b.hasPassed()) return; }";
    expect(() => breakGuard(source, guard)).toThrow(
      "The guard of “Nothing is sent late.” stands several times in send of send.ts: hasPassed",
    );
  });
});

function syntaxErrorsOf(source: string): unknown[] {
  return ts.transpileModule(source, { reportDiagnostics: true }).diagnostics ?? [];
}
