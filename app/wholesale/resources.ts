import type { z } from "zod";

import type { Money } from "../lib/money.ts";

/** The supplier's own ids, checked where a reply comes in (wire-values.ts) and trusted inside. */
export type SupplierProductId = string & z.$brand<"SupplierProductId">;
export type SupplierVariantId = string & z.$brand<"SupplierVariantId">;
export type SupplierOrderId = string & z.$brand<"SupplierOrderId">;
export type SupplierShipmentId = string & z.$brand<"SupplierShipmentId">;

/**
 * The supplier's resources in our own words: what the contract maps its replies to, and all that the rest of the
 * app ever sees of them. That they look like this is our assumption: the supplier shows none of them.
 */
export type Product = {
  id: SupplierProductId;
  name: string;
  /** HTML as the supplier sent it. Never render it unescaped. */
  descriptionHtml: string;
  brand: string | null;
  category: string | null;
  images: { url: string; alt: string | null }[];
  /** Names of the options, in their order: ["Size", "Colour"]. */
  options: string[];
  updatedAt: Date | null;
  discontinued: boolean;
  variants: Variant[];
};

export type Variant = {
  id: SupplierVariantId;
  sku: string | null;
  barcode: string | null;
  /** Option name to value: {Size: "M"}. */
  options: Record<string, string>;
  /** What the reseller pays for one piece. */
  price: Money;
  /** Pieces that can be ordered now; 0 also where the supplier does not know. */
  stock: number;
  weightGrams: number | null;
  imageUrl: string | null;
};

/** A page of a list; `nextCursor` is null on the last one. `skipped` is what stands in it and cannot be read. */
export type Page<Item> = { items: Item[]; skipped: Skipped[]; nextCursor: string | null };

/**
 * A page of which nothing has been read but where the list goes on: what is known by its hash need not be parsed again. The
 * hashes change with the contract's fingerprint as well.
 */
export type UnreadPage<Item> = {
  /** Of all that the supplier replied. */
  hash: () => string;
  /** How many items it has. */
  size: number;
  /** @throws Failure `unexpected-reply` where they are no JSON. */
  entries: () => Entry[];
  nextCursor: string | null;
  /** Whether its texts may hold NUL or half characters. */
  mayBeMalformed: () => boolean;
  /**
   * Reads the entries at these positions, in their order. With many, others have their turn in between.
   *
   * @throws Failure `unexpected-reply` where they are all of the first page's, and none of them fits.
   */
  read: (positions: number[]) => Promise<Pick<Page<Item>, "items" | "skipped">>;
};

/** An item of a list before it is read; `id` is null where not even that fits. */
export type Entry = { id: string | null; hash: () => string };

/** An item of a list that does not fit the contract, with all that does not; `id` is null where that does not either. */
export type Skipped = { id: string | null; misfits: Misfit[]; unreadable?: Unreadable };

/** Why a product must not be ordered by what was read of it earlier (unreadable.ts). */
export type Unreadable = "price" | "stock" | "product";

/** A place in a reply and what was expected there, never what was found: a reply may hold a key. */
export type Misfit = { path: string; says: string };

export type OrderStatus =
  "received" | "processing" | "partially_shipped" | "shipped" | "delivered" | "cancelled" | "rejected";

export type OrderLine = { supplierVariantId: SupplierVariantId; quantity: number };

export type Order = {
  id: SupplierOrderId;
  /** Our own reference, returned unchanged; empty for an order that was made without one. */
  reference: string;
  status: OrderStatus;
  lines: OrderLine[];
  cost: { items: Money; shipping: Money; total: Money } | null;
  placedAt: Date | null;
  updatedAt: Date | null;
  shipments: Shipment[];
};

export type Shipment = {
  id: SupplierShipmentId;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shippedAt: Date | null;
  /** Empty where the supplier does not say what is in the parcel. */
  lines: OrderLine[];
};

export type Address = {
  name: string;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  phone: string | null;
  email: string | null;
};

export type OrderRequest = {
  reference: string;
  lines: OrderLine[];
  shipTo: Address;
  shippingMethod: string | null;
  note: string | null;
  whiteLabel: boolean;
};

/** How parcels look: the merchant's own brand. */
export type Branding = {
  brandName: string | null;
  /** The logo as a data URI. */
  logo: string | null;
  /** "#rrggbb". */
  primaryColor: string | null;
  packingSlipMessage: string | null;
  returnAddress: string | null;
  supportEmail: string | null;
  supportPhone: string | null;
};
