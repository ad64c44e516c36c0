import { BrokenCircuitError, circuitBreaker, ExponentialBackoff, handleAll, type IBreaker } from "cockatiel";

import { Failure } from "../lib/failure.ts";
import type { WholesaleClient } from "./client.server.ts";
import type { ContractModule, OperationName } from "./operation.ts";

/** After so many failed calls in a row, of several operations or shops, the supplier counts as down. */
const FAILURES_IN_A_ROW = 8;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Hears that the supplier is down for everyone, again with every knock that shows it, and that it is back. */
export type SupplierWatcher = { down: () => void; up: () => void };

/**
 * Stops knocking at a supplier that is down: then calls fail at once, as `unreachable`, and once in a while a single one
 * goes through to see. Only background work is held back: a merchant who signs in is waiting, and is let through.
 */
export function withBreaker(
  call: WholesaleClient,
  { contract, watcher }: { contract: ContractModule; watcher: SupplierWatcher },
): WholesaleClient {
  const row = new FailuresInARow();
  const breaker = circuitBreaker(handleAll, {
    breaker: row,
    halfOpenAfter: new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS, maxDelay: LONGEST_PAUSE_MS }),
  });
  breaker.onBreak(watcher.down);
  breaker.onReset(watcher.up);
  return async (name, request) => {
    if (contract.contract[name]?.credential !== "api-key") return call(name, request);
    const answered = await breaker
      .execute(() =>
        call(name, request).then(
          (reply) => ({ reply }),
          (error: unknown) => {
            // A refusal is an answer as well: the supplier is there.
            if (!isDown(error)) return { error };
            row.add({
              operation: name,
              credential: request.credential,
              isAnswered: error.status !== undefined,
            });
            throw error;
          },
        ),
      )
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? notSent(name) : error;
      });
    if ("error" in answered) throw answered.error;
    return answered.reply;
  };
}

type Down = { operation: OperationName; credential: string | undefined; isAnswered: boolean };

/**
 * What went wrong since the last answer. A supplier that answers is there, so one product or one key that it stumbles
 * over each time does not make it down for all: such answers count once they come from several operations, or shops.
 */
class FailuresInARow implements IBreaker {
  state: Down[] = [];

  add(down: Down): void {
    this.state.push(down);
    // A stumbling block may be met for days.
    if (this.state.length > 2 * FAILURES_IN_A_ROW) this.state.shift();
  }

  success(): void {
    this.state = [];
  }

  failure(): boolean {
    const isSpread =
      new Set(this.state.map(({ operation }) => operation)).size > 1 ||
      new Set(this.state.map(({ credential }) => credential)).size > 1;
    const counting = isSpread ? this.state : this.state.filter(({ isAnswered }) => !isAnswered);
    return counting.length >= FAILURES_IN_A_ROW;
  }
}

function notSent(name: OperationName): Failure {
  return new Failure({
    code: "unreachable",
    detail: `${name} was not sent: the supplier is down`,
    side: "supplier",
    explanation: { code: "failure.supplier.down" },
  });
}

/** No answer at all, or one that says that the supplier has a problem of its own. */
function isDown(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  const unanswered = error.code === "unreachable" || error.code === "outcome-unknown";
  // What is answered with anything below is answered.
  return unanswered && (error.status === undefined || error.status >= 500);
}
