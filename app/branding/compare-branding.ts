import type { Branding } from "../wholesale/resources.ts";
import { type BrandingField, FIELD_NAMES } from "./branding-form.ts";

/** The fields in which two brandings differ, as far as a parcel would show it. */
export function compareBranding(one: Branding, other: Branding): BrandingField[] {
  return (Object.keys(FIELD_NAMES) as BrandingField[]).filter(
    (field) => plain(field, one[field]) !== plain(field, other[field]),
  );
}

/** A supplier may keep "no setting" as an empty text, and a colour in capitals. */
function plain(field: BrandingField, value: string | null): string {
  const text = (value ?? "").replace(/\r\n?/g, "\n").trim();
  return field === "primaryColor" ? text.toLowerCase() : text;
}
