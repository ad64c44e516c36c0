/**
 * What a variant of the shop and one of the supplier's have in common: the same SKU or barcode, to the letter or but for
 * case, spaces and leading zeros, or the same title and options.
 */
export type Evidence = "sku" | "sku-folded" | "barcode" | "barcode-folded" | "title";

/** Two variants that may be the same. */
export type Pair = {
  supplierVariantId: string;
  shopVariantId: string;
  shopProductId: string;
  by: Evidence[];
  /** By a SKU or barcode, another product of the supplier may be this product of the shop too. */
  shared: boolean;
};

/** That a variant of the shop is one of the supplier's. */
export type Link = { supplierVariantId: string; shopVariantId: string };

/** A product of the shop that may be the supplier's. */
export type Candidate = {
  shopProductId: string;
  /** Of each of the supplier's variants that it may have: which of the shop's it may be, the likeliest first. */
  variants: { supplierVariantId: string; pairs: Pair[] }[];
  /** One of the supplier's variants to exactly one of the shop's and back, as far as there is only one likeliest. */
  links: Link[];
};

export type Decision = {
  /** The likeliest first. */
  candidates: Candidate[];
  /** What to link where nobody has to choose; null where the merchant does. */
  clear: { shopProductId: string; links: Link[] } | null;
};

const WEIGHTS: Record<Evidence, number> = {
  sku: 16,
  "sku-folded": 8,
  barcode: 6,
  "barcode-folded": 4,
  title: 1,
};

/** Decides which products of the shop one of the supplier's may be, and whether there is only one way to link it. */
export function decideMatch(pairs: Pair[]): Decision {
  const products = [...new Set(pairs.map(({ shopProductId }) => shopProductId))];
  const weighed = products.map((shopProductId) => {
    const own = pairs.filter((pair) => pair.shopProductId === shopProductId);
    return { candidate: toCandidate(shopProductId, own), weight: sum(own.map(weightOf)), own };
  });
  weighed.sort(
    (a, b) => b.weight - a.weight || a.candidate.shopProductId.localeCompare(b.candidate.shopProductId),
  );
  const strong = weighed.filter(({ own }) => own.some(isStrong));
  const [only, ...others] = strong;
  const clear =
    only !== undefined && others.length === 0 && isClear(only.own)
      ? { shopProductId: only.candidate.shopProductId, links: only.own.filter(isStrong).map(toLink) }
      : null;
  return { candidates: weighed.map(({ candidate }) => candidate), clear };
}

/**
 * Whether the merchant's choice is one that was offered: pairs of one product of the shop, none of their variants twice.
 */
export function isOffered(pairs: Pair[], chosen: { shopProductId: string; links: Link[] }): boolean {
  const { shopProductId, links } = chosen;
  const once = (ids: string[]) => new Set(ids).size === ids.length;
  return (
    links.length > 0 &&
    once(links.map((link) => link.supplierVariantId)) &&
    once(links.map((link) => link.shopVariantId)) &&
    links.every((link) =>
      pairs.some(
        (pair) =>
          pair.shopProductId === shopProductId &&
          pair.supplierVariantId === link.supplierVariantId &&
          pair.shopVariantId === link.shopVariantId,
      ),
    )
  );
}

/** More than the title says so. */
export function isStrong({ by }: Pair): boolean {
  return by.some((each) => each !== "title");
}

/** No variant, of the supplier's or the shop's, has two by a SKU or barcode, and no other product comes into question. */
function isClear(pairs: Pair[]): boolean {
  const strong = pairs.filter(isStrong);
  const once = (ids: string[]) => new Set(ids).size === ids.length;
  return (
    strong.every(({ shared }) => !shared) &&
    once(strong.map(({ supplierVariantId }) => supplierVariantId)) &&
    once(strong.map(({ shopVariantId }) => shopVariantId))
  );
}

function toCandidate(shopProductId: string, pairs: Pair[]): Candidate {
  const bestOf = (side: "supplierVariantId" | "shopVariantId") => {
    const best = new Map<string, number>();
    for (const pair of pairs) best.set(pair[side], Math.max(best.get(pair[side]) ?? 0, weightOf(pair)));
    return best;
  };
  const [bestTheirs, bestOurs] = [bestOf("supplierVariantId"), bestOf("shopVariantId")];
  const likeliest = pairs.filter(
    (pair) =>
      weightOf(pair) === bestTheirs.get(pair.supplierVariantId) &&
      weightOf(pair) === bestOurs.get(pair.shopVariantId),
  );
  const isAlone = (pair: Pair) =>
    likeliest.every(
      (other) =>
        other === pair ||
        (other.supplierVariantId !== pair.supplierVariantId && other.shopVariantId !== pair.shopVariantId),
    );
  return {
    shopProductId,
    variants: [...bestTheirs.keys()].map((supplierVariantId) => ({
      supplierVariantId,
      pairs: pairs
        .filter((pair) => pair.supplierVariantId === supplierVariantId)
        .toSorted((a, b) => weightOf(b) - weightOf(a) || a.shopVariantId.localeCompare(b.shopVariantId)),
    })),
    links: likeliest.filter(isAlone).map(toLink),
  };
}

function toLink({ supplierVariantId, shopVariantId }: Pair): Link {
  return { supplierVariantId, shopVariantId };
}

function weightOf({ by }: Pair): number {
  return sum(by.map((each) => WEIGHTS[each]));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
