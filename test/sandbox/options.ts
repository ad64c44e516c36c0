/** The command line of `npm run sandbox`. */
import { parseArgs } from "node:util";

import { supplierUrl } from "../../app/lib/env.ts";
import type { Supplier } from "./sandbox.ts";
import { type Dialect, dialects } from "./wholesale/routes.ts";

export const HELP = `npm run sandbox [-- options]

  --port=4000           where the simulated admin is; 0 means any free port
  --dialect=assumed     how the simulated supplier speaks: ${Object.keys(dialects).join(", ")}
  --products=120        how many products it has
  --database=URL        use this Postgres (as its owner) in place of the embedded one
  --tour                walk the whole job without a browser, and end
  --json                with --tour: one JSON object a line
  --help                this text

An order that reaches the simulated supplier ships automatically after about 15 seconds, but not in a tour.
With WHOLESALE_BASE_URL, WHOLESALE_EMAIL and WHOLESALE_PASSWORD set, the tour runs against that supplier.
`;

/** Long enough to see an order in each state, short enough to wait for. */
const PROGRESS = { processingMs: 5000, shippingMs: 10_000 };

/**
 * Reads the command line, and where a tour is to lead.
 *
 * @throws Error with a sentence for the person who typed it.
 */
export function readOptions(args: string[], settings: Record<string, string | undefined>) {
  const { values } = parseArgs({
    args,
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
  // A tour beside a running sandbox must not meet its port.
  const port = whole("port", values.port ?? (values.tour ? "0" : "4000"), 65_535);
  const foreign = values.tour ? foreignSupplier(settings) : undefined;
  return {
    help: values.help,
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

function foreignSupplier(settings: Record<string, string | undefined>): Supplier | undefined {
  const { WHOLESALE_BASE_URL: url, WHOLESALE_EMAIL: email, WHOLESALE_PASSWORD: password } = settings;
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
