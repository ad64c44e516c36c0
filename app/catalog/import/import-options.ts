import { z } from "zod";

/** Fields that the merchant can leave out of new products. Imports always send the other fields. */
export const optionalFields = [
  "descriptionHtml",
  "vendor",
  "productType",
  "images",
  "barcode",
  "weight",
] as const;

/** Fields that the merchant can let an import overwrite in existing products. */
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

export const importOptions = z.object({
  /** Fields that are sent with new products. */
  fields: z.array(z.enum(optionalFields)),
  /** Fields to overwrite in existing products, even if the merchant has edited them. */
  overwrite: z.array(z.enum(overwritableFields)),
  /** The supplier's variants to create again after the merchant deleted them in the shop. */
  recreated: z.array(z.string().max(255)).max(2048).default([]),
  status: z.enum(["ACTIVE", "DRAFT"]),
  /** Added to new products, and to existing ones if `overwrite` contains "tags". */
  tags: z.array(z.string().trim().min(1).max(MAX_TAG)).max(MAX_TAGS),
  /** The collection that new products join. */
  collection: z.object({ id: z.string().max(255), title: z.string().max(255) }).nullable(),
  /** The sales channels of new products; null means the defaults from Settings. */
  channels: z
    .array(z.object({ id: z.string().max(255), name: z.string().max(255) }))
    .max(50)
    .nullable(),
});

export type ImportOptions = z.infer<typeof importOptions>;
export type OptionalField = (typeof optionalFields)[number];
export type OverwritableField = (typeof overwritableFields)[number];

export const USUAL_OPTIONS: ImportOptions = {
  fields: [...optionalFields],
  overwrite: [],
  recreated: [],
  status: "ACTIVE",
  tags: [],
  collection: null,
  channels: null,
};

/** Parses a row's options. Returns the usual options for rows without valid options, such as old ones. */
export function storedOptions(json: unknown): ImportOptions {
  const stored = importOptions.safeParse(json);
  return stored.success ? stored.data : USUAL_OPTIONS;
}
