import type { ShownState } from "../../components/banners/connection-banner.tsx";
import type { Notice } from "../../components/notice.tsx";
import type { ShippingCharges } from "../../orders/views/shipping-charges.server.ts";
import type { LoadedRates } from "../../shipping/load-rates.server.ts";
import type { NamedCountry } from "../../shop/countries.ts";
import type { FormProblems } from "../../shipping/rates-form.ts";

/** The loader's data for the form. */
export type ShownRates = Extract<LoadedRates, { kind: "rates" }> & {
  charges: ShippingCharges | null;
  countries: NamedCountry[];
  connection: ShownState;
};

export type Answer = { notice: Notice | null; problems: FormProblems };

/** The notice for a form that was not saved because it has mistakes. */
export const PROBLEMS: Notice = {
  tone: "critical",
  title: { code: "shipping.problems.title" },
  text: { code: "shipping.problems" },
};
