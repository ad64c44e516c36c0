import { z } from "zod";
import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";
import { type BrandingField, COLOR, type FieldProblems, MAX_LENGTH } from "./branding-form.ts";
import { drawSvg } from "./draw-svg.server.ts";
import { decodeSvg, MAX_LOGO_BYTES, readLogo, type ReadLogo, tooLarge } from "./logo.ts";

const PROBLEMS: Record<BrandingField, Message> = {
  brandName: { code: "branding.problem.brandName", max: MAX_LENGTH.brandName },
  logo: { code: "branding.problem.logo" },
  primaryColor: { code: "branding.problem.primaryColor" },
  packingSlipMessage: { code: "branding.problem.packingSlipMessage", max: MAX_LENGTH.packingSlipMessage },
  returnAddress: { code: "branding.problem.returnAddress", max: MAX_LENGTH.returnAddress },
  supportEmail: { code: "branding.problem.supportEmail" },
  supportPhone: { code: "branding.problem.supportPhone" },
};

/** Parses the form. The brand name is required. Other fields may be empty, and become null. */
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
    // Postgres rejects NUL in text. Other control characters could disturb a printer.
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

/** Reads a logo from a data URI. Converts an SVG to a PNG. */
export async function readLogoUri(uri: string): Promise<ReadLogo> {
  // Base64 adds a third, and the URI's prefix is shorter than 100 characters.
  if (uri.length > (MAX_LOGO_BYTES * 4) / 3 + 100) return tooLarge;
  const [, base64] = /^data:[\w.+/-]*(?:;[\w=-]+)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0)
    return { kind: "problem", problem: { code: "branding.problem.logo" } };
  const bytes = Buffer.from(base64, "base64");
  const svg = bytes.length > MAX_LOGO_BYTES ? null : decodeSvg(bytes);
  if (svg === null) return readLogo(bytes);
  const drawn = await drawSvg(svg);
  return "png" in drawn ? readLogo(drawn.png) : { kind: "problem", problem: drawn.problem };
}
