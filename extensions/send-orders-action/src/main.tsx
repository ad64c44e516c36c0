/** @jsxImportSource preact */
import { render } from "preact";

import { SendOrders } from "./send-orders.tsx";

/** Shopify calls this to open the action. */
export default function main() {
  render(<SendOrders />, document.body);
}
