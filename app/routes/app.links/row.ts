import type { ListedCandidate, ListedLine, ListedMatch } from "../../catalog/matching/list-matches.server.ts";
import { priceFor, type Pricing } from "../../catalog/pricing/pricing.ts";
import { webAddress } from "../../lib/http/web-address.ts";

export type Row = ReturnType<typeof toRow>;
export type Line = Row["candidates"][number]["lines"][number];

/** Returns the row of a product of the supplier, with its prices after linking. */
export function toRow(match: ListedMatch, pricing: Pricing) {
  return {
    ...match,
    image: webAddress(match.image),
    candidates: match.candidates.map((candidate) => toCandidate(candidate, match.category, pricing)),
  };
}

function toCandidate(candidate: ListedCandidate, category: string | null, pricing: Pricing) {
  const lines = candidate.lines.map((line) => ({ ...line, newPrice: newPriceOf(line, category, pricing) }));
  return {
    ...candidate,
    image: webAddress(candidate.image),
    // Lines that need the merchant's choice come first.
    lines: lines.toSorted((a, b) => Number(a.chosen !== null) - Number(b.chosen !== null)),
  };
}

/** Returns the price that the price rules give for the supplier's cost; null if they give none. */
function newPriceOf({ cost }: ListedLine, category: string | null, pricing: Pricing): string | null {
  const priced = priceFor(cost, { category }, pricing);
  return priced.kind === "priced" ? priced.price : null;
}
