import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";

export type BrandingField = keyof Branding;

/** What is wrong with a field, to be shown beside it. */
export type FieldProblems = Partial<Record<BrandingField, Message>>;

/** The fields in the page's order. A field is called `branding.field.<field>`. */
export const BRANDING_FIELDS = [
  "brandName",
  "logo",
  "primaryColor",
  "packingSlipMessage",
  "returnAddress",
  "supportEmail",
  "supportPhone",
] as const satisfies BrandingField[];

/** The longest a field may be, in characters, for those that are free text. */
export const MAX_LENGTH = { brandName: 80, packingSlipMessage: 500, returnAddress: 300 } as const;

/** A color as the page takes it, such as "#1a2b3c". */
export const COLOR = /^#[\da-f]{6}$/i;
