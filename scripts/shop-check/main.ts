/** `npm run shop:check`: compares a real shop with the sandbox's assumptions, and reports the differences. */
import { parseArgs } from "node:util";

import { parseEnv } from "../../app/lib/env.ts";
import { Failure } from "../../app/lib/failure.ts";
import { findOwnDatabase } from "../own-database.ts";
import { shopDomain, type ShopDomain } from "../../app/lib/shop-domain.ts";
import { Interrupted } from "../check/hold-interrupts.ts";
import { inRow, print } from "../check/table.ts";
import { countResults, EXIT, EXIT_INTERRUPTED, inCounts, type Verdict, verdictOn } from "../check/verdict.ts";
import { inWords, type Line } from "./line.ts";
import type { Wanted, Write } from "./walk-types.ts";

const HELP = `npm run -s shop:check -- --shop=NAME [options]

  --shop=NAME       the shop, NAME.myshopify.com; the app is installed there and runs
  --json            one JSON object a line: one for each rule, then the summary
  --write           also make a product, have you order it, and walk the order to its tracking number
  --wait=MINUTES    how long to wait for what you are asked to do; 10 unless told
  --any-plan        with --write: also where it is no development shop
  --help            this text

It compares the shop with the rules that the sandbox (npm run sandbox) follows. It changes nothing unless told otherwise; what
--write makes it takes back, also on Ctrl-C. The order is made and canceled by you, in the shop's admin: the app has no
permission to. It is never bought: its product is linked to nothing at the supplier, so the app holds it.
Settings: the app's own; beside npm run dev also NODE_ENV=development and APP_URL, the tunnel's address.
Exit code: 0 the rules hold, 1 they do not, 2 it could not be tried: the shop does not answer, is none to write to, or
not all that was asked for could be proven; 130 it was interrupted.
`;

const COLUMNS = { rule: 17, result: 12 };
const VERDICT: Record<Verdict, string> = {
  fits: "All that was tried is as the sandbox has it.",
  misfits: "Not all that was tried is as the sandbox has it: correct the rules that are named above.",
  unproven:
    "All that could be seen is as the sandbox has it, but not all that was to be tried could be seen.",
  unreachable: "The shop could not be reached: nothing could be compared.",
  unauthorized: "The shop does not let the app in.",
};
const SHOP_MS = 60_000;

try {
  const flags = readFlags();
  if (flags.help) process.stdout.write(HELP);
  else {
    const shop = readShop(flags.shop);
    await settle();
    process.exitCode = await run(shop, flags);
  }
} catch (error) {
  const said =
    error instanceof Failure
      ? inWords(error.explanation)
      : String(error instanceof Error ? error.message : error);
  process.stderr.write(`${said}\n`);
  process.exitCode = error instanceof Interrupted ? EXIT_INTERRUPTED : EXIT.unreachable;
}

async function run(shop: ShopDomain, flags: Flags): Promise<number> {
  // Imports these modules here and not at the top, because they read the settings when they load.
  const { checkShop } = await import("./check-shop.ts");
  const { closeDatabase } = await import("../../app/lib/database/transaction.server.ts");
  const write: (Write & { anyPlan: boolean }) | undefined = flags.write
    ? {
        ask: (wanted) => process.stderr.write(`\n>> ${inPlainWords(wanted)}\n\n`),
        remark: (text) => process.stderr.write(`${text}\n`),
        personMs: flags.waitMs,
        shopMs: SHOP_MS,
        anyPlan: flags.anyPlan,
      }
    : undefined;
  try {
    if (!flags.json) print(`The sandbox's rules against ${shop}\n`);
    const all: Line[] = [];
    for await (const line of checkShop({ shop, write })) {
      all.push(line);
      print(flags.json ? JSON.stringify(line) : inTable(line));
    }
    const verdict = verdictOn(all);
    const counts = countResults(all);
    if (flags.json) print(JSON.stringify({ summary: { verdict, ...counts } }));
    else print(`\n${VERDICT[verdict]} (${inCounts(counts)})`);
    return EXIT[verdict];
  } finally {
    await closeDatabase();
  }
}

function inTable({ rule, result, expected, came }: Line): string {
  const cells = [
    { text: rule, width: COLUMNS.rule },
    { text: result, width: COLUMNS.result },
  ];
  return inRow(cells, result === "misfit" ? [`came: ${came}`, `the sandbox's rule: ${expected}`] : [came]);
}

function inPlainWords(wanted: Wanted): string {
  switch (wanted.kind) {
    case "order":
      return `In the shop's admin, create an order of ${String(wanted.pieces)} × “${wanted.title}” (SKU ${wanted.sku}) with a shipping address and no e-mail address, and mark it as paid.`;
    case "request":
      return `On the page of order ${wanted.orderName}, request its fulfillment.`;
    case "cancellation":
      return `On the page of order ${wanted.orderName}, request to cancel the fulfillment of what has not been shipped.`;
    case "cancel-order":
      return `Cancel order ${wanted.orderName} in the shop's admin.`;
    case "delete-location":
      return `In the shop's admin, under Settings > Locations, deactivate and delete the location “${wanted.name}”.`;
  }
}

/**
 * Checks the settings, and fills in missing ones. @throws Error with one line per wrong setting, never with its
 * value.
 */
async function settle(): Promise<void> {
  const parsed = parseEnv(process.env);
  if (!parsed.ok) throw new Error(`Fix these settings:\n${parsed.problems.join("\n")}`);
  // Switches off logs, because standard output is for the check's lines.
  process.env.LOG_LEVEL = "silent";
  if (parsed.env.DATABASE_URL !== undefined || parsed.env.APP_DATABASE_URL !== undefined) return;
  const own = await findOwnDatabase();
  if (own === null) throw new Error("The app's own database is not running. Start the app, then run this.");
  process.env.DATABASE_URL = own;
}

function readShop(name: string | undefined): ShopDomain {
  if (name === undefined) throw new Error("--shop: is missing. Name the shop, as in NAME.myshopify.com.");
  const shop = shopDomain.safeParse(name.includes(".") ? name : `${name}.myshopify.com`);
  if (!shop.success) throw new Error(`--shop: ${shop.error.issues[0]?.message ?? "is no shop"}.`);
  return shop.data;
}

type Flags = ReturnType<typeof readFlags>;

function readFlags() {
  const { values } = parseArgs({
    options: {
      shop: { type: "string" },
      json: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      wait: { type: "string", default: "10" },
      "any-plan": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const minutes = Number(values.wait);
  if (!(minutes > 0)) throw new Error("--wait: must be a number of minutes, more than 0.");
  return { ...values, anyPlan: values["any-plan"], waitMs: minutes * 60_000 };
}
