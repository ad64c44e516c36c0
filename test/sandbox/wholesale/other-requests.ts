import { z } from "zod";
import type { WhiteLabel } from "./branding.ts";
import type { OrderRequest } from "./ledger.ts";
import { variantId } from "./other-numbers.ts";

const text = z.string().optional();
const page = z.coerce.number().int().min(1).default(1);
/** Seconds since 1970; only what changed in that second or later. */
const changedAfter = z.coerce
  .number()
  .int()
  .min(0)
  .transform((seconds) => new Date(seconds * 1000))
  .optional();

/** Pages have numbers, from 1. */
export const articleQuery = z.object({
  page,
  perPage: z.coerce.number().int().min(1).default(50),
  changedAfter,
});

/** Has no reference: the dialect silently ignores parameters that it does not know. */
export const purchaseQuery = z.object({ page, changedAfter });

export const purchase = z.object({
  externalRef: z.string().min(1).max(255),
  items: z
    .array(z.object({ variantNo: z.int(), pieces: z.int().min(1).max(10_000) }))
    .min(1)
    .max(500),
  recipient: z.object({
    fullName: z.string().min(1),
    company: text,
    street: z.string().min(1),
    addition: text,
    town: z.string().min(1),
    state: text,
    zip: text,
    country: z.string().regex(/^[A-Z]{2}$/, "two capital letters are expected"),
    phone: text,
    mail: text,
  }),
  carrierOption: text,
  remark: z.string().max(500).optional(),
  packaging: z.enum(["own", "neutral"]),
});

/** The brand's settings; what is left out is not set. */
export const brand = z.object({
  title: z.string(),
  logoDataUri: z.string().startsWith("data:", "a data URI is expected").optional(),
  /** Without the hash. */
  accent: z
    .string()
    .regex(/^[0-9a-f]{6}$/i, "a colour such as 1a2b3c is expected")
    .optional(),
  slipText: text,
  returnsTo: text,
  helpMail: text,
  helpPhone: text,
});

/** The order in the supplier's own words. */
export function readPurchase(
  { recipient, ...body }: z.infer<typeof purchase>,
  idempotencyKey: string | null,
): OrderRequest {
  return {
    reference: body.externalRef,
    lines: body.items.map(({ variantNo, pieces }) => ({
      variantId: variantId(variantNo),
      quantity: pieces,
      note: null,
    })),
    shipTo: {
      name: recipient.fullName,
      company: recipient.company ?? null,
      address1: recipient.street,
      address2: recipient.addition ?? null,
      city: recipient.town,
      region: recipient.state ?? null,
      postalCode: recipient.zip ?? null,
      countryCode: recipient.country,
      phone: recipient.phone ?? null,
      email: recipient.mail ?? null,
    },
    shippingMethod: body.carrierOption ?? null,
    note: body.remark ?? null,
    whiteLabel: body.packaging === "own",
    idempotencyKey,
  };
}

/** The settings in the supplier's own words. */
export function readBrand(body: z.infer<typeof brand>): WhiteLabel {
  return {
    brandName: body.title,
    logo: body.logoDataUri ?? null,
    primaryColor: body.accent === undefined ? null : `#${body.accent}`,
    packingSlipMessage: body.slipText ?? null,
    returnAddress: body.returnsTo ?? null,
    supportEmail: body.helpMail ?? null,
    supportPhone: body.helpPhone ?? null,
  };
}

/** The settings as the other dialect writes them. */
export function writeBrand(settings: WhiteLabel): z.infer<typeof brand> {
  return {
    title: settings.brandName,
    logoDataUri: settings.logo ?? undefined,
    accent: settings.primaryColor?.slice(1),
    slipText: settings.packingSlipMessage ?? undefined,
    returnsTo: settings.returnAddress ?? undefined,
    helpMail: settings.supportEmail ?? undefined,
    helpPhone: settings.supportPhone ?? undefined,
  };
}
