import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { cutPage } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { type Candidate, decideMatch, type Evidence, type Pair, versionOf } from "./decide-match.ts";

const PAGE_SIZE = 10;
/** Maximum number of candidates per product, the likeliest first. */
const MAX_CANDIDATES = 5;

/** A product of the supplier, with the shop's products that may be the same. */
export type ListedMatch = {
  id: string;
  name: string;
  category: string | null;
  image: string | null;
  variants: number;
  state: "open" | "skipped" | "linking" | "failed" | "none";
  /** The reason why linking failed, or why an import needs the merchant to link the product. */
  problem: Message | null;
  /** True if the match is unambiguous. */
  clear: boolean;
  /** `versionOf` of the product's pairs. `confirmMatches` uses it to detect choices from an outdated page. */
  version: string;
  candidates: ListedCandidate[];
};

export type ListedCandidate = {
  shopProductId: string;
  title: string;
  image: string | null;
  status: string;
  /** Number of variants of the shop's product. */
  variants: number;
  lines: ListedLine[];
};

/** A variant of the supplier, and the shop's variants that may be the same. */
export type ListedLine = {
  supplierVariantId: string;
  options: string[];
  sku: string | null;
  barcode: string | null;
  cost: { amount: string; currency: string };
  /** Likeliest first. */
  choices: ListedChoice[];
  /** The preselected choice; null if the merchant has to choose. */
  chosen: string | null;
};

type ListedChoice = {
  shopVariantId: string;
  options: string[];
  sku: string | null;
  barcode: string | null;
  price: string;
  by: Evidence[];
};

type MatchList = { rows: ListedMatch[]; after: string | null; before: string | null };

/**
 * Lists a page of products to review, or of skipped products. Also lists products that an import could not
 * link, even if the shop has nothing similar. Cursors are the supplier's ids.
 */
export async function listMatches(
  tx: Tx,
  shop: ShopDomain,
  { show, after, before }: { show: "review" | "skipped"; after: string | null; before: string | null },
): Promise<MatchList> {
  const backwards = before !== null && after === null;
  const states = show === "skipped" ? ["skipped"] : ["open", "failed", "linking"];
  const withUnfound = show === "review";
  const take = PAGE_SIZE + 1;
  const found = await queryRows<Row>(tx)`
    select product.id, product.name, product.category, product.images->0->>'url' as image, coalesce(match.state, 'none') as state,
      coalesce(match.problem, link.problem) as problem, match.pairs, coalesce(match.clear, false) as clear,
      (select count(*)::int from supplier_variant variant
        where variant.shop = ${shop} and variant.supplier_product_id = product.id) as variants
    from (
      select supplier_product_id as id from link_match where shop = ${shop} and state = any(${states}::text[])
      union
      select supplier_product_id from product_link link where shop = ${shop} and state = 'needs-linking' and ${withUnfound}
        and not exists (select from link_match where link_match.shop = link.shop
          and link_match.supplier_product_id = link.supplier_product_id)
    ) listed
    join supplier_product product on product.shop = ${shop} and product.id = listed.id
    left join link_match match on match.shop = ${shop} and match.supplier_product_id = product.id
    left join product_link link on link.shop = ${shop} and link.supplier_product_id = product.id
    where case when ${backwards} then product.id < ${before ?? ""} else product.id > ${after ?? ""} end
    order by case when ${backwards} then product.id end desc, product.id
    limit ${take}`;
  const page = cutPage(found, { take, backwards, isFirst: after === null && before === null });
  const details = await findDetails(tx, shop, page.rows);
  return {
    rows: page.rows.map((row) => toListed(row, details)),
    after: page.after?.id ?? null,
    before: page.before?.id ?? null,
  };
}

type Row = Omit<ListedMatch, "candidates" | "problem" | "version"> & {
  problem: unknown;
  pairs: Pair[] | null;
};

type Details = {
  theirs: Map<string, SupplierSide>;
  ours: Map<string, ShopSide>;
  products: Map<string, Pick<ListedCandidate, "title" | "image" | "status" | "variants">>;
};
type SupplierSide = Pick<ListedLine, "options" | "sku" | "barcode" | "cost">;
type ShopSide = Pick<ListedChoice, "options" | "sku" | "barcode" | "price">;

async function findDetails(tx: Tx, shop: ShopDomain, rows: Row[]): Promise<Details> {
  const pairs = rows.flatMap((row) => row.pairs ?? []);
  const ids = <Key extends "supplierVariantId" | "shopVariantId" | "shopProductId">(key: Key) => ({
    in: [...new Set(pairs.map((pair) => pair[key]))],
  });
  const theirs = await tx.supplierVariant.findMany({ where: { shop, id: ids("supplierVariantId") } });
  const ours = await tx.shopVariant.findMany({ where: { shop, shopProductId: ids("shopProductId") } });
  const products: Details["products"] = new Map();
  for (const { shopProductId, productTitle: title, imageUrl: image, status } of ours) {
    const variants = (products.get(shopProductId)?.variants ?? 0) + 1;
    products.set(shopProductId, { title, image, status, variants });
  }
  return {
    theirs: new Map(
      theirs.map(({ id, sku, barcode, options, priceAmount, priceCurrency }) => [
        id,
        {
          sku,
          barcode,
          options: Object.values(options as Record<string, string>),
          cost: { amount: priceAmount, currency: priceCurrency },
        },
      ]),
    ),
    ours: new Map(ours.map(({ id, sku, barcode, options, price }) => [id, { sku, barcode, options, price }])),
    products,
  };
}

