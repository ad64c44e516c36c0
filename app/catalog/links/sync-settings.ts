/** What a merchant wants to follow the supplier, and how. */
export type SyncSettings = {
  price: boolean;
  stock: boolean;
  /** Whether what the supplier no longer sells is taken off sale. */
  availability: boolean;
  /** Pieces that are never offered. */
  buffer: number;
  discontinued: Discontinued;
  /** A cost that changes by more per cent waits for approval; null: none does. */
  approveAbove: number | null;
};

/** What becomes of a product that the supplier no longer sells. */
export const discontinuedChoices = ["zero-stock", "draft", "leave"] as const;
export type Discontinued = (typeof discontinuedChoices)[number];

/** A price that doubles or halves overnight is more often a mistake than a price. */
export const DEFAULT_SETTINGS: SyncSettings = {
  price: true,
  stock: true,
  availability: true,
  buffer: 0,
  discontinued: "zero-stock",
  approveAbove: 100,
};

export const MAX_BUFFER = 10_000;
export const MAX_APPROVE_ABOVE = 1000;
