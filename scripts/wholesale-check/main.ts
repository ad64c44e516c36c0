/** `npm run wholesale:check`: tries the contract with a live supplier, and reports which operations fit. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { supplierUrl } from "../../app/lib/env.ts";
import * as ours from "../../app/wholesale/contract.ts";
import { fingerprint } from "../../app/wholesale/write-gate.ts";
import type { ContractModule, Operation, OperationName } from "../../app/wholesale/operation.ts";
import { Interrupted } from "../check/hold-interrupts.ts";
import { inRow, print, WIDTH, wrap } from "../check/table.ts";
import { countResults, EXIT, EXIT_INTERRUPTED, inCounts, type Verdict, verdictOn } from "../check/verdict.ts";
import { type Check, checkContract, type Checked } from "./check-contract.ts";
import type { Reason } from "./trial.ts";

const HELP = `npm run -s wholesale:check [-- options]

  --json            one JSON object a line: one for each operation, then the summary
  --create-key      also log in and make a key, which may be impossible to delete
  --write           also change the support phone number, read it back, and restore the old one
  --place-order=SKU also order one piece, and cancel it: for a test account only
  --contract=FILE   try this contract in place of app/wholesale/contract.ts
  --help            this text

It only reads unless told otherwise. What it changes it takes back, also on Ctrl-C.
At the end stands the contract's fingerprint. Once you are content with what was seen, set
WHOLESALE_CONTRACT_CONFIRMED to it: Stockbridge then also sends what is assumed and changes something
(orders, branding).
Settings: WHOLESALE_BASE_URL, WHOLESALE_API_KEY; for --create-key WHOLESALE_EMAIL and WHOLESALE_PASSWORD.
Exit code: 0 the contract fits, 1 it does not, 2 it could not be tried: nobody answers, or not to this account, or not
all that was asked for could be proven; 130 it was interrupted.
`;

const COLUMNS = { operation: 15, basis: 12, result: 13 };
const VERDICT: Record<Verdict, string> = {
  fits: "All that was tried fits the contract.",
  misfits: "Not all that was tried fits the contract.",
  unproven: "All that could be seen fits the contract, but not all that was to be tried could be seen.",
  unreachable: "The supplier could not be reached, or is down: nothing could be compared.",
  unauthorized:
    "The supplier did not accept the sign-in, so not all could be tried. Check WHOLESALE_EMAIL and WHOLESALE_PASSWORD.",
};

try {
  const flags = readFlags();
  if (flags.help) process.stdout.write(HELP);
  else {
    const check = readCheck(flags, new Date());
    const contract = flags.contract === undefined ? ours : await readContract(flags.contract);
    process.exitCode = await run({ ...check, contract }, flags.json);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof Interrupted ? EXIT_INTERRUPTED : EXIT.unreachable;
}

async function run(check: Check & { contract: ContractModule }, json: boolean): Promise<number> {
  const { origin, pathname } = new URL(check.baseUrl);
  if (!json) print(`The contract against ${origin}${pathname.replace(/\/$/, "")}\n`);
  // Prints the names before the requests, so that a person knows them even if the check crashes.
  if (check.createKey) process.stderr.write(`A key will be made: “${check.createKey.keyName}”.\n`);
  if (check.placeOrder)
    process.stderr.write(`An order will be placed, with the reference “${check.placeOrder.reference}”.\n`);
  const all: Checked[] = [];
  for await (const tried of checkContract(check)) {
    all.push(tried);
    print(json ? JSON.stringify(tried) : inTable(tried));
  }
  const verdict = verdictOn(all);
  const counts = countResults(all);
  const name = await fingerprint(check.contract);
  const writesNotSeen = notSeen(all, check.contract);
  if (json) print(JSON.stringify({ summary: { verdict, ...counts, writesNotSeen, fingerprint: name } }));
  else {
    print(`\n${VERDICT[verdict]} (${inCounts(counts)})`);
    if (writesNotSeen.length > 0) wrap(warningOf(writesNotSeen), WIDTH).forEach(print);
    print(`The contract's fingerprint, for WHOLESALE_CONTRACT_CONFIRMED: ${name}`);
  }
  return EXIT[verdict];
}

/** Returns the operations that the contract's fingerprint would allow although this check did not see them work. */
function notSeen(all: Checked[], { contract }: ContractModule): OperationName[] {
  const shown = new Set(
    all.flatMap(({ operation, result }) => (result === "fits" || result === "misfit" ? [operation] : [])),
  );
  const rows = Object.entries(contract) as [OperationName, Operation | null][];
  return rows.flatMap(([name, row]) =>
    row?.basis === "assumed" && row.changes && !shown.has(name) ? [name] : [],
  );
}

