import polaris from "@shopify/polaris/locales/de.json" with { type: "json" };

import { connection } from "../../de/connection.ts";
import { failures } from "../../de/failures.ts";
import { general } from "../../de/general.ts";
import { settings } from "../../de/settings.ts";

/** Texts of every page. */
export const texts = { ...general, ...failures, ...connection, ...settings };

/** Texts of Polaris's own components. */
export { polaris };
