/**
 * Schemas of single values in replies, for any contract.
 * Tolerant if nothing is lost: a number that is a name becomes text, and null equals absent. Strict if money,
 * a quantity or an identity is at stake: an ambiguous value is a misfit. A misfit stops with a message, while
 * a wrong amount would go unnoticed.
 */
import { z } from "zod";

/** A number beyond 2^53 has lost digits, so two things could get the same id. */
export const id = z.union([z.string().min(1), z.int()]).transform(String);

/** The brands keep ids of different things apart. */
export const productId = id.brand<"SupplierProductId">();
export const variantId = id.brand<"SupplierVariantId">();
export const orderId = id.brand<"SupplierOrderId">();
export const shipmentId = id.brand<"SupplierShipmentId">();

export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

/** A SKU, a barcode or a tracking number, often stored as a number. An empty one becomes null. */
export const code = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : String(value)));

/** A time must name its zone: in the wrong zone, "changed since" would miss hours of changes. */
export const time = z
  .union([z.iso.datetime({ offset: true }), z.literal("")])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : new Date(value)));

const DECIMAL = /^-?\d+(\.\d+)?$/;
const NO_DECIMAL = "expected a decimal such as 12.50";

/** Rejects commas, since "1,250" is ambiguous, and numbers such as 1e21. */
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

/** A number of pieces. Rejects half a piece: the field may count something else. */
export const whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/, "expected a whole number")
    .transform(Number),
]);

/**
 * Pieces that can be ordered. Null promises nothing, and negative numbers are back-orders: both become 0. An
 * absent stock is a misfit: the supplier may use another name, and a whole catalog would silently sell out.
 */
export const stock = whole.nullable().transform((value) => Math.max(0, value ?? 0));

/** Grams, rounded. */
export const grams = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, "expected a weight such as 250")])
  .nullish()
  .transform((value) => (value == null ? null : Math.round(Number(value))));

/** Databases without booleans send 0 and 1. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)])
  .nullish()
  .transform(Boolean);

/** Cursor of the next page; null on the last one. */
export const cursor = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : String(value)));

/**
 * Some servers write an empty list as null. An absent list is a misfit: the supplier may use another name.
 */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);
}

/** Names with values, such as {Size: "M"}. Some servers write an empty object as an empty list. */
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
