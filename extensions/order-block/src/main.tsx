/** @jsxImportSource preact */
import { render } from "preact";

import { OrderBlock } from "./order-block.tsx";

/** Shopify calls this function to show the block. */
export default function main() {
  render(<OrderBlock />, document.body);
}
