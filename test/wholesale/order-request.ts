import type { OrderRequest, SupplierVariantId } from "../../app/wholesale/resources.ts";

/** An order in our words, of a variant as the assumed dialect names it. */
export function orderRequest(changes: Partial<OrderRequest> = {}): OrderRequest {
  return {
    reference: "SB-1-g1",
    lines: [{ supplierVariantId: "var_000000_1" as SupplierVariantId, quantity: 2 }],
    shipTo: {
      name: "Jürgen Groß",
      firstName: "Jürgen",
      lastName: "Groß",
      company: null,
      address1: "Königstraße 12a",
      address2: "Hinterhaus",
      city: "Köln",
      region: null,
      regionCode: null,
      postalCode: "50667",
      countryCode: "DE",
      phone: null,
      email: "juergen@example.com",
    },
    shippingMethod: "express",
    note: "Bitte klingeln",
    whiteLabel: false,
    ...changes,
  };
}
