import { dryRun } from "../../de/orders/dry-run.ts";
import { notifications } from "../../de/notifications.ts";
import { rulesPage } from "../../de/orders/rules-page.ts";

/** Texts of the dry run, of rules and of notifications, which no other page shows. */
export const texts = { ...dryRun, ...notifications, ...rulesPage };
