import { z } from "zod";

import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";
import { type BrandingField, COLOR, type FieldProblems, MAX_LENGTH } from "./branding-form.ts";
import { readLogoUri } from "./read-logo-uri.server.ts";

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
export async function readBranding(
  form: Record<string, unknown>,
): Promise<{ ok: true; branding: Branding } | { ok: false; problems: FieldProblems }> {
  const read = await brandingForm.safeParseAsync(form);
  if (read.success) return { ok: true, branding: read.data };
  const problems: FieldProblems = {};
  for (const issue of read.error.issues) {
    const field = issue.path[0] as BrandingField;
    problems[field] = issue.code === "custom" ? (issue.params?.problem as Message) : PROBLEMS[field];
  }
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
    z.string().transform(async (uri, context) => {
      const logo = await readLogoUri(uri);
      if (logo.kind === "logo") return logo.dataUri;
      context.addIssue({ code: "custom", params: { problem: logo.problem } });
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
