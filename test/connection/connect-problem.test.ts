import { describe, expect, it } from "vitest";

import {
  type ConnectProblem,
  explainProblem,
  problemOfKey,
  problemOfLogIn,
} from "../../app/connection/connect-problem.ts";
import type { MessageParam } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import { contract } from "../../app/wholesale/contract.ts";
import { failureFromStatus } from "../../app/wholesale/failures.ts";
import { expectSentence, STATUSES } from "../wholesale/sentence.ts";

const t = translator("en");
const now = new Date("2026-11-21T10:00:00Z");

it.each(["connect", "replace"] as const)(
  "explains every unsuccessful status with a sentence on %s",
  (purpose) => {
    for (const status of STATUSES) {
      const answer = { status, retryAfter: null };
      const failures = (["logIn", "createKey"] as const).map((name) =>
        failureFromStatus({ name, changes: contract[name].changes }, answer, now),
      );
      const problems = [problemOfLogIn(failures[0]!), problemOfKey(failures[1]!, "Stockbridge x 2026")];
      for (const problem of problems) {
        const { title, text } = explainProblem(problem, purpose);
        expectSentence(t(text), `${problem.kind} after ${String(status)}`);
        expectSentence(`${t(title)}.`, `${problem.kind} after ${String(status)}`);
        if ("keyName" in problem) expect(t(text)).toContain(problem.keyName);
      }
    }
  },
);

describe("explainProblem", () => {
  const keyName = "Stockbridge x";
  const why = { code: "failure.supplier.no-answer" } as const;
  const problems: ConnectProblem[] = [
    { kind: "cannot-store" },
    { kind: "too-many", waitSeconds: 12 },
    { kind: "sign-ins-paused", waitSeconds: 12 },
    { kind: "other-account" },
    { kind: "sign-in-rejected" },
    { kind: "no-token" },
    { kind: "no-sign-in", status: 404 },
    { kind: "sign-in-failed", why },
    { kind: "not-allowed" },
    { kind: "key-later", why },
    { kind: "key-rejected", why },
    { kind: "key-in-doubt", why, keyName },
    { kind: "changed-name", keyName, cameBackAs: "y" },
    { kind: "key-unusable", keyName },
    { kind: "not-stored", keyName },
  ];
  const textOf = (problem: ConnectProblem, purpose: "connect" | "replace") =>
    t(explainProblem(problem, purpose).text);

  it.each(["connect", "replace"] as const)("explains every kind of problem differently on %s", (purpose) => {
    const all = problems.map((problem) => explainProblem(problem, purpose));
    expect(new Set(all.map(({ title }) => t(title))).size).toBe(all.length);
    for (const { title, text } of all) {
      expect(t(text)).toMatch(/^[A-Z].*\.$/);
      expect(t(title)).toMatch(/^[A-Z].*[^.]$/);
      // No parameter is missing.
      expect(`${t(title)} ${t(text)}`).not.toMatch(/“”| {2}|\( ?\)|^ /);
    }
  });

  it("includes all parameters of the problem", () => {
    for (const problem of problems) {
      const { title, text } = explainProblem(problem, "connect");
      const said = `${t(title)} ${t(text)}`;
      const { kind, ...params } = problem;
      for (const param of Object.values(params) as MessageParam[])
        expect(said, kind).toContain(typeof param === "object" ? t(why) : String(param));
    }
  });

  it("names the key if one may exist", () => {
    for (const problem of problems)
      expect(textOf(problem, "connect").includes(`“${keyName}”`), problem.kind).toBe("keyName" in problem);
  });

  it("says to a connected shop that nothing has changed, and never that nothing was connected", () => {
    for (const problem of problems.filter(({ kind }) => kind !== "not-stored"))
      expect(textOf(problem, "replace"), problem.kind).toContain("Nothing was changed.");
    for (const problem of problems)
      expect(textOf(problem, "replace"), problem.kind).not.toContain("Nothing was connected.");
  });

  it("suggests checking the sign-in details after a wrong password", () => {
    const { title, text } = explainProblem({ kind: "sign-in-rejected" }, "connect");
    expect(t(title)).toBe("Your supplier didn't accept this email and password");
    expect(t(text)).toBe(
      "Nothing was connected. Check both, then try again. Use the ones you sign in with on your supplier's own site, not your Shopify ones.",
    );
  });
});
