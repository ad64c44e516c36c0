import { z } from "zod";

import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";
import { type BrandingField, COLOR, type FieldProblems, MAX_LENGTH } from "./branding-form.ts";
import { readLogoUri } from "./read-logo-uri.ts";

const PROBLEMS: Record<BrandingField, Message> = {
  brandName: { code: "branding.problem.brandName", max: MAX_LENGTH.brandName },
  logo: { code: "branding.problem.logo" },
  primaryColor: { code: "branding.problem.primaryColor" },
  packingSlipMessage: { code: "branding.problem.packingSlipMessage", max: MAX_LENGTH.packingSlipMessage },
  returnAddress: { code: "branding.problem.returnAddress", max: MAX_LENGTH.returnAddress },
  supportEmail: { code: "branding.problem.supportEmail" },
  supportPhone: { code: "branding.problem.supportPhone" },
};

/** Parses the form. An empty field means no setting. */
export function readBranding(
  form: Record<string, unknown>,
): { ok: true; branding: Branding } | { ok: false; problems: FieldProblems } {
  const read = brandingForm.safeParse(form);
  if (read.success) return { ok: true, branding: read.data };
  const problems: FieldProblems = {};
  for (const { path } of read.error.issues) {
    const field = path[0] as BrandingField;
    problems[field] = PROBLEMS[field];
  }
  // `readLogoUri` knows a more exact problem than the schema.
  const logo = problems.logo && typeof form.logo === "string" ? readLogoUri(form.logo.trim()) : null;
  if (logo?.kind === "problem") problems.logo = logo.problem;
  return { ok: false, problems };
}

const text = z.string().transform((typed) =>
  typed
    .replace(/\r\n?/g, "\n")
    // Postgres rejects NUL in text, and printers other control characters.
    .replace(/[^\P{Cc}\n]/gu, " ")
    .trim(),
);

const brandingForm = z.object({
  brandName: text.pipe(
    z
      .string()
      .min(1)
      .max(MAX_LENGTH.brandName)
      .regex(/^[^\n]*$/),
  ),
  logo: optional(
    z.string().transform((uri, context) => {
      const logo = readLogoUri(uri);
      if (logo.kind === "logo") return logo.dataUri;
      context.addIssue("not a logo");
      return z.NEVER;
    }),
  ),
  primaryColor: optional(z.string().regex(COLOR).toLowerCase()),
  packingSlipMessage: optional(z.string().max(MAX_LENGTH.packingSlipMessage)),
  returnAddress: optional(z.string().max(MAX_LENGTH.returnAddress)),
  supportEmail: optional(z.email()),
  supportPhone: optional(z.string().regex(/^\+?[\d ()./-]{5,30}$/)),
});

function optional<Schema extends z.ZodType<unknown, string>>(schema: Schema) {
  return text.transform((typed) => typed || null).pipe(schema.nullable());
}
