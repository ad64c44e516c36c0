import { createHash } from "node:crypto";

/**
 * Properties that a variant of the shop and a variant of the supplier share. "-folded": equal if case and outer
 * spaces are ignored, and for barcodes also punctuation and leading zeros. "title": the products have the same
 * title, and the variants have the same options or are the only ones.
 */
export type Evidence = "sku" | "sku-folded" | "barcode" | "barcode-folded" | "title";

/** Two variants that may be the same. */
export type Pair = {
  supplierVariantId: string;
  shopVariantId: string;
  shopProductId: string;
  by: Evidence[];
  /** True if the shop's product also shares a SKU or barcode with another product of the supplier. */
  shared: boolean;
};

/** A link between a variant of the supplier and one of the shop. */
export type Link = { supplierVariantId: string; shopVariantId: string };

/** A product of the shop that may be the same as a product of the supplier. */
export type Candidate = {
  shopProductId: string;
  /** Possible variants of the shop per variant of the supplier, likeliest first. */
  variants: { supplierVariantId: string; pairs: Pair[] }[];
  /**
   * The preselected one-to-one links. For both variants of a link, this pair is the likeliest, with no other
   * pair as likely.
   */
  links: Link[];
};

type Decision = {
  /** Likeliest first. */
  candidates: Candidate[];
  /** The unambiguous match; null if the merchant has to choose. */
  clear: { shopProductId: string; links: Link[] } | null;
};

/**
 * Ranks the shop's products that may be the same as a product of the supplier, and decides if the match is
 * unambiguous.
 */
export function decideMatch(pairs: Pair[]): Decision {
  const products = [...new Set(pairs.map(({ shopProductId }) => shopProductId))];
  const ranked = products.map((shopProductId) => {
    const own = pairs.filter((pair) => pair.shopProductId === shopProductId);
    return { candidate: toCandidate(shopProductId, own), weight: sum(own.map(weightOf)), own };
  });
  ranked.sort(
    (a, b) => b.weight - a.weight || a.candidate.shopProductId.localeCompare(b.candidate.shopProductId),
  );
  const strong = ranked.filter(({ own }) => own.some(isStrong));
  const [only, ...others] = strong;
  const clear =
    only !== undefined && others.length === 0 && isClear(only.own)
      ? { shopProductId: only.candidate.shopProductId, links: only.own.filter(isStrong).map(toLink) }
      : null;
  return { candidates: ranked.map(({ candidate }) => candidate), clear };
}

/**
 * Returns true if the merchant could choose these links: they are pairs of one product of the shop, and no
 * variant is in two of them.
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

/** Returns a hash of the offered pairs. A choice with another hash comes from an outdated page. */
export function versionOf(pairs: Pair[]): string {
  const named = pairs.map((pair) => `${pair.supplierVariantId}\n${pair.shopVariantId}\n${pair.by.join()}`);
  return createHash("sha256").update(named.join("\n\n")).digest("base64url").slice(0, 12);
}

const WEIGHTS: Record<Evidence, number> = {
  sku: 16,
  "sku-folded": 8,
  barcode: 6,
  "barcode-folded": 4,
  title: 1,
};

/** Returns true if more than the title matches. */
function isStrong({ by }: Pair): boolean {
  return by.some((each) => each !== "title");
}

/** Returns true if SKUs and barcodes match one-to-one, and the shop's product matches no other product of the supplier. */
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
