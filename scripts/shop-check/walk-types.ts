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
  /** Tells a person what to do in the shop's admin now. */
  ask: (wanted: Wanted) => void;
  remark: (text: string) => void;
  /** Times to wait in milliseconds: for a person, and for Shopify's work in the background. */
  personMs: number;
  shopMs: number;
};

type Named = { id: string; name: string };

type Waiting = { ms: number; isInterrupted: () => boolean };

/** One run through the shop, with what it has made so far. */
export type Walk = {
  shop: ShopDomain;
  /** The run's name. It distinguishes the run's objects from all others. */
  run: string;
  locationId: string;
  product: ProductContent & { sku: string };
  made: { productIds: Set<ShopProductId>; order: Named | null; location: Named | null };
  events: Events;
  ask: Write["ask"];
  wait: { forPerson: Waiting; forShop: Waiting };
};
