import { activity } from "../../de/activity.ts";
import { guide } from "../../de/guide.ts";
import { home } from "../../de/home.ts";
import { methods } from "../../de/orders/methods.ts";
import { profit } from "../../de/orders/profit.ts";
import { reconciliation } from "../../de/orders/reconciliation.ts";
import { shipping } from "../../de/shipping.ts";

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
