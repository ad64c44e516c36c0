import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { ShopProductId } from "../../app/shop/ids.ts";
import type { ProductContent } from "../../app/shop/products/product-content.ts";
import type { Events } from "./inbox.ts";

/** A step that only a person can do in a shop. */
export type Wanted =
  | { kind: "order"; sku: string; title: string; pieces: number }
  | { kind: "delete-location"; name: string }
  | { kind: "request" | "cancellation" | "cancel-order"; orderName: string };

export type Write = {
  /** Asks a person to do a step in the shop's admin. */
  ask: (wanted: Wanted) => void;
  remark: (text: string) => void;
  /** Time limits in milliseconds: for a person, and for Shopify's work in the background. */
  personMs: number;
  shopMs: number;
};

type Named = { id: string; name: string };

type Waiting = { ms: number; isInterrupted: () => boolean };

/** One run of the check, with what it has created so far. */
export type Walk = {
  shop: ShopDomain;
  /** The run's name, which distinguishes its objects from all others. */
  run: string;
  locationId: string;
  product: ProductContent & { sku: string };
  made: { productIds: Set<ShopProductId>; order: Named | null; location: Named | null };
  events: Events;
  ask: Write["ask"];
  wait: { forPerson: Waiting; forShop: Waiting };
};
