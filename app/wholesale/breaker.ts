import { BrokenCircuitError, circuitBreaker, ExponentialBackoff, handleAll, type IBreaker } from "cockatiel";

import { Failure } from "../lib/failure.ts";
import type { WholesaleClient } from "./client.server.ts";
import type { ContractModule, OperationName } from "./operation.ts";

/** The breaker opens after this many failed calls in a row. `FailuresInARow` decides which calls count. */
const FAILURES_IN_A_ROW = 8;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Called when the breaker opens (again after each failed probe), and when it closes. */
export type SupplierWatcher = { down: () => void; up: () => void };

/**
 * Circuit breaker. While the breaker is open, calls fail fast as `unreachable`, except one probe per pause.
 * Only calls with an API key go through the breaker. A merchant who signs in waits for the reply, so those
 * calls are always made.
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
            // The supplier replied, so the breaker counts this call as a success.
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
 * Collects the failures since the last success. Calls without a reply always count. Replies with 5xx count only
 * if several operations or several shops failed. A single broken product or key must not open the breaker for
 * all shops.
 */
class FailuresInARow implements IBreaker {
  state: Down[] = [];

  add(down: Down): void {
    this.state.push(down);
    // One failing product may be retried for days, and the list must not grow without limit.
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

/** Returns true if the supplier did not reply, or replied with a 5xx. */
function isDown(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  const unanswered = error.code === "unreachable" || error.code === "outcome-unknown";
  return unanswered && (error.status === undefined || error.status >= 500);
}
