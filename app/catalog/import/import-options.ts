import { z } from "zod";

/** What an import may leave out of a new product: everything else of it is needed. */
export const optionalFields = [
  "descriptionHtml",
  "vendor",
  "productType",
  "images",
  "barcode",
  "weight",
] as const;

/** What an import may overwrite in a product that the shop has, where the merchant ticks it. */
export const overwritableFields = [
  "title",
  "descriptionHtml",
  "vendor",
  "productType",
  "tags",
  "images",
  "price",
  "barcode",
  "weight",
] as const;

const MAX_TAGS = 20;
const MAX_TAG = 255;

/** How an import is to be done. */
export const importOptions = z.object({
  /** What of these is sent with new products. */
  fields: z.array(z.enum(optionalFields)),
  /** What is the merchant's in products that the shop has, and to be overwritten all the same. */
  overwrite: z.array(z.enum(overwritableFields)),
  status: z.enum(["ACTIVE", "DRAFT"]),
  /** Added to new products, and to others where tags are overwritten. */
  tags: z.array(z.string().trim().min(1).max(MAX_TAG)).max(MAX_TAGS),
  /** That new products join. */
  collection: z.object({ id: z.string().max(255), title: z.string().max(255) }).nullable(),
  /** The sales channels of new products; null: those chosen in Settings. */
  channels: z
    .array(z.object({ id: z.string().max(255), name: z.string().max(255) }))
    .max(50)
    .nullable(),
});

export type ImportOptions = z.infer<typeof importOptions>;
export type OptionalField = (typeof optionalFields)[number];
export type OverwritableField = (typeof overwritableFields)[number];

/** Until the merchant says otherwise. */
export const USUAL_OPTIONS: ImportOptions = {
  fields: [...optionalFields],
  overwrite: [],
  status: "ACTIVE",
  tags: [],
  collection: null,
  channels: null,
};

/** Of a row, or those of an import before there were any. */
export function storedOptions(json: unknown): ImportOptions {
  const stored = importOptions.safeParse(json);
  return stored.success ? stored.data : USUAL_OPTIONS;
}
