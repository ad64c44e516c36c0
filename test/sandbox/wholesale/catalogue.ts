import { brands, promises, series, shelves, type Shelf, type VariantOption } from "./assortment.ts";
import { diceFor, pick, type Dice } from "./dice.ts";
import { markup } from "./markup.ts";

type Variant = {
  id: string;
  sku: string | null;
  barcode: string | null;
  options: Record<string, string>;
  /** Price in integer minor units (cents). */
  priceMinor: number;
  stock: number;
  weightGrams: number;
  /** True if this variant has a picture of its own. */
  pictured: boolean;
  /** Values, however odd, that replies show in place of the real ones. The cost of an order stays the same. */
  shownAs: ShownAs;
};

type ShownAs = { price?: unknown; currency?: string; stock?: unknown; weight?: unknown };

export type Product = {
  /** Place in the catalog, from 0; the order never changes. */
  index: number;
  id: string;
  name: string;
  descriptionHtml: string;
  brand: string;
  category: string;
  options: string[];
  updatedAt: Date;
  discontinued: boolean;
  /** At least one: a product without options has a single variant without option values. */
  variants: Variant[];
};

type ProductPage = {
  products: Product[];
  /** The index to go on from; null when nothing follows. */
  next: number | null;
};

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The currency of every price. */
export const CURRENCY = "EUR";

/** A change that the wholesaler makes to a product, and to its variants by their ids. */
export type ProductChange = {
  discontinued?: boolean | undefined;
  variants?:
    | { id: string; priceMinor?: number | undefined; stock?: number | undefined; shownAs?: ShownAs }[]
    | undefined;
};

/**
 * A catalog of `size` products (0 … 1,000,000) that is never held in memory: product i is a function of i alone, and
 * of what was changed since. Its stock is what the wholesaler keeps on the shelf, and refills at once: orders do not
 * lower it.
 */
export function createCatalogue(size: number) {
  if (!Number.isInteger(size) || size < 0 || size > MAX_PRODUCTS) {
    throw new RangeError(
      `The catalogue's size must be a whole number from 0 to ${MAX_PRODUCTS}, not ${size}.`,
    );
  }

  const changed = new Map<number, Product>();
  const at = (index: number) => changed.get(index) ?? productAt(index);

  /** Product `id`, or undefined when the catalog has none of that id. */
  function product(id: string): Product | undefined {
    const index = Number(/^prd_(\d{6})$/.exec(id)?.[1] ?? Number.NaN);
    return index < size ? at(index) : undefined;
  }

  /** Changes product `id`, as of `now`; undefined when there is no such product. What is not named stays as it was. */
  function change(
    id: string,
    { discontinued, variants = [] }: ProductChange,
    now: Date,
  ): Product | undefined {
    const before = product(id);
    if (before === undefined) return undefined;
    const after = {
      ...before,
      discontinued: discontinued ?? before.discontinued,
      updatedAt: now,
      variants: before.variants.map((variant) => {
        const { priceMinor, stock, shownAs } = variants.find((each) => each.id === variant.id) ?? {};
        return {
          ...variant,
          priceMinor: priceMinor ?? variant.priceMinor,
          stock: stock ?? variant.stock,
          shownAs: shownAs ?? variant.shownAs,
        };
      }),
    };
    changed.set(before.index, after);
    return after;
  }

  /** The variant `id` with its product, or undefined. */
  function variant(id: string): { product: Product; variant: Variant } | undefined {
    const owner = product(id.replace(/^var_(\d{6})_\d{1,2}$/, "prd_$1"));
    const found = owner?.variants.find((each) => each.id === id);
    return owner && found && { product: owner, variant: found };
  }

  /**
   * Up to `limit` products from index `from` on; with `updatedSince` only those updated at that moment or later. The
   * first `skip` (0) of them are left out.
   */
  function page({
    from,
    limit,
    skip = 0,
    updatedSince,
  }: {
    from: number;
    limit: number;
    skip?: number;
    updatedSince?: Date;
  }): ProductPage {
    const matches = (index: number) =>
      !updatedSince || (changed.get(index)?.updatedAt ?? updatedAt(index)) >= updatedSince;
    const products: Product[] = [];
    let left = skip;
    for (let index = from; index < size; index += 1) {
      if (!matches(index)) continue;
      if (left > 0) {
        left -= 1;
        continue;
      }
      // The page is full and one more product follows: only now is it certain that there is a next page.
      if (products.length === limit) return { products, next: index };
      products.push(at(index));
    }
    return { products, next: null };
  }

  return { size, product, variant, page, change };
}

