import { dryRun } from "../../en/orders/dry-run.ts";
import { notifications } from "../../en/notifications.ts";

/** Texts of the dry run and of notifications, which no other page shows. */
export const texts = { ...dryRun, ...notifications };