function toListed({ pairs, problem, ...row }: Row, details: Details): ListedMatch {
  const { candidates } = decideMatch(pairs ?? []);
  return {
    ...row,
    problem: storedMessage(problem),
    version: versionOf(pairs ?? []),
    candidates: candidates.slice(0, MAX_CANDIDATES).flatMap((each) => toCandidate(each, details)),
  };
}

/** Omits products and variants that the shop or the supplier has deleted since. */
function toCandidate({ shopProductId, variants, links }: Candidate, details: Details): ListedCandidate[] {
  const product = details.products.get(shopProductId);
  if (product === undefined) return [];
  const lines = variants.flatMap(({ supplierVariantId, pairs }): ListedLine[] => {
    const variant = details.theirs.get(supplierVariantId);
    const choices = pairs.flatMap(({ shopVariantId, by }): ListedChoice[] => {
      const own = details.ours.get(shopVariantId);
      return own ? [{ shopVariantId, by, ...own }] : [];
    });
    if (variant === undefined || choices.length === 0) return [];
    const chosen = links.find((link) => link.supplierVariantId === supplierVariantId)?.shopVariantId ?? null;
    return [{ supplierVariantId, ...variant, choices, chosen }];
  });
  return lines.length === 0 ? [] : [{ shopProductId, ...product, lines }];
}

const LINKED_PAGE_SIZE = 20;

/** A product of the shop that is linked to the supplier's. */
export type LinkedProduct = {
  id: string;
  name: string;
  image: string | null;
  shopProductId: string;
  /** Number of linked variants, and of the supplier's variants. */
  linked: number;
  variants: number;
};

/** Lists a page of linked products. Cursors are the supplier's ids. */
export async function listLinked(
  tx: Tx,
  shop: ShopDomain,
  { after, before }: { after: string | null; before: string | null },
): Promise<{ rows: LinkedProduct[]; after: string | null; before: string | null }> {
  const backwards = before !== null && after === null;
  const take = LINKED_PAGE_SIZE + 1;
  const found = await queryRows<LinkedProduct>(tx)`
    select link.supplier_product_id as id, coalesce(product.name, link.supplier_product_id) as name,
      product.images->0->>'url' as image, link.shop_product_id as "shopProductId",
      (select count(*)::int from variant_link variant where variant.shop = ${shop}
        and variant.supplier_product_id = link.supplier_product_id) as linked,
      (select count(*)::int from supplier_variant variant where variant.shop = ${shop}
        and variant.supplier_product_id = link.supplier_product_id) as variants
    from product_link link
    left join supplier_product product on product.shop = ${shop} and product.id = link.supplier_product_id
    where link.shop = ${shop} and link.shop_product_id is not null and link.delisted is distinct from 'unlinked'
      and exists (select from variant_link variant where variant.shop = ${shop}
        and variant.supplier_product_id = link.supplier_product_id)
      and case when ${backwards} then link.supplier_product_id < ${before ?? ""}
        else link.supplier_product_id > ${after ?? ""} end
    order by case when ${backwards} then link.supplier_product_id end desc, link.supplier_product_id
    limit ${take}`;
  const page = cutPage(found, { take, backwards, isFirst: after === null && before === null });
  return { rows: page.rows, after: page.after?.id ?? null, before: page.before?.id ?? null };
}

/** The state of matching the shop's own products with the supplier's. */
export type Matching = {
  /** The latest run; null before the first run. `read`: number of the shop's variants read so far. */
  run: {
    running: boolean;
    read: number;
    endedAt: Date | null;
    problem: Message | null;
  } | null;
  /** Number of products for the merchant to review. `clear`: number of these with an unambiguous match. */
  open: number;
  clear: number;
  /** Number of products that are being linked or unlinked. */
  working: number;
  /** Number of products that an import could not link, and that no match run has searched for since. */
  needsLinking: number;
};

/** Limit of each count. The page does not need exact numbers above it. */
const MAX_COUNT = 1000;

export async function findMatching(tx: Tx, shop: ShopDomain): Promise<Matching> {
  const run = await tx.matchRun.findUnique({ where: { shop } });
  const [counted] = await queryRows<Omit<Matching, "run">>(tx)`
    select
      (select count(*)::int from (select from link_match where shop = ${shop} and state in ('open', 'failed')
        limit ${MAX_COUNT}) counted) as open,
      (select count(*)::int from (select from link_match where shop = ${shop} and state = 'open' and clear
        limit ${MAX_COUNT}) counted) as clear,
      (select count(*)::int from (select from link_match where shop = ${shop} and state in ('linking', 'unlinking')
        limit ${MAX_COUNT}) counted) as working,
      (select count(*)::int from (select from product_link link where shop = ${shop} and state = 'needs-linking'
        and not exists (select from link_match where link_match.shop = link.shop
          and link_match.supplier_product_id = link.supplier_product_id)
        limit ${MAX_COUNT}) counted) as "needsLinking"`;
  return {
    run: run && {
      running: run.dueAt !== null,
      read: run.read,
      endedAt: run.endedAt,
      problem: storedMessage(run.problem),
    },
    ...(counted ?? { open: 0, clear: 0, working: 0, needsLinking: 0 }),
  };
}
