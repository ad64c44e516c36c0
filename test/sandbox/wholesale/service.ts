import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Router } from "express";
import type { Account } from "./accounts.ts";
import { createControl } from "./control.ts";
import type { Operation } from "./endpoint.ts";
import { createFaults, type FaultName } from "./faults.ts";
import { createSupplier, type Supplier } from "./supplier.ts";
import type { Progress } from "./progress.ts";
import { createRequestLog, type LoggedRequest } from "./requests.ts";
import { createRoutes, dialects, type Dialect } from "./routes.ts";

export type WholesaleOptions = {
  /** 0, the default, takes any free one. */
  port?: number;
  /** "assumed" unless told. */
  dialect?: Dialect;
  /** Size of the catalog, 0 … 1,000,000; 120 unless told. */
  products?: number;
  account?: Account;
  /** The most products or orders a page holds; 100 unless told. */
  maxPageSize?: number;
  /** How orders progress automatically; null, the default: only when told to (see `control`). */
  progress?: Progress | null;
  /** The supplier's clock: token expiry, progress and every recorded moment. */
  now?: () => Date;
};

export type WholesaleService = {
  /** Such as http://127.0.0.1:4001, without a trailing slash. */
  url: string;
  account: Account;
  /** An account whose orders and keys the first account does not see. */
  otherAccount: Account;
  dialect: Dialect;
  /** The control calls, to be mounted where the sandbox wants them. */
  control: Router;
  /** The latest 20,000 requests, oldest first; a snapshot. */
  readonly requests: readonly LoggedRequest[];
  /** The service's state: accounts and keys, catalog, ledger, branding. */
  supplier: Supplier;
  /** Lets the next `times` (1) requests of the operation meet the fault; throws a sentence if it does not know them. */
  setFault(operation: Operation, fault: FaultName, times?: number, delayMs?: number): void;
  /** Holds back the replies to the next `times` (1) requests of the operation, whose work it does, until the returned function is called. */
  holdReplies(operation: Operation, times?: number): () => void;
  /** True while it processes a request, although its caller may be gone. */
  isWorking(): boolean;
  /** Stops listening, ends open connections, forgets what was still to be committed. */
  close(): Promise<void>;
};

/** Starts the simulated wholesale supplier on 127.0.0.1. Rejects with a sentence when the port is taken. */
export async function startWholesale(options: WholesaleOptions = {}): Promise<WholesaleService> {
  const { port = 0, dialect = "assumed", products = 120, account = demoAccount, maxPageSize = 100 } = options;
  const now = options.now ?? (() => new Date());
  const supplier = createSupplier({
    accounts: [account, otherAccount],
    products,
    now,
    progress: options.progress ?? null,
  });
  const faults = createFaults(dialects[dialect].map((endpoint) => endpoint.operation));
  const requests = createRequestLog({ now });
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  let url = "";
  const routes = createRoutes(dialect, {
    supplier,
    faults,
    requests,
    maxPageSize,
    closing: closing.signal,
    underWay,
    origin: () => url,
  });
  const server = createServer(routes);
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === "EADDRINUSE"
      ? new Error(`Port ${port} on 127.0.0.1 is taken.`)
      : error;
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    account,
    otherAccount,
    dialect,
    control: createControl({ supplier, faults, requests, now, origin: () => url }),
    get requests() {
      return requests.entries();
    },
    supplier,
    setFault: (operation, fault, times = 1, delayMs) => faults.set(operation, fault, times, delayMs),
    holdReplies: (operation, times = 1) => {
      const release = new AbortController();
      faults.set(operation, "slow", times, LONGER_THAN_ANY_CALL_MS, release.signal);
      return () => {
        release.abort();
      };
    },
    isWorking: () => underWay.size > 0,
    async close() {
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const LONGER_THAN_ANY_CALL_MS = 3_600_000;

/** The password can be read out and typed, and is found in no other text: a leak of it is recognised at once. */
const demoAccount: Account = { email: "merchant@example.com", password: "mirobel-tavuno-kesira" };
const otherAccount: Account = { email: "branch@example.com", password: "selora-dimavu-tokane" };
