import type { Tone } from "../../activity/tone.ts";

/** What a run over the linked products has come to, for the merchant; null where there is nothing to tell. */
export function sayLinkRun({
  kind,
  products,
  done,
  failed,
  drafts,
}: {
  kind: "delist" | "restore" | "unlink";
  products: string | null;
  done: number;
  failed: number;
  drafts: number;
}): { kind: `catalog.${string}`; tone: Tone; said: string } | null {
  if (done + failed === 0) return null;
  const sentences = [];
  if (done > 0) sentences.push(sayDone(kind, products, done));
  if (drafts > 0)
    sentences.push(
      `${count(drafts)} of them stayed a draft: publish in Shopify what you want to sell again.`,
    );
  if (failed > 0) sentences.push(`Shopify refused to change ${count(failed)}: look at your products there.`);
  return {
    kind: `catalog.${kind === "delist" ? "delisted" : kind === "restore" ? "restored" : "unlinked"}`,
    tone: failed > 0 ? "warning" : "info",
    said: sentences.join(" "),
  };
}

function sayDone(kind: "delist" | "restore" | "unlink", products: string | null, done: number): string {
  const which = `${count(done)} of the supplier's products`;
  if (kind === "restore") return `Set the stock of ${which} again, as the supplier has it now.`;
  if (kind === "unlink")
    return `${which} in your shop ${done === 1 ? "is" : "are"} no longer linked to the supplier. Nothing else about them was changed.`;
  return products === "draft"
    ? `Turned ${which} into ${done === 1 ? "a draft" : "drafts"}, because the shop was disconnected.`
    : `Set the stock of ${which} to zero, because the shop was disconnected.`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