function warningOf(writes: OperationName[]): string {
  return `WRITES NOT SEEN: ${writes.join(", ")}. Nothing here shows what they do at this supplier, and confirming the fingerprint allows them. --write and --place-order=SKU try them.`;
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean", default: false },
      "create-key": { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      "place-order": { type: "string" },
      contract: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  return values;
}

/** Loads a contract. @throws Error with a sentence if the file does not exist or is no contract. */
async function readContract(file: string): Promise<ContractModule> {
  const found = (await import(pathToFileURL(path.resolve(file)).href).catch((error: unknown) => {
    const [first] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new Error(`--contract: ${file} cannot be loaded. ${first ?? ""}`);
  })) as Partial<ContractModule>;
  const { contract, abilities, API_KEY_HEADER, errorSentence, rejectionWord } = found;
  if (!contract || !abilities || !API_KEY_HEADER || !errorSentence) {
    throw new Error(
      `--contract: ${file} is no contract. It exports contract, abilities, errorSentence and API_KEY_HEADER.`,
    );
  }
  return { contract, abilities, API_KEY_HEADER, errorSentence, ...(rejectionWord && { rejectionWord }) };
}

/** Reads the settings of the check. @throws Error with one line per wrong setting, never with its value. */
function readCheck(
  flags: { "create-key": boolean; write: boolean; "place-order"?: string | undefined },
  now: Date,
): Check {
  const problems: string[] = [];
  // Treats an empty variable as missing, like the app.
  const setting = (name: string) => (process.env[name]?.trim() ? process.env[name] : undefined);
  const required = (name: string, why: string) => {
    const value = setting(name);
    if (value === undefined) problems.push(`${name}: is missing. ${why}`);
    return value ?? "";
  };

  const createKey = flags["create-key"]
    ? {
        account: {
          email: required("WHOLESALE_EMAIL", "--create-key logs in with it."),
          password: required("WHOLESALE_PASSWORD", "--create-key logs in with it."),
        },
        // Uses no spaces in the name, so that it never wraps.
        keyName: `stockbridge-contract-check-${now.toISOString()}`,
      }
    : undefined;
  const apiKey = createKey
    ? setting("WHOLESALE_API_KEY")
    : required("WHOLESALE_API_KEY", "Set it, or let --create-key make a key.");
  if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey))
    problems.push("WHOLESALE_API_KEY: has characters that cannot travel in a header.");
  const sku = flags["place-order"];
  if (sku?.trim() === "") problems.push("--place-order: needs the SKU that is to be ordered.");
  const placeOrder = sku === undefined ? undefined : { sku, reference: `stockbridge-check-${randomUUID()}` };
  const address = required("WHOLESALE_BASE_URL", "Set it to the supplier's address.");
  const baseUrl = supplierUrl.safeParse(address);
  if (address !== "" && !baseUrl.success)
    problems.push(`WHOLESALE_BASE_URL: ${baseUrl.error.issues[0]?.message ?? "is not an address"}.`);
  if (problems.length > 0 || !baseUrl.success) throw new Error(problems.join("\n"));
  return { baseUrl: baseUrl.data, apiKey, createKey, write: flags.write, placeOrder, now };
}

/** Returns the report's row for one operation: three columns, then the reasons and remarks. */
function inTable({ operation, basis, result, reasons, remarks }: Checked): string {
  const cells = [
    { text: operation, width: COLUMNS.operation },
    { text: basis, width: COLUMNS.basis },
    { text: result, width: COLUMNS.result },
  ];
  return inRow(cells, [...reasons.map(inWords), ...remarks]);
}

function inWords({ step, path, says, status }: Reason): string {
  const told = [step, path, says].flatMap((part) => part ?? []).join(": ");
  return status === undefined || says.includes(String(status)) ? told : `${told} (${String(status)})`;
}
