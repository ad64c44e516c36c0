/** The reply of app/routes/api.product-block/route.ts. */
export type Reply = {
  connected: boolean;
  /** Null if the open product is not linked to the supplier. */
  product: SupplierProduct | null;
};

export type SupplierProduct = {
  /** The path of the product's page in the app. */
  page: string;
  label: string;
  tone: "success" | "warning";
  /** Why the last sync failed; null if it succeeded. */
  problem: string | null;
  /** True while a change waits to be written to the shop. */
  isDue: boolean;
  variants: { id: string; name: string; figures: string; margin: string; loss: boolean }[];
  /** Number of variants beyond those in `variants`. */
  moreVariants: number;
  /**
   * Names of the fields that follow the supplier (`followed`), and of the fields that the merchant keeps
   * (`own`).
   */
  followed: string[];
  own: string[];
  can: { sync: boolean; stop: boolean; resume: boolean };
};

export function toReply(json: unknown): Reply {
  const reply = json as Reply | null;
  if (typeof reply?.connected !== "boolean") throw new Error("The app answered something else.");
  return reply;
}

export type Press =
  { intent: "sync" | "resume"; product: string } | { intent: "stop"; product: string; how: "draft" | "zero" };
