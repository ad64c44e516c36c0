import { env } from "../lib/env.server.ts";
import { log } from "../lib/log.server.ts";
import { assumptionsOf } from "./assumptions.ts";
import { type SupplierWatcher, withBreaker } from "./breaker.ts";
import { wholesaleClient } from "./client.server.ts";
import * as ours from "./contract.ts";
import { fingerprint } from "./fingerprint.ts";

const confirmed = env.WHOLESALE_CONTRACT_CONFIRMED;

/** What is assumed of the supplier, and whether the operator has confirmed it, for pages to tell. */
export const assumptions = assumptionsOf(ours, { fingerprint: await fingerprint(ours), confirmed });

if (confirmed !== undefined && !assumptions.writesAllowed) {
  // As a rule the contract was changed after somebody had confirmed it. What they saw is no longer what is sent.
  log.warn(
    {
      fingerprint: assumptions.fingerprint,
      why: "WHOLESALE_CONTRACT_CONFIRMED is not this contract's fingerprint, so nothing assumed is written",
    },
    "wholesale.contract-not-confirmed",
  );
}

/** Calls the supplier that the operator set (`WHOLESALE_BASE_URL`). See `wholesaleClient` and `withBreaker`. */
export const callWholesale = withBreaker(
  wholesaleClient(env.WHOLESALE_BASE_URL, { assumedWrites: assumptions.writesAllowed }),
  {
    contract: ours,
    watcher: {
      down: () => watchers.forEach(({ down }) => down()),
      up: () => watchers.forEach(({ up }) => up()),
    },
  },
);

const watchers: SupplierWatcher[] = [];

/** Has `watcher` hear when the supplier is down for everyone, and when it is back. */
export function watchSupplier(watcher: SupplierWatcher): void {
  watchers.push(watcher);
}
