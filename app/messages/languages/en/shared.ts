import polaris from "@shopify/polaris/locales/en.json" with { type: "json" };

import { connection } from "../../en/connection.ts";
import { failures } from "../../en/failures.ts";
import { general } from "../../en/general.ts";
import { settings } from "../../en/settings.ts";

/** Texts of every page. */
export const texts = { ...general, ...failures, ...connection, ...settings };

/** Texts of Polaris's own components. */
export { polaris };
