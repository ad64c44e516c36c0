import { z } from "zod";

import type { ListedEntry } from "../../app/operator/stored-webhooks.server.ts";
import {
  type Command,
  EXIT,
  moment,
  numberOf,
  operatorIn,
  print,
  printDone,
  printJson,
  textOf,
  type Typed,
} from "./command.ts";

export const inbox: Command = {
  summary: "List webhooks that wait, fail, or were given up",
  takes: "[SHOP]",
  positionals: [0, 1],
  help: `
The oldest first, with the id that inbox-retry and inbox-give-up take.

  --limit=N        how many to print: 50`,
  options: { limit: { type: "string" } },
  changes: false,
  run: list,
};

export const inboxRetry: Command = {
  summary: "Have one webhook handled now that waits for its next try or was given up",
  takes: "ENTRY",
  positionals: [1, 1],
  help: "\nENTRY is the id that `inbox` prints. A claim that a worker holds is respected.\n",
  options: {},
  changes: true,
  run: async (typed) => decide(typed, "inbox-retry"),
};

export const inboxGiveUp: Command = {
  summary: "Give one webhook up that fails again and again",
  takes: "ENTRY",
  positionals: [1, 1],
  help: `
ENTRY is the id that \`inbox\` prints. The merchant is told, as for every webhook that is given up. Polls and comparisons
make up for it. inbox-retry takes it back.
`,
  options: {},
  changes: true,
  run: async (typed) => decide(typed, "inbox-give-up"),
};

async function list({ positionals: [typed], values }: Typed): Promise<number> {
  const { asSystem } = await import("../../app/lib/database/db.server.ts");
  const { findShop } = await import("../../app/operator/find-shop.server.ts");
  const { listEntries } = await import("../../app/operator/stored-webhooks.server.ts");
  const { webhookFailure } = await import("../../app/operator/words.ts");
  const name = textOf(typed);
  const limit = numberOf("limit", values.limit, 50);
  const entries = await asSystem("operator", async (tx, now) => {
    const shop = name === null ? null : await findShop(tx, name);
    return listEntries(tx, { shop, limit, now });
  });
  if (values.json === true) printJson(entries);
  else if (entries.length === 0) print("No webhook waits, fails, or was given up.");
  else for (const entry of entries) print(inOneLine(entry, webhookFailure));
  return entries.some(({ failure }) => failure !== null) ? EXIT.found : EXIT.fine;
}

function inOneLine(entry: ListedEntry, inWords: (code: string) => string): string {
  const { id, shop, topic, subjectId, receivedAt, dueAt, leasedUntil, givenUpAt, retryCount, failure } =
    entry;
  const standing =
    dueAt === null
      ? `given up ${givenUpAt === null ? "" : moment(givenUpAt)}`
      : leasedUntil
        ? `a worker has it until ${moment(leasedUntil)}`
        : `due ${moment(dueAt)}`;
  const why =
    failure === null ? "" : `, failed ${String(retryCount)} times. ${inWords(failure)} [${failure}]`;
  return `${id}  ${shop}  ${topic}  ${subjectId ?? "–"}  received ${moment(receivedAt)}, ${standing}${why}`;
}

async function decide(typed: Typed, command: "inbox-retry" | "inbox-give-up"): Promise<number> {
  const [id = ""] = typed.positionals;
  if (!z.uuid().safeParse(id).success)
    throw new Error(`“${id}” is not the id of an inbox entry. \`admin inbox\` lists them.`);
  const { giveUpWebhook, retryWebhook } = await import("../../app/operator/stored-webhooks.server.ts");
  const change = command === "inbox-retry" ? retryWebhook : giveUpWebhook;
  return printDone(typed, command, await change(id, operatorIn(typed)));
}
