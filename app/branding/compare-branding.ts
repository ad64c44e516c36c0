import type { Branding } from "../wholesale/resources.ts";
import { BRANDING_FIELDS, type BrandingField } from "./branding-form.ts";

/** Returns the fields in which two brandings differ, ignoring differences that no package shows. */
export function compareBranding(one: Branding, other: Branding): BrandingField[] {
  return BRANDING_FIELDS.filter((field) => plain(field, one[field]) !== plain(field, other[field]));
}

/** A supplier may store "no setting" as an empty text, and a color in capitals. */
function plain(field: BrandingField, value: string | null): string {
  const text = (value ?? "").replace(/\r\n?/g, "\n").trim();
  return field === "primaryColor" ? text.toLowerCase() : text;
}
