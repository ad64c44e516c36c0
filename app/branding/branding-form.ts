import { z } from "zod";

import type { Branding } from "../wholesale/resources.ts";
import { readLogoUri } from "./logo.ts";

export type BrandingField = keyof Branding;

/** What is wrong with a field, in a sentence that belongs beside it. */
export type FieldProblems = Partial<Record<BrandingField, string>>;

/** The fields as the page names them, in its order. */
export const FIELD_NAMES: Record<BrandingField, string> = {
  brandName: "Brand name",
  logo: "Logo",
  primaryColor: "Primary colour",
  packingSlipMessage: "Message on the packing slip",
  returnAddress: "Return address",
  supportEmail: "Support e-mail",
  supportPhone: "Support phone",
};

/** The longest a field may be, for those that are text. */
export const MAX_LENGTH = { brandName: 80, packingSlipMessage: 500, returnAddress: 300 } as const;

/** Reads the form's fields; an empty one is a setting not made. */
export function readForm(
  form: Record<string, unknown>,
): { ok: true; branding: Branding } | { ok: false; problems: FieldProblems } {
  const read = entered.safeParse(form);
  if (read.success) return { ok: true, branding: read.data };
  const { fieldErrors } = z.flattenError(read.error);
  const problems = Object.entries(fieldErrors).map(([field, [first]]) => [field, first]);
  return { ok: false, problems: Object.fromEntries(problems) as FieldProblems };
}

const text = z.string().transform((typed) =>
  typed
    .replace(/\r\n?/g, "\n")
    // A database takes no NUL, and a printer no other control character.
    .replace(/[^\P{Cc}\n]/gu, " ")
    .trim(),
);

const entered = z.object({
  brandName: text.pipe(
    z
      .string()
      .min(1, "Enter the name that your customers know you by.")
      .max(MAX_LENGTH.brandName, `A brand name has at most ${MAX_LENGTH.brandName} characters.`)
      .regex(/^[^\n]*$/, "A brand name stands on one line."),
  ),
  logo: optional(
    z.string().transform((uri, context) => {
      const logo = readLogoUri(uri);
      if (logo.kind === "logo") return logo.dataUri;
      context.addIssue({ code: "custom", message: logo.problem });
      return z.NEVER;
    }),
  ),
  primaryColor: optional(
    z
      .string()
      .regex(/^#[\da-f]{6}$/i, "Enter a colour such as #1a2b3c.")
      .toLowerCase(),
  ),
  packingSlipMessage: optional(
    z
      .string()
      .max(
        MAX_LENGTH.packingSlipMessage,
        `A message has at most ${MAX_LENGTH.packingSlipMessage} characters.`,
      ),
  ),
  returnAddress: optional(
    z
      .string()
      .max(MAX_LENGTH.returnAddress, `An address has at most ${MAX_LENGTH.returnAddress} characters.`),
  ),
  supportEmail: optional(z.email("Enter an e-mail address such as help@example.com.")),
  supportPhone: optional(
    z.string().regex(/^\+?[\d ()./-]{5,30}$/, "Enter a phone number of digits, such as +49 221 1234567."),
  ),
});

function optional<Schema extends z.ZodType<unknown, string>>(schema: Schema) {
  return text.transform((typed) => typed || null).pipe(schema.nullable());
}
