import { dryRun } from "../../en/orders/dry-run.ts";
import { notifications } from "../../en/notifications.ts";

/** Texts of two pages, which no other page shows. */
export const texts = { ...dryRun, ...notifications };
