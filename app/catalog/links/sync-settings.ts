/** The merchant's choices for the sync with the supplier. */
export type SyncSettings = {
  price: boolean;
  stock: boolean;
  /** True to take a product off sale if the supplier no longer sells it. `discontinued` says how. */
  availability: boolean;
  /** Pieces of each variant that the merchant holds back. */
  buffer: number;
  discontinued: Discontinued;
  /** A cost change above this percentage waits for approval; null for no approvals. */
  approveAbove: number | null;
  /** True to set the stock of products to zero while the supplier's price, stock or product cannot be read. */
  zeroUnreadable: boolean;
};

/** Choices for a product that the supplier no longer sells. */
export const discontinuedChoices = ["zero-stock", "draft", "leave"] as const;
export type Discontinued = (typeof discontinuedChoices)[number];

/**
 * The settings of a new shop. `approveAbove`: before customers pay a price that follows a cost change above a
 * quarter, the merchant should see it.
 */
export const DEFAULT_SETTINGS: SyncSettings = {
  price: true,
  stock: true,
  availability: true,
  buffer: 0,
  discontinued: "zero-stock",
  approveAbove: 25,
  zeroUnreadable: false,
};

/** Returns a text that changes whenever the settings change. */
export function versionOf(settings: SyncSettings): string {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof SyncSettings)[];
  return JSON.stringify(names.map((name) => settings[name]));
}

export const MAX_BUFFER = 10_000;
export const MAX_APPROVE_ABOVE = 1000;
