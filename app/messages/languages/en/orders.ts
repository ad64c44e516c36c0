import { orderDecisions } from "../../en/orders/order-decisions.ts";
import { orderList } from "../../en/orders/order-list.ts";
import { orderReasons } from "../../en/orders/order-reasons.ts";
import { orders } from "../../en/orders/orders.ts";
import { rules } from "../../en/orders/rules.ts";
import { toSend } from "../../en/orders/to-send.ts";

/** Texts of the list of orders and of an order. */
export const texts = {
  ...orders,
  ...toSend,
  ...orderList,
  ...orderDecisions,
  ...orderReasons,
  ...rules,
};
