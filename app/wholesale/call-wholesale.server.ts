import { env } from "../lib/env.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { type Assumptions, assumptionsOf, fingerprint } from "./write-gate.ts";
import { type SupplierWatcher, withBreaker } from "./breaker.ts";
import { type WholesaleClient, wholesaleClient } from "./client.server.ts";
import * as ours from "./contract.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { errorType, inSpan } from "../lib/telemetry/trace.server.ts";
import type { ContractModule } from "./operation.ts";

const ourFingerprint = await fingerprint(ours);

/** Returns the contract's assumed operations, and whether the operator has confirmed the contract. */
export function assumptions(): Assumptions {
  return assumptionsOf(ours, {
    fingerprint: ourFingerprint,
    confirmed: env.WHOLESALE_CONTRACT_CONFIRMED ?? [],
  });
}

if (!assumptions().writesAllowed) {
  // Usually the operator has forgotten the setting, or the contract was changed after it was confirmed.
  log.warn(
    {
      fingerprint: ourFingerprint,
      why: "WHOLESALE_CONTRACT_CONFIRMED does not hold this contract's fingerprint, so no order and no branding is sent",
    },
    "wholesale.contract-not-confirmed",
  );
}

if (env.ORDERING === "paused")
  log.warn({ why: "ORDERING=paused: this process sends no order" }, "wholesale.ordering-paused");

/** Calls the supplier at `WHOLESALE_BASE_URL`. See `wholesaleClient` and `withBreaker`. */
export const callWholesale: WholesaleClient = (name, request) => supplier().call(name, request);

let known: { baseUrl: string; call: WholesaleClient } | undefined;

/** Returns the client. Creates a new one, with a closed breaker, when the address changes. */
function supplier(): { call: WholesaleClient } {
  const baseUrl = env.WHOLESALE_BASE_URL;
  if (known?.baseUrl !== baseUrl) {
    const client = wholesaleClient(baseUrl, { assumedWrites: assumptions().writesAllowed });
    const observed = observeCalls(client, { contract: ours, baseUrl });
    known = { baseUrl, call: withBreaker(observed, { contract: ours, watcher }) };
  }
  return known;
}

const watcher: SupplierWatcher = {
  down: () => watchers.forEach(({ down }) => down()),
  up: () => watchers.forEach(({ up }) => up()),
};

const watchers: SupplierWatcher[] = [];

/** Calls `watcher` when the circuit breaker opens (for all shops) and when it closes again. */
export function watchSupplier(watcher: SupplierWatcher): void {
  watchers.push(watcher);
}

const duration = durations(
  "stockbridge.supplier.request.duration",
  "Time of a call to the supplier, repeats of a GET and the reading of the reply included.",
);

function observeCalls(
  call: WholesaleClient,
  { contract, baseUrl }: { contract: ContractModule; baseUrl: string },
): WholesaleClient {
  const { hostname, port, protocol } = new URL(baseUrl);
  const server = {
    "server.address": hostname,
    "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
  };
  return async (operation, request) => {
    const beganAt = performance.now();
    const row = contract.contract[operation];
    // The contract's path has placeholders instead of ids, so a trace reveals no order.
    const line = row !== null && "path" in row ? { method: row.method, path: row.path } : null;
    const name = line === null ? operation : `${line.method} ${line.path}`;
    const attributes = {
      ...server,
      "stockbridge.supplier.operation": operation,
      ...(line && { "http.request.method": line.method, "url.template": line.path }),
    };
    let outcome = "ok";
    try {
      return await inSpan(name, { kind: "client", attributes }, () => call(operation, request));
    } catch (error) {
      outcome = errorType(error);
      throw error;
    } finally {
      duration.record(secondsSince(beganAt), { operation, outcome });
    }
  };
}
