import type { ListedCandidate, ListedLine, ListedMatch } from "../../catalog/matching/list-matches.server.ts";
import { priceFor, type Pricing } from "../../catalog/pricing/pricing.ts";
import { webAddress } from "../../lib/web-address.ts";

export type Row = ReturnType<typeof toRow>;
export type Line = Row["candidates"][number]["lines"][number];

/** A product with what its price would be. */
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
    // What the merchant has to choose comes first.
    lines: lines.toSorted((a, b) => Number(a.chosen !== null) - Number(b.chosen !== null)),
  };
}

/** What the price rules make of the supplier's cost; null where they make nothing of it. */
function newPriceOf({ cost }: ListedLine, category: string | null, pricing: Pricing): string | null {
  const priced = priceFor(cost, { category }, pricing);
  return priced.kind === "priced" ? priced.price : null;
}
