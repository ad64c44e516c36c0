/**
 * Schemas of single values in replies, for any contract. The schemas are tolerant if nothing is lost: a number
 * that is used as a name becomes text, and null equals absent. They are strict about money, quantities and ids:
 * an ambiguous value is a misfit. The merchant sees a misfit, but would not notice a wrong amount.
 */
import { z } from "zod";

/** Placeholder in a parsed reply for a value that does not fit. read-reply.ts replaces it by null. */
export class LeftOut {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues;
  }
}

/**
 * Reads a value, but does not reject the whole item if the value does not fit. The item then has null in its
 * place, and the misfit is reported. For optional values, and for values such as a price, which the app handles
 * if they are null. `lenient` must be the outermost schema of its field.
 */
export function lenient<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<z.output<Schema> | null, z.input<Schema>> {
  // zod passes issues without messages to `catch`. A second parse returns them with messages.
  const issuesOf = (value: unknown) => schema.safeParse(value).error?.issues ?? [];
  return schema.catch(({ value }) => new LeftOut(issuesOf(value)) as z.output<Schema>);
}

/**
 * An id, as text. A number beyond 2^53 is a misfit: JavaScript rounds it, so two products could get the same
 * id.
 */
export const id = z.union([z.string().min(1), z.int()]).transform(String);

/** With these brands, TypeScript reports a product's id that is passed as an order's id. */
export const productId = id.brand<"SupplierProductId">();
export const variantId = id.brand<"SupplierVariantId">();
export const orderId = id.brand<"SupplierOrderId">();
export const shipmentId = id.brand<"SupplierShipmentId">();

export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

/** Text. An absent value becomes the empty string. */
export const prose = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** A SKU, a barcode or a tracking number, often stored as a number. An empty one becomes null. */
export const code = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : String(value)));

/**
 * A time must name its zone. If we assumed the wrong zone, a request for "changed since" would miss hours of
 * changes.
 */
export const time = z
  .union([z.iso.datetime({ offset: true }), z.literal("")])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : new Date(value)));

const DECIMAL = /^-?\d{1,15}(\.\d{1,30})?$/;
const NO_DECIMAL = "expected a decimal such as 12.50";

/** Rejects commas, because "1,250" is ambiguous, and numbers such as 1e21. */
export const decimal = z
  .union([
    z.string().trim().regex(DECIMAL, NO_DECIMAL),
    z.number().refine((value) => DECIMAL.test(String(value)), NO_DECIMAL),
  ])
  .transform(String);

/**
 * Prices per piece and stocks must be smaller than this. Larger numbers are placeholders or mistakes, such as
 * 1e9 for "unlimited".
 */
export const TOO_MUCH = 1_000_000_000;

/** A price per piece. */
export const amount = decimal
  .refine((value) => !value.startsWith("-"), "expected a price that is not below zero")
  .refine((value) => Number(value) < TOO_MUCH, "expected a price below a billion");

export const currency = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/, "expected a currency such as EUR")
  .transform((value) => value.toUpperCase());

/**
 * A number of pieces. Accepts "12.0000", as databases with decimal columns write 12. Rejects 12.5: the field
 * then does not count pieces.
 */
export const whole = z.union([
  z.int(),
  z
    .string()
    .trim()
    .regex(/^-?\d{1,15}(\.0{1,30})?$/, "expected a whole number")
    .transform(Number),
]);

/**
 * Pieces that can be ordered. Null (unknown) and negative numbers (back-orders) become 0. An absent field is a
 * misfit. If it counted as 0, the whole catalog would silently sell out when the supplier uses another field name.
 */
export const stock = whole
  .refine((value) => value < TOO_MUCH, "expected a stock below a billion")
  .nullable()
  .transform((value) => Math.max(0, value ?? 0));

/** Grams, rounded. */
export const grams = z
  .union([
    z.number().min(0),
    z
      .string()
      .trim()
      .regex(/^(\d{1,15}(\.\d{1,30})?)?$/, "expected a weight such as 250"),
  ])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : Math.round(Number(value))));

/** A boolean; false if it is absent. Databases without booleans send 0 and 1. */
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
 * A list. Some servers write an empty list as null. An absent list is a misfit, because the supplier may use
 * another field name.
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
