import { env } from "../lib/env.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { type Assumptions, assumptionsOf } from "./write-gate.ts";
import { type SupplierWatcher, withBreaker } from "./breaker.ts";
import { type WholesaleClient, wholesaleClient } from "./client.server.ts";
import * as ours from "./contract.ts";
import { fingerprint } from "./fingerprint.ts";
import { observeCalls } from "./observe-calls.server.ts";

const ourFingerprint = await fingerprint(ours);

/** Returns the assumed operations for pages, and if the operator has confirmed the contract. */
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

/** Creates a new client, with a closed breaker, when the address changes. */
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

/** Calls `watcher` when the supplier goes down for all shops, and when it is back. */
export function watchSupplier(watcher: SupplierWatcher): void {
  watchers.push(watcher);
}
