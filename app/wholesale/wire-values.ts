/**
 * How single values of a supplier's reply are read, whichever contract they stand in.
 *
 * Tolerant where nothing is lost: what comes as a number and is a name becomes text, null and absent are one. Strict
 * where money, a quantity or an identity is at stake: what can be read in two ways is not read at all, because a
 * reply that does not fit stops with a sentence, and a wrong amount goes on unseen.
 */
import { z } from "zod";

/** A number beyond 2^53 has lost digits on its way, and two things would have one id. */
export const id = z.union([z.string().min(1), z.int()]).transform(String);

/** Whose id it is, is settled here, once: no other string passes for one. */
export const productId = id.brand<"SupplierProductId">();
export const variantId = id.brand<"SupplierVariantId">();
export const orderId = id.brand<"SupplierOrderId">();
export const shipmentId = id.brand<"SupplierShipmentId">();

export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

/** A SKU, a barcode, a tracking number: often kept as a number. An empty one is none. */
export const code = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : String(value)));

/** A moment must name its zone: read in the wrong one, "changed since" would pass over hours of changes. */
export const time = z
  .union([z.iso.datetime({ offset: true }), z.literal("")])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : new Date(value)));

const DECIMAL = /^-?\d+(\.\d+)?$/;
const NO_DECIMAL = "expected a decimal such as 12.50";

/** Commas are refused, since "1,250" is one thing here and another there; so are numbers such as 1e21. */
export const decimal = z
  .union([
    z.string().regex(DECIMAL, NO_DECIMAL),
    z.number().refine((value) => DECIMAL.test(String(value)), NO_DECIMAL),
  ])
  .transform(String);

export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "expected a currency such as EUR")
  .transform((value) => value.toUpperCase());

/** A number of pieces. Half a piece is refused: perhaps it counts something else. */
export const whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/, "expected a whole number")
    .transform(Number),
]);

/**
 * Pieces that can be ordered. Null promises nothing, and below zero are back-orders: both are 0. That it is absent
 * altogether does not fit: it may stand under another name, and a whole catalog would be sold out in silence.
 */
export const stock = whole.nullable().transform((value) => Math.max(0, value ?? 0));

/** Grams, of which parts do not matter. */
export const grams = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, "expected a weight such as 250")])
  .nullish()
  .transform((value) => (value == null ? null : Math.round(Number(value))));

/** Databases without truth values send 0 and 1. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)])
  .nullish()
  .transform(Boolean);

/** Where a list goes on; null on its last page. */
export const cursor = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : String(value)));

/** Some servers write an empty list as null. An absent one does not fit: it may stand under another name. */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);
}

/** Names with values, such as {Size: "M"}. Some servers write an empty one as an empty list. */
export const named = z
  .union([
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    z.tuple([]).transform(() => ({})),
  ])
  .nullish()
  .transform((value) =>
    Object.fromEntries(
      Object.entries<string | number | boolean | null>(value ?? {}).flatMap(([name, each]) =>
        each === null ? [] : [[name, String(each)]],
      ),
    ),
  );
