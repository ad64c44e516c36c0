import type { LoadedPrices } from "../../catalog/pricing/load-prices.server.ts";
import type { PricePreview } from "../../catalog/pricing/preview-prices.server.ts";
import type { FormProblems } from "../../catalog/pricing/price-form.ts";
import type { PriceReview } from "../../catalog/sync/merchant/review-prices.server.ts";
import type { Money } from "../../lib/money.ts";
import type { Notice } from "../../components/notice.tsx";

/** The loader's data for the form, with ISO times. */
export type ShownPrices = Omit<Extract<LoadedPrices, { kind: "prices" }>, "savedAt"> & {
  savedAt: string | null;
  /** The language in which the form reads and writes numbers. */
  language: string;
  /** The supplier's usual shipping charge for recent orders; null if there are no such orders. */
  recentShipping: Money | null;
};

/** The action's answer, by intent. */
export type Answer =
  | { kind: "preview"; preview: PricePreview }
  | { kind: "saved"; notice: Notice | null; problems: FormProblems }
  /** The review of the rules that were saved at `savedAt`. */
  | { kind: "review"; review: PriceReview; savedAt: string | null }
  | { kind: "applied"; notice: Notice };
