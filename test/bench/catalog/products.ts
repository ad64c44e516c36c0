/**
 * The benchmark's catalogue: products of the assumed dialect, each the same for the same number. Names are made of words
 * of very different frequency, as in a real list.
 */
const ADJECTIVES = ["Blue", "Compact", "Classic", "Large", "Soft", "Nordic", "Rustic", "Slim", "Vintage", "Wide"];
const NOUNS = ["Bracelet", "Brush", "Bottle", "Chair", "Cushion", "Lamp", "Mug", "Plate", "Scarf", "Table", "Vase"];
const BRANDS = ["Müller & Söhne", "Nordwind", "O'Leary", "Aalto", "Béla", "Castell", "Dorn", "Ekström"];
const CATEGORIES = Array.from({ length: 60 }, (_, index) => `Category ${String(index + 1)}`);
const MATERIALS = ["Oak", "Steel", "Linen", "Glass", "Wool", "Cork", "Clay"];
const SIZES = ["XS", "S", "M", "L", "XL"];
const SYLLABLES = ["ba", "ke", "lo", "mi", "nu", "ra", "so", "ti", "va", "zen", "dor", "fel", "gun", "hal", "jor"];
const SENTENCE = "Made to last, easy to clean and a pleasure to give away: a piece for every day. ";

export const VARIANTS_A_PRODUCT = SIZES.length;

export type BenchProduct = { id: string; name: string; variants: { id: string; sku: string }[] } & Record<
  string,
  unknown
>;

/** A product by its number. With `revision` 1 its first variant has another price and stock, of the same length. */
export function benchProduct(number: number, revision = 0): BenchProduct {
  const of = <Item>(list: readonly Item[], factor: number): Item => list[(number * factor) % list.length] as Item;
  const id = String(number).padStart(7, "0");
  // Some thousand words that few products have.
  const rare = [3, 7, 11].map((factor) => of(SYLLABLES, Math.floor(number / factor) + factor)).join("");
  const name = `${of(ADJECTIVES, 7)} ${of(MATERIALS, 3)} ${of(NOUNS, 13)} ${rare} ${String(number % 1000)}`;
  return {
    id: `prd_${id}`,
    name,
    description: `<p><strong>${name}</strong></p><p>${SENTENCE.repeat(3)}</p>`,
    brand: of(BRANDS, 5),
    category: of(CATEGORIES, 17),
    images: [1, 2].map((each) => ({ url: `https://images.example/${id}_${String(each)}.jpg`, alt: name })),
    options: ["Size"],
    updated_at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    discontinued: number % 50 === 49,
    variants: SIZES.map((size, index) => ({
      id: `var_${id}_${size}`,
      sku: `SB-${id}-${size}`,
      barcode: String(4_000_000_000_000 + number * 10 + index),
      options: { Size: size },
      price: {
        amount: `${String(10 + (number % 80))}.${revision === 1 && index === 0 ? "75" : "50"}`,
        currency: "EUR",
      },
      stock: 100 + ((number + index + revision) % 800),
      weight_grams: 100 + (number % 900),
      image_url: null,
    })),
  };
}
