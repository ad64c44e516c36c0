/** `npm run sandbox`: a whole shop and a whole supplier on this machine, with Stockbridge between them. */
import { parseArgs } from "node:util";

import { supplierUrl } from "../../app/lib/env.ts";
import { type Supplier, type Sandbox, startSandbox } from "./sandbox.ts";
import { tour } from "./tour.ts";
import { type Dialect, dialects } from "./wholesale/routes.ts";

const HELP = `npm run sandbox [-- options]

  --port=4000           where the simulated admin is; 0 means any free port
  --dialect=assumed     how the simulated supplier speaks: ${Object.keys(dialects).join(", ")}
  --products=120        how many products it has
  --database=URL        use this Postgres (as its owner) in place of the embedded one
  --tour                walk the whole job without a browser, and end
  --json                with --tour: one JSON object a line
  --help                this text

An order that reaches the simulated supplier ships by itself after a few seconds, but not in a tour.
With WHOLESALE_BASE_URL, WHOLESALE_EMAIL and WHOLESALE_PASSWORD set, the tour runs against that supplier.
`;

/** Long enough to see an order in each state, short enough to wait for. */
const PROGRESS = { processingMs: 5000, shippingMs: 10_000 };

const started = performance.now();
try {
  const options = readOptions();
  const sandbox = await startSandbox(options);
  const stop = () => {
    void sandbox.stop().then(() => process.exit(process.exitCode ?? 0));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  if (options.tour) {
    if (options.json) print({ step: "ready", ...sandbox.addresses });
    const ok = await tour(sandbox, (result) => {
      if (options.json) print(result);
      else
        process.stdout.write(
          `${result.ok ? "ok    " : "FAILED"} ${result.step}: ${result.detail} (${String(result.ms)} ms)\n`,
        );
    });
    process.exitCode = ok ? 0 : 1;
    stop();
  } else {
    process.stdout.write(welcome(sandbox, (performance.now() - started) / 1000));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      dialect: { type: "string" },
      products: { type: "string" },
      database: { type: "string" },
      tour: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  // A tour beside a running sandbox must not meet its port.
  const port = whole("port", values.port ?? (values.tour ? "0" : "4000"), 65_535);
  const foreign = values.tour ? foreignSupplier() : undefined;
  return {
    tour: values.tour,
    json: values.json,
    port,
    ...(values.dialect === undefined ? {} : { dialect: knownDialect(values.dialect) }),
    ...(values.products === undefined ? {} : { products: whole("products", values.products, 1_000_000) }),
    ...(values.database === undefined ? {} : { database: values.database }),
    ...(foreign === undefined ? {} : { foreign }),
    // A tour tells the supplier when to ship.
    ...(values.tour ? {} : { progress: PROGRESS }),
  };
}

function whole(name: string, text: string, highest: number): number {
  if (/^\d+$/.test(text) && Number(text) <= highest) return Number(text);
  throw new Error(`--${name} takes a whole number from 0 to ${String(highest)}.`);
}

function knownDialect(name: string): Dialect {
  if (Object.hasOwn(dialects, name)) return name as Dialect;
  throw new Error(`--dialect takes one of: ${Object.keys(dialects).join(", ")}.`);
}

function foreignSupplier(): Supplier | undefined {
  const { WHOLESALE_BASE_URL: url, WHOLESALE_EMAIL: email, WHOLESALE_PASSWORD: password } = process.env;
  if (!url && !email && !password) return undefined;
  if (!url || !email || !password) {
    throw new Error(
      "For a tour of another supplier set all three: WHOLESALE_BASE_URL, WHOLESALE_EMAIL, WHOLESALE_PASSWORD.",
    );
  }
  const parsed = supplierUrl.safeParse(url);
  if (!parsed.success)
    throw new Error(`WHOLESALE_BASE_URL: ${parsed.error.issues[0]?.message ?? "does not fit"}`);
  return { url: parsed.data, account: { email, password } };
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function welcome({ addresses, supplier }: Sandbox, seconds: number): string {
  return `
Stockbridge is ready (${seconds.toFixed(1)} s). Open the shop's admin in your browser:

  ${addresses.admin}

and connect it with the demo account of the simulated supplier:

  e-mail    ${supplier.account.email}
  password  ${supplier.account.password}

The supplier answers at ${addresses.wholesale}.
Everything is on this machine and ends with Ctrl-C; nothing is kept.
`;
}
