import { dryRun } from "../../de/orders/dry-run.ts";
import { notifications } from "../../de/notifications.ts";

/** Texts of two pages, which no other page shows. */
export const texts = { ...dryRun, ...notifications };
