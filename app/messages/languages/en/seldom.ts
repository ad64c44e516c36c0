import { dryRun } from "../../en/orders/dry-run.ts";
import { notifications } from "../../en/notifications.ts";
import { rulesPage } from "../../en/orders/rules-page.ts";

/** Texts of the dry run, of rules and of notifications, which no other page shows. */
export const texts = { ...dryRun, ...notifications, ...rulesPage };
