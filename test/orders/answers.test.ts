import { describe, expect, it } from "vitest";

import {
  classifyFailure,
  type Outcome,
  stateAfter,
  usingUpReference,
} from "../../app/orders/states/outcome.ts";
import { abilities } from "../../app/wholesale/contract.ts";
import { failureFromStatus } from "../../app/wholesale/failures.ts";
import { STATUSES } from "../wholesale/sentence.ts";

/** Returns the outcome of an order whose POST is answered with this unsuccessful status. */
function outcomeOf(status: number, sentence: string | null = null): Outcome {
  const failure = failureFromStatus(
    { name: "placeOrder", changes: true, refusals: abilities.orderRefusals },
    { status, retryAfter: null, sentence },
    new Date(),
  );
  return classifyFailure(failure);
}

describe("an order that the supplier answers with an error status", () => {
  const known: Record<number, Outcome["code"]> = {
    400: "rejected",
    401: "key-unauthorized",
    422: "rejected",
    429: "supplier-rate-limited",
  };

  it("is in doubt for every status except 400, 401, 422 and 429", () => {
    expect(STATUSES.map((status) => [status, outcomeOf(status).code])).toEqual(
      STATUSES.map((status) => [status, known[status] ?? "unclear"]),
    );
  });

  it("keeps its reference for the next attempt", () => {
    for (const status of STATUSES) {
      const outcome = outcomeOf(status);
      expect(usingUpReference, String(status)).not.toContain(outcome.code);
      if (outcome.code === "unclear") expect(stateAfter(outcome)).toBe("in_doubt");
    }
  });

  it.each([
    [422, "failure.supplier.rejected.says"],
    [403, "failure.supplier.outcome-unknown.says"],
  ])("quotes the supplier's own sentence after status %i", (status, code) => {
    const sentence = "Your credit is used up";
    expect(outcomeOf(status, sentence)).toMatchObject({ explanation: { code, sentence } });
  });
});
