import { dryRun } from "../../de/orders/dry-run.ts";
import { notifications } from "../../de/notifications.ts";

/** Texts of the dry run and of notifications, which no other page shows. */
export const texts = { ...dryRun, ...notifications };
