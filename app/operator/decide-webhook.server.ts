import { recordGivenUpWebhook } from "../activity/record-given-up-webhook.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type EntryDecided, giveUpEntry, retryEntry } from "../queue/decide-entry.server.ts";
import { act, type Done, type Operator } from "./act.server.ts";

/** Makes a waiting or given-up webhook due now. */
export function retryWebhook(id: string, operator: Operator): Promise<Done> {
  return act("inbox-retry", operator, async (tx, now) =>
    toDone(id, await retryEntry(tx, { id, now }), ({ topic, handledAt }) =>
      handledAt === null
        ? `The webhook ${topic} is due now.`
        : `The webhook ${topic}, given up on ${handledAt.toISOString()}, is due now.`,
    ),
  );
}

/** Gives up a webhook that keeps failing, and records that for the merchant, as for every webhook that is given up. */
export function giveUpWebhook(id: string, operator: Operator): Promise<Done> {
  return act("inbox-give-up", operator, async (tx, now) => {
    const decided = await giveUpEntry(tx, { id, now });
    if (decided.kind === "changed") {
      const { topic, webhookId, eventId, subjectId, triggeredAt } = decided.entry;
      const shop = decided.entry.shop as ShopDomain;
      await recordGivenUpWebhook(tx, { shop, topic, webhookId, eventId, subjectId, triggeredAt }, now);
    }
    return toDone(id, decided, ({ topic }) => `The webhook ${topic} is given up.`);
  });
}

type Entry = Extract<EntryDecided, { kind: "changed" }>["entry"];

function toDone(id: string, decided: EntryDecided, changed: (entry: Entry) => string): Done {
  if (decided.kind === "changed")
    return { isChanged: true, target: decided.entry.shop, rowId: id, what: changed(decided.entry) };
  return { isChanged: false, target: id, what: refusal(id, decided) };
}

function refusal(id: string, decided: Exclude<EntryDecided, { kind: "changed" }>): string {
  switch (decided.kind) {
    case "unknown":
      return `No inbox entry has the id ${id}. Entries that ended are removed after some time.`;
    case "handled":
      return `Entry ${id} was handled on ${decided.at.toISOString()}: there is nothing to decide.`;
    case "given-up-already":
      return `Entry ${id} was given up on ${decided.at.toISOString()} already. \`admin inbox-retry\` tries it once more.`;
    case "due":
      return `Entry ${id} is due since ${decided.since.toISOString()}, so trying it again changes nothing: it waits for a worker. Check that one runs (\`admin stuck\`, /readyz).`;
    case "claimed":
      return `A worker has entry ${id} at this moment, until ${decided.until.toISOString()} at the latest. Try again after that.`;
  }
}
