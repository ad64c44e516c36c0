import type { FormProblems, RuleForm } from "../../catalog/pricing/price-form.ts";
import type { LoadedPrices } from "../../catalog/pricing/load-prices.server.ts";
import type { PricePreview } from "../../catalog/pricing/preview-prices.server.ts";
import type { PriceReview } from "../../catalog/sync/views/review-prices.server.ts";
import type { Notice } from "../../components/notice.tsx";

/** What the page's loader gives where there are rules to show, with times as they travel. */
export type ShownPrices = Omit<Extract<LoadedPrices, { kind: "prices" }>, "savedAt"> & {
  savedAt: string | null;
  /** The language that the form is written in, and typed. */
  language: string;
};

/** What the page's action answers, by what was asked. */
export type Answer =
  | { kind: "preview"; preview: PricePreview }
  | { kind: "saved"; notice: Notice | null; problems: FormProblems }
  /** Of the rules that were saved then. */
  | { kind: "review"; review: PriceReview; savedAt: string | null }
  | { kind: "applied"; notice: Notice };

/** What a rule's fields are given. */
export type RuleProps = {
  rule: RuleForm;
  /** The path to it in the form, which its problems begin with. */
  path: string;
  /** The shop's. */
  currency: string;
  problems: FormProblems;
  onChange: (rule: RuleForm) => void;
};
