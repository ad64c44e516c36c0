import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";

export type BrandingField = keyof Branding;

/** Problems to show beside the fields. */
export type FieldProblems = Partial<Record<BrandingField, Message>>;

/** The fields in the page's order. Their labels are `branding.field.<field>`. */
export const BRANDING_FIELDS = [
  "brandName",
  "logo",
  "primaryColor",
  "packingSlipMessage",
  "returnAddress",
  "supportEmail",
  "supportPhone",
] as const satisfies BrandingField[];

/** Maximum length of free text, in characters. */
export const MAX_LENGTH = { brandName: 80, packingSlipMessage: 500, returnAddress: 300 } as const;

/** A color as the form accepts it, such as "#1a2b3c". */
export const COLOR = /^#[\da-f]{6}$/i;

/**
 * Returns the fields in which two brandings differ. Ignores differences that packages do not show, such as
 * capitals in a color.
 */
export function compareBranding(one: Branding, other: Branding): BrandingField[] {
  return BRANDING_FIELDS.filter((field) => plain(field, one[field]) !== plain(field, other[field]));
}

/**
 * Returns a field's value for comparisons. A supplier may store "no setting" as an empty text, and a color in
 * capitals.
 */
function plain(field: BrandingField, value: string | null): string {
  const text = (value ?? "").replace(/\r\n?/g, "\n").trim();
  return field === "primaryColor" ? text.toLowerCase() : text;
}
