import { sweep } from "../queue/sweep.server.ts";
import { processOrder } from "./placing/process-order.server.ts";

/** Processes every order that is due: those whose job was lost, and those that waited for their time. */
export async function sweepOrders(): Promise<void> {
  await sweep({
    purpose: "orders",
    table: "supplier_order",
    id: "id",
    process: ({ shop, id }) => processOrder({ shop, orderId: id }),
  });
}
