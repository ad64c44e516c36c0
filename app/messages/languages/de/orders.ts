import { orderDecisions } from "../../de/orders/order-decisions.ts";
import { orderList } from "../../de/orders/order-list.ts";
import { orderReasons } from "../../de/orders/order-reasons.ts";
import { orders } from "../../de/orders/orders.ts";
import { rules } from "../../de/orders/rules.ts";
import { toSend } from "../../de/orders/to-send.ts";

/** Texts of the list of orders and of an order. */
export const texts = {
  ...orders,
  ...toSend,
  ...orderList,
  ...orderDecisions,
  ...orderReasons,
  ...rules,
};
