import { z } from "zod";
import type { WhiteLabel } from "./branding.ts";
import type { OrderRequest } from "./ledger.ts";

const optionalText = z.string().nullish();

/** Assumed (docs/contract.md): a line of an order or of a package. */
export const line = z.object({
  variant_id: z.string().min(1),
  quantity: z.number().int().min(1).max(10_000),
});

/** Assumed (docs/contract.md): the body of an order. Quantities are whole pieces. */
export const orderRequest = z.object({
  reference: z.string().min(1).max(255),
  lines: z
    .array(line.extend({ note: z.string().max(250).nullish() }))
    .min(1)
    .max(500),
  ship_to: z.object({
    name: z.string().min(1),
    company: optionalText,
    address1: z.string().min(1),
    address2: optionalText,
    city: z.string().min(1),
    region: optionalText,
    postal_code: optionalText,
    country_code: z.string().regex(/^[A-Z]{2}$/, "two capital letters are expected"),
    phone: optionalText,
    email: optionalText,
  }),
  shipping_method: optionalText,
  // Has the limit that the contract assumes.
  note: z.string().max(1000).nullish(),
  white_label: z.boolean(),
});

/** Assumed (docs/contract.md): the white-label settings. */
export const whiteLabel = z.object({
  brand_name: z.string(),
  logo: z.string().startsWith("data:", "a data URI is expected").nullish(),
  primary_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "a colour such as #1a2b3c is expected")
    .nullish(),
  packing_slip_message: optionalText,
  return_address: optionalText,
  support_email: optionalText,
  support_phone: optionalText,
});

/** The order in the supplier's own words. */
export function readOrderRequest(
  body: z.infer<typeof orderRequest>,
  idempotencyKey: string | null,
): OrderRequest {
  const { ship_to } = body;
  return {
    reference: body.reference,
    lines: body.lines.map(({ variant_id, quantity, note = null }) => ({
      variantId: variant_id,
      quantity,
      note,
    })),
    shipTo: {
      name: ship_to.name,
      company: ship_to.company ?? null,
      address1: ship_to.address1,
      address2: ship_to.address2 ?? null,
      city: ship_to.city,
      region: ship_to.region ?? null,
      postalCode: ship_to.postal_code ?? null,
      countryCode: ship_to.country_code,
      phone: ship_to.phone ?? null,
      email: ship_to.email ?? null,
    },
    shippingMethod: body.shipping_method ?? null,
    note: body.note ?? null,
    whiteLabel: body.white_label,
    idempotencyKey,
  };
}

/** Lines in the supplier's own words. */
export function readLines(lines: readonly z.infer<typeof line>[]): OrderRequest["lines"] {
  return lines.map(({ variant_id, quantity }) => ({ variantId: variant_id, quantity }));
}

/** The settings in the supplier's own words. */
export function readWhiteLabel(body: z.infer<typeof whiteLabel>): WhiteLabel {
  return {
    brandName: body.brand_name,
    logo: body.logo ?? null,
    primaryColor: body.primary_color ?? null,
    packingSlipMessage: body.packing_slip_message ?? null,
    returnAddress: body.return_address ?? null,
    supportEmail: body.support_email ?? null,
    supportPhone: body.support_phone ?? null,
  };
}

/** The settings as the assumed dialect writes them. */
export function writeWhiteLabel(settings: WhiteLabel): Required<z.infer<typeof whiteLabel>> {
  return {
    brand_name: settings.brandName,
    logo: settings.logo,
    primary_color: settings.primaryColor,
    packing_slip_message: settings.packingSlipMessage,
    return_address: settings.returnAddress,
    support_email: settings.supportEmail,
    support_phone: settings.supportPhone,
  };
}
