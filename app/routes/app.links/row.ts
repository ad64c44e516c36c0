import type { ListedCandidate, ListedLine, ListedMatch } from "../../catalog/matching/list-matches.server.ts";
import { priceOf } from "../../catalog/pricing/price.ts";

export type Row = ReturnType<typeof toRow>;
export type Line = Row["candidates"][number]["lines"][number];

type Pricing = { markupPercent: number; currency: string | null };

/** A product with what its price would be. */
export function toRow(match: ListedMatch, pricing: Pricing) {
  return {
    ...{ ...match, image: safeImage(match.image) },
    candidates: match.candidates.map((candidate) => toCandidate(candidate, pricing)),
  };
}

function toCandidate(candidate: ListedCandidate, pricing: Pricing) {
  const lines = candidate.lines.map((line) => ({ ...line, newPrice: newPriceOf(line, pricing) }));
  return {
    ...{ ...candidate, image: safeImage(candidate.image) },
    // What the merchant has to choose comes first.
    lines: lines.toSorted((a, b) => Number(a.chosen !== null) - Number(b.chosen !== null)),
  };
}

/** What the price rules make of the supplier's cost; null where that is in another currency, or no price at all. */
function newPriceOf({ cost }: ListedLine, { markupPercent, currency }: Pricing): string | null {
  return cost.currency === currency ? (priceOf(cost, markupPercent)?.price ?? null) : null;
}

/** The address comes from outside: only those are shown that a browser fetches as an image. */
export function safeImage(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
