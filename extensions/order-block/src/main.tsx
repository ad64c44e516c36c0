/** @jsxImportSource preact */
import { render } from "preact";

import { OrderBlock } from "./order-block.tsx";

/** What Shopify calls when the block is to be shown. */
export default function main() {
  render(<OrderBlock />, document.body);
}
