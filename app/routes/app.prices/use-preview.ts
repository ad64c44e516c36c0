import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";

import type { PriceForm } from "../../catalog/pricing/price-form.ts";
import type { PricePreview } from "../../catalog/pricing/preview-prices.server.ts";
import type { Answer } from "./shown-prices.ts";

/** Delay after the last keystroke. */
const AFTER_MS = 400;

/** Returns the preview of the form as typed. Keeps the previous one while loading; null before the first. */
export function usePreview(asked: {
  form: PriceForm;
  language: string;
  category: string | null;
  cost: string;
}): PricePreview | null {
  const { submit, data } = useFetcher<Answer>();
  const { form, language, category, cost } = asked;
  const typed = JSON.stringify(form);
  useEffect(() => {
    const of = category === null ? "default" : "category";
    const asking = { intent: "preview", form: typed, language, of, category: category ?? "", cost };
    const timer = setTimeout(() => {
      // The action is explicit, because the router may already be at the next page, which has no preview.
      submit(asking, { method: "post", action: "/app/prices" });
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [submit, typed, language, category, cost]);
  return data?.kind === "preview" ? data.preview : null;
}
