/** @jsxImportSource preact */
import { render } from "preact";

import { SendOrders } from "./send-orders.tsx";

/** Shopify calls this function to open the dialog. */
export default function main() {
  render(<SendOrders />, document.body);
}
