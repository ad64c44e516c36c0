import type { ShownState } from "../../components/banners/connection-banner.tsx";
import type { Notice } from "../../components/notice.tsx";
import type { ShippingCharges } from "../../orders/views/shipping-charges.server.ts";
import type { LoadedRates } from "../../shipping/load-rates.server.ts";
import type { NamedCountry } from "../../shop/countries.ts";
import type { FormProblems } from "../../shipping/rates-form.ts";

/** The loader's data if there is a form to show. */
export type ShownRates = Extract<LoadedRates, { kind: "rates" }> & {
  charges: ShippingCharges | null;
  countries: NamedCountry[];
  connection: ShownState;
};

/** The action's answer. */
export type Answer = { notice: Notice | null; problems: FormProblems };

/** Says that a form with mistakes was not saved. */
export const PROBLEMS: Notice = {
  tone: "critical",
  title: { code: "shipping.problems.title" },
  text: { code: "shipping.problems" },
};
