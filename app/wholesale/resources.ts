import type { z } from "zod";
import type { Money } from "../lib/money.ts";

/**
 * The supplier's own ids. Only wire-values.ts makes them, from validated replies, so the rest of the app need
 * not check them.
 */
export type SupplierProductId = string & z.$brand<"SupplierProductId">;
export type SupplierVariantId = string & z.$brand<"SupplierVariantId">;
export type SupplierOrderId = string & z.$brand<"SupplierOrderId">;
export type SupplierShipmentId = string & z.$brand<"SupplierShipmentId">;

/**
 * The supplier's resources in our words. The contract maps replies to these types, so only the contract knows
 * the supplier's format. The supplier documents none of these resources: their fields are our assumption.
 */
export type Product = {
  id: SupplierProductId;
  name: string;
  /** HTML as the supplier sent it. Never render it unescaped. Null if the value cannot be read. */
  descriptionHtml: string | null;
  brand: string | null;
  category: string | null;
  images: { url: string; alt: string | null }[];
  /** Names of the options, in their order: ["Size", "Color"]. */
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
  /** The reseller's price per piece; null if the value cannot be read. */
  price: Money | null;
  /** Pieces that can be ordered now. 0 if the supplier sends null; null if the value cannot be read. */
  stock: number | null;
  weightGrams: number | null;
  imageUrl: string | null;
};

/** A page of a list; `nextCursor` is null on the last one. `skipped` are the items that could not be read. */
export type Page<Item> = { items: Item[]; skipped: Skipped[]; nextCursor: string | null };

/**
 * A page whose items are parsed on demand. Callers compare hashes and skip unchanged pages and items. The
 * hashes include the contract's fingerprint, so that a new contract reads all items again.
 */
export type UnreadPage<Item> = {
  /** Hashes the whole reply. */
  hash: () => string;
  /** Number of items. */
  size: number;
  /** @throws Failure `unexpected-reply` if the items are not JSON. */
  entries: () => Entry[];
  nextCursor: string | null;
  /** Returns true if the page's texts may contain NUL or lone surrogates. */
  mayBeMalformed: () => boolean;
  /**
   * Reads the entries at these positions, in their order. Yields to the event loop between batches.
   * @throws Failure `unexpected-reply` if all items of a first page are read and none fits.
   */
  read: (positions: number[]) => Promise<ReadItems<Item>>;
};

/** `leftOut`: misfits of values that could not be read. These values are null in their items. */
export type ReadItems<Item> = Pick<Page<Item>, "items" | "skipped"> & { leftOut: Misfit[] };

/** An item that is not mapped yet; `id` is null if the id does not fit. */
export type Entry = { id: string | null; hash: () => string };

/**
 * An item that does not fit the contract, with all misfits; `id` is null if the id does not fit. `name` is the
 * item's display name, if it has one.
 */
export type Skipped = { id: string | null; name?: string; misfits: Misfit[] };

/**
 * The part of a product that cannot be read. Stockbridge must not order the product by values that it read
 * earlier. "product": another field than a price or a stock cannot be read, so all values of the product are
 * outdated.
 */
export type Unreadable = "price" | "stock" | "product";

/**
 * Returns "price" if the price of a variant cannot be read, else "stock" if a stock cannot be read; null if
 * all can.
 */
export function unreadableIn({ variants }: Pick<Product, "variants">): Unreadable | null {
  if (variants.some(({ price }) => price === null)) return "price";
  return variants.some(({ stock }) => stock === null) ? "stock" : null;
}

/** A path in a reply and the expectation there, never the value: a reply may contain a key. */
export type Misfit = { path: string; says: string };

export type OrderStatus =
  "received" | "processing" | "partially_shipped" | "shipped" | "delivered" | "cancelled" | "rejected";

export type OrderLine = { supplierVariantId: SupplierVariantId; quantity: number };

/** A line to order. `note`: the customer's wish for these pieces, such as an engraving. */
export type RequestedLine = OrderLine & { note?: string | null };

export type Order = {
  id: SupplierOrderId;
  /** Our own reference, returned unchanged; empty if the order has none. */
  reference: string;
  status: OrderStatus;
  lines: OrderLine[];
  cost: { items: Money; shipping: Money; total: Money } | null;
  placedAt: Date | null;
  updatedAt: Date | null;
  /** When the supplier expects to ship the order. */
  expectedShipAt?: Date | null;
  shipments: Shipment[];
  /** Number of packages that cannot be read. */
  unreadableShipments?: number;
};

/** Returns true if the supplier reports a package of the order, readable or not. */
export function hasPackages({ shipments, unreadableShipments = 0 }: Order): boolean {
  return shipments.length > 0 || unreadableShipments > 0;
}

export type Shipment = {
  id: SupplierShipmentId;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shippedAt: Date | null;
  /** Empty if the supplier does not list the package's contents. */
  lines: OrderLine[];
  /** The package's states over time, if the supplier reports them. */
  events?: ShipmentEvent[];
};

export type ShipmentStatus = "in_transit" | "out_for_delivery" | "delivered";

export type ShipmentEvent = { status: ShipmentStatus; at: Date | null };

export type Address = {
  /** The recipient's whole name in the order of the country ("山田 太郎"), or the company's. */
  name: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  /** The name of the state or province. */
  region: string | null;
  /** Shopify's code of the state or province ("CA", "JP-13"), if there is one. */
  regionCode: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  phone: string | null;
  email: string | null;
};

export type OrderRequest = {
  reference: string;
  lines: RequestedLine[];
  shipTo: Address;
  shippingMethod: string | null;
  note: string | null;
  whiteLabel: boolean;
};

/** The reason of a rejection, if the supplier sends a code for it. */
export type RejectionWord = "out-of-stock" | "unknown-product" | "undeliverable" | "wrong-address";

/** The merchant's own brand on packages. */
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

/** Maximum number of items in a log line. */
const AT_MOST = 10;

/** Summarizes skipped items for the log: their number, and the first misfit of the first few. */
export function summarize(skipped: Skipped[]) {
  const items = skipped.slice(0, AT_MOST).map(({ id, misfits: [first] }) => ({ id, ...first }));
  return { count: skipped.length, items };
}
