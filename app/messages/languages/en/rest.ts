import { activity } from "../../en/activity.ts";
import { guide } from "../../en/guide.ts";
import { home } from "../../en/home.ts";
import { methods } from "../../en/orders/methods.ts";
import { profit } from "../../en/orders/profit.ts";
import { reconciliation } from "../../en/orders/reconciliation.ts";
import { shipping } from "../../en/shipping.ts";

/** Texts of home, the guide, activity, shipping, methods, profit and differences. */
export const texts = {
  ...home,
  ...guide,
  ...shipping,
  ...profit,
  ...reconciliation,
  ...methods,
  ...activity,
};
