/** The merchant's choice of what follows the supplier, and how. */
export type SyncSettings = {
  price: boolean;
  stock: boolean;
  /** True to take products off sale that the supplier no longer sells. */
  availability: boolean;
  /** Pieces of each variant that are never offered. */
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

/** `approveAbove`: a cost that changes by a quarter overnight deserves a look before customers pay the new price. */
export const DEFAULT_SETTINGS: SyncSettings = {
  price: true,
  stock: true,
  availability: true,
  buffer: 0,
  discontinued: "zero-stock",
  approveAbove: 25,
  zeroUnreadable: false,
};

/** Returns a text for comparing settings: two texts are equal only if the settings are. */
export function versionOf(settings: SyncSettings): string {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof SyncSettings)[];
  return JSON.stringify(names.map((name) => settings[name]));
}

export const MAX_BUFFER = 10_000;
export const MAX_APPROVE_ABOVE = 1000;
