import { expect, it } from "vitest";

import { problemOfKey, problemOfLogIn, sayProblem } from "../../app/connection/connect-problem.ts";
import { contract } from "../../app/wholesale/contract.ts";
import { failureFromStatus } from "../../app/wholesale/failures.ts";
import { expectSentence, STATUSES } from "../wholesale/sentence.ts";

const now = new Date("2026-11-21T10:00:00Z");

it.each(["connect", "replace"] as const)(
  "to %s, any status that is no success ends in a sentence",
  (purpose) => {
    for (const status of STATUSES) {
      const answer = { status, retryAfter: null };
      const failures = (["logIn", "createKey"] as const).map((name) =>
        failureFromStatus({ name, changes: contract[name].changes }, answer, now),
      );
      const problems = [problemOfLogIn(failures[0]!), problemOfKey(failures[1]!, "Stockbridge x 2026")];
      for (const problem of problems) {
        const { title, text } = sayProblem(problem, purpose);
        expectSentence(text, `${problem.kind} after ${String(status)}`);
        expectSentence(`${title}.`, `${problem.kind} after ${String(status)}`);
        if ("keyName" in problem) expect(text).toContain(problem.keyName);
      }
    }
  },
);
