import type { Stuck, StuckShop } from "../../app/operator/find-stuck.server.ts";
import { type Command, EXIT, moment, numberOf, print, printJson, textOf, type Typed } from "./command.ts";

export const stuck: Command = {
  summary: "What does not go on, in which shop, and why",
  takes: "[SHOP]",
  positionals: [0, 1],
  help: `
Looks at every shop, or at one: work that waits too long, failures, orders in doubt, webhooks that were given up, lost
access, keys that the supplier refuses. Also lists pauses and the leases that workers hold, which are no trouble.

  --minutes=N      how long work may have been due: 10
  --days=N         how long ago a webhook may have been given up: 7
  --limit=N        how many shops to print: 20`,
  options: { minutes: { type: "string" }, days: { type: "string" }, limit: { type: "string" } },
  changes: false,
  run,
};

async function run({ positionals: [typed], values }: Typed): Promise<number> {
  const { asSystem } = await import("../../app/lib/database/db.server.ts");
  const { findShop } = await import("../../app/operator/find-shop.server.ts");
  const { findStuck } = await import("../../app/operator/find-stuck.server.ts");
  const { duration } = await import("../../app/operator/words.ts");
  const name = textOf(typed);
  const shop = name === null ? null : await asSystem("operator", (tx) => findShop(tx, name));
  const minutes = numberOf("minutes", values.minutes, 10);
  const limit = numberOf("limit", values.limit, 20);
  const found = await findStuck({ shop, minutes, givenUpDays: numberOf("days", values.days, 7) });
  const code = found.shops.length > 0 ? EXIT.found : EXIT.fine;
  if (values.json === true) {
    printJson(found);
    return code;
  }
  print(headline(found, { minutes, shop }));
  for (const each of found.shops.slice(0, limit)) print(inLines(each, { asOf: found.asOf, duration }));
  if (found.shops.length > limit) print(`\n… and ${String(found.shops.length - limit)} more: --limit=N.`);
  printPauses(found);
  if (found.leases.length > 0) print("\nWorkers have at this moment:");
  for (const { what, rows, lastEnd } of found.leases)
    print(`  ${what}: ${String(rows)}, leased until ${moment(lastEnd)} at the latest`);
  return code;
}

function headline(
  { shops, installed, asOf }: Stuck,
  { minutes, shop }: { minutes: number; shop: string | null },
): string {
  const whose = shop ?? `${String(installed)} shops`;
  if (shops.length === 0) return `${moment(asOf)}: nothing is stuck (${whose}).`;
  const waiting = shops.filter(({ troubles }) =>
    troubles.some(({ kind }) => kind === "waits-too-long"),
  ).length;
  const lines = [
    `${moment(asOf)}: ${String(shops.length)} of ${whose} need a look; work is due for more than ${String(minutes)} minutes in ${String(waiting)}.`,
  ];
  // Points to the workers if most shops wait, because they then probably have one common cause.
  if (shop === null && waiting > 1 && waiting * 2 > installed)
    lines.push(
      "Most shops wait: probably no worker runs, or too few do. Look at /readyz and the workers' logs first.",
    );
  return lines.join("\n");
}

type Saying = { asOf: Date; duration: (seconds: number) => string };

function inLines({ shop, troubles }: StuckShop, { asOf, duration }: Saying): string {
  const lines = troubles.map(({ kind, what, code, why, rows, since }) => {
    const age = duration((asOf.getTime() - since.getTime()) / 1000);
    const how = { ...KINDS }[kind];
    return `  ${age.padStart(9)}  ${how}: ${what}${rows > 1 ? ` (${String(rows)})` : ""}. ${why}${code === null ? "" : ` [${code}]`}`;
  });
  return `\n${shop}\n${lines.join("\n")}`;
}

const KINDS = {
  "waits-too-long": "waits too long",
  fails: "fails",
  "in-doubt": "in doubt",
  "given-up": "given up",
  "waits-for-operator": "waits for you",
  "access-lost": "no access",
  "key-unauthorized": "no access",
} as const;

function printPauses({ pauses: { bySetting, ofAll, byDoubts, supplierOutage, shops } }: Stuck): void {
  const lines = [
    ...(bySetting ? ["every shop: ORDERING=paused stands in this environment"] : []),
    ...(ofAll ? [`every shop: ${ofAll.by} since ${moment(ofAll.since)}: ${ofAll.why}`] : []),
    ...(supplierOutage
      ? [`every shop: the supplier answers nobody since ${moment(supplierOutage.since)}`]
      : []),
    ...(byDoubts
      ? [
          `every shop: unclear answers of the supplier; one order is tried after ${moment(byDoubts.nextTryAt)}`,
        ]
      : []),
    ...shops.map((pause) =>
      pause.who === "support"
        ? `${pause.shop}: ${pause.by} since ${moment(pause.since)}: ${pause.why}`
        : pause.who === "merchant"
          ? `${pause.shop}: its merchant since ${moment(pause.since)}`
          : `${pause.shop}: ${String(pause.unclearAnswers)} unclear answers of the supplier; one order is tried after ${moment(pause.nextTryAt)}`,
    ),
  ];
  if (lines.length === 0) return;
  print("\nOrdering is paused:");
  for (const line of lines.slice(0, PAUSES_AT_MOST)) print(`  ${line}`);
  if (lines.length > PAUSES_AT_MOST)
    print(`  … and ${String(lines.length - PAUSES_AT_MOST)} more: --json has all.`);
}

const PAUSES_AT_MOST = 20;