const MAX_PRODUCTS = 1_000_000;
const MAX_VARIANTS = 12;

function productAt(index: number): Product {
  const dice = diceFor(index, 1);
  const number = String(index).padStart(6, "0");
  const shelf = pick(dice, shelves);
  const name = `${pick(dice, shelf.things)} ${pick(dice, series)} ${100 + dice(900)}`;
  const options = chooseOptions(dice, shelf);
  const base = { cents: between(dice, shelf.cents), grams: between(dice, shelf.grams) };
  return {
    index,
    id: `prd_${number}`,
    name,
    descriptionHtml: describe(dice, name),
    brand: pick(dice, brands),
    category: shelf.category,
    options: options.map((option) => option.name),
    updatedAt: updatedAt(index),
    discontinued: dice(20) === 0,
    variants: combine(options).map((values, position) =>
      variantAt({ dice, base, index, position: position + 1, values }),
    ),
  };
}

const FIRST_UPDATE = Date.UTC(2025, 10, 1);
const UPDATES_SPAN_SECONDS = 365 * 24 * 3600;

function updatedAt(index: number): Date {
  return new Date(FIRST_UPDATE + diceFor(index, 2)(UPDATES_SPAN_SECONDS) * 1000);
}

/** A run of values of each option, such that there are at most MAX_VARIANTS combinations. */
function chooseOptions(dice: Dice, shelf: Shelf): VariantOption[] {
  // Every shelf has some products that come in one form only.
  if (dice(6) === 0) return [];
  let room = MAX_VARIANTS;
  return shelf.options.map(({ name, values }) => {
    const [first, ...rest] = values.slice(dice(Math.ceil(values.length / 2)));
    const count = dice(Math.min(rest.length + 1, room));
    room = Math.floor(room / (count + 1));
    return { name, values: [first ?? values[0], ...rest.slice(0, count)] };
  });
}

function combine(options: readonly VariantOption[]): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (soFar, { name, values }) =>
      soFar.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value }))),
    [{}],
  );
}

type Place = {
  dice: Dice;
  base: { cents: number; grams: number };
  index: number;
  position: number;
  values: Record<string, string>;
};

function variantAt({ dice, base, index, position, values }: Place): Variant {
  const number = String(index).padStart(6, "0");
  return {
    id: `var_${number}_${position}`,
    sku: dice(25) === 0 ? null : `NW-${number}-${String(position).padStart(2, "0")}`,
    barcode:
      dice(20) === 0
        ? null
        : ean13(`${EAN_PREFIX}${String(index).padStart(7, "0")}${String(position).padStart(2, "0")}`),
    options: values,
    priceMinor: base.cents + dice(1 + Math.floor(base.cents / 10)),
    stock: dice(8) === 0 ? 0 : 1 + dice(400),
    weightGrams: base.grams + dice(1 + Math.floor(base.grams / 10)),
    pictured: dice(3) === 0,
    shownAs: {},
  };
}

function between(dice: Dice, [low, high]: readonly [number, number]): number {
  return low + dice(high - low + 1);
}

function describe(dice: Dice, name: string): string {
  const first = dice(promises.length);
  const points = promises.slice(first, first + 1 + dice(3)).map((promise) => markup`<li>${promise}</li>`);
  return `${markup`<p><strong>${name}</strong> – schön, schlicht &amp; langlebig.</p>`}<ul>${points.join("")}</ul>`;
}

/** A range that GS1 leaves to shops for their own use: no real article bears such a number. */
const EAN_PREFIX = "299";

/** The twelve digits with their check digit. */
function ean13(twelve: string): string {
  const sum = Array.from(twelve).reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
