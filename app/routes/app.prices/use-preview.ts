import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";

import type { PriceForm } from "../../catalog/pricing/price-form.ts";
import type { PricePreview } from "../../catalog/pricing/preview-prices.server.ts";
import type { Answer } from "./shown-prices.ts";

/** So long after the last letter. */
const AFTER_MS = 400;

/** What would come of the form as it is typed; the one before while that is found out, null before the first. */
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
      // Named: the router may be at the next page already while this one is still shown, and that one knows no preview.
      submit(asking, { method: "post", action: "/app/prices" });
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [submit, typed, language, category, cost]);
  return data?.kind === "preview" ? data.preview : null;
}
